import MeditationText
import Testing

@testable import MeditationScreens

@Suite("The screen of the settings") struct SettingsListingTests {
  private static func state(
    _ value: String, from origin: String, isEditable: Bool = true
  ) -> SettingState {
    SettingState(
      name: "volume", help: "The volume at the start.", value: value, origin: origin,
      isEditable: isEditable)
  }

  @Test(
    "has its value and its origin; what the user chose is picked",
    arguments: [
      ("default", "default", .plain), ("config:3", "config:3", .picked),
      ("MEDITATE_VOLUME", "environment", .picked), ("command line", "command line", .picked),
    ] as [(String, String, RowStyle)])
  func origins(origin: String, detail: String, style: RowStyle) {
    let row = Row(Self.state("60", from: origin), wording: .screen)
    #expect(row.title == "volume")
    #expect(row.message == "60")
    #expect(row.detail == detail)
    #expect(row.style == style)
  }

  @Test("what changes at the next start says so; no value is said, too")
  func values() {
    let late = Self.state("alsa", from: "default", isEditable: false)
    #expect(Row(late, wording: .screen).message == "alsa (next start)")
    #expect(Row(late, wording: .aloud(.clock)).message == "alsa")
    #expect(Row(late, wording: .aloud(.clock)).detail == "")
    #expect(Row(Self.state("", from: "default"), wording: .screen).message == "–")
    #expect(
      Row(Self.state("", from: "default"), wording: .aloud(.clock)).message == "not set")
    #expect(
      Row(Self.state("a\u{1B}[31mb", from: "default"), wording: .screen).message == "ab")
  }

  @Test("read aloud, what is the same for many is said once")
  func aloud() {
    var driver = Self.state("", from: "default", isEditable: false)
    driver.name = "driver"
    let listing = Listing(
      [Self.state("60", from: "config:3"), driver], wording: .aloud(.clock))
    #expect(listing.heading == "2 settings")
    #expect(listing.rows.map(\.detail) == ["config:3", ""])
    #expect(
      listing.notes.prefix(2).map(\.title) == [
        "A value without a source is the default.",
        "volume changes at once, the others at the next start.",
      ])
  }

  @Test("the listing says how to change one")
  func listing() {
    let listing = Listing([Self.state("60", from: "default")], wording: .screen)
    #expect(listing.heading == "Settings")
    #expect(listing.rows.map(\.title) == ["volume"])
    #expect(
      listing.notes == [
        Row(
          "'set NAME VALUE' changes a setting and writes the settings file; 'set NAME default' "
            + "removes it there.", as: .muted)
      ])
  }
}
