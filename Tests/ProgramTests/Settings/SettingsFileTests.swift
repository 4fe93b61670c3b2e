import MeditationTestSupport
import Testing

@testable import meditate

/// The bytes of the settings file before and after a change of one setting.
@Suite("Changing the settings file")
struct SettingsFileTests {
  static let changes =
    [
      // A new line goes to the end, which keeps its line feed, or its lack of one.
      ("", "40", "volume = 40\n"),
      ("plain = yes\n", "40", "plain = yes\nvolume = 40\n"),
      ("plain = yes", "40", "plain = yes\nvolume = 40"),
      ("# mine\r\nplain = yes\r\n", "40", "# mine\r\nplain = yes\r\nvolume = 40\r\n"),
      ("# mine\r\nplain = yes", "40", "# mine\r\nplain = yes\r\nvolume = 40"),
      ("\n", "40", "\nvolume = 40\n"),
      // The name, blanks, quotes and the comment of a line stay.
      ("volume=30", "40", "volume=40"),
      ("  VOLUME\t=  30\t# soft\nplain = yes\n", "40", "  VOLUME\t=  40\t# soft\nplain = yes\n"),
      ("volume = \"30\"# soft\r\n", "40", "volume = \"40\"# soft\r\n"),
      ("volume = 30 \r\n", "40", "volume = 40 \r\n"),
      ("volume =\n", "40", "volume = 40\n"),
      ("volume = # soft\n", "40", "volume = 40 # soft\n"),
      ("volume = \"\" # soft\n", "40", "volume = \"40\" # soft\n"),
      ("volume = ä\u{301} # ö\n", "40", "volume = 40 # ö\n"),
      // The last of several lines counts.
      (
        "volume = 10 # a\nplain = yes\nvolume = 20 # b\n", "40",
        "volume = 10 # a\nplain = yes\nvolume = 40 # b\n"
      ),
      // Lines that are no setting stay, even if they look like one.
      (
        "volume 30\nvolume = \"30\n# volume = 3\n=\nodd = 1\n", "40",
        "volume 30\nvolume = \"30\n# volume = 3\n=\nodd = 1\nvolume = 40\n"
      ),
      // Values that need quotes, and that cannot have them.
      ("volume = 30 # soft\n", " a #b ", "volume = \" a #b \" # soft\n"),
      ("volume = 30\n", "#3", "volume = \"#3\"\n"),
      ("volume = \"30\"# soft\n", "3\"4", "volume = 3\"4 # soft\n"),
      ("volume = 30\n", "a#b", "volume = a#b\n"),
      ("volume = 30\n", "", "volume = \n"),
      // Removed: the comment is the user's own.
      ("volume = 30\n", nil, ""),
      ("volume = 30", nil, ""),
      ("plain = yes\nvolume = 30", nil, "plain = yes\n"),
      ("plain = yes\r\nvolume = 30 # soft\r\n", nil, "plain = yes\r\n# soft\r\n"),
      ("volume = 10\nodd\nVolume = 20 #b\nvolume = \"\"\n\n", nil, "odd\n#b\n\n"),
      ("plain = yes\n", nil, "plain = yes\n"),
      // A byte order mark stays in front.
      ("\u{FEFF}volume = 30\n", "40", "\u{FEFF}volume = 40\n"),
      ("\u{FEFF}volume = 30\r\n# mine\r\n", nil, "\u{FEFF}# mine\r\n"),
      ("\u{FEFF}", "40", "\u{FEFF}volume = 40\n"),
    ] as [(String, String?, String)]

  @Test("a change keeps every other byte", arguments: changes)
  func change(text: String, value: String?, expected: String) throws {
    let file = SettingsFile(Array(text.utf8))
    let changed = try value.map { try file.setting("volume", to: $0) } ?? file.removing("volume")
    #expect(String(decoding: changed.bytes, as: UTF8.self) == expected)
    #expect(changed.lines == SettingsFile(changed.bytes).lines)
  }

  @Test("a setting that adds up has one line afterwards")
  func only() throws {
    let text = "driver-option = a=1 # a\nplain = yes\ndriver-option = b=2\ndriver-option=c=3 #c"
    let file = try SettingsFile(Array(text.utf8)).setting("driver-option", to: "d=4", isOnly: true)
    #expect(
      String(decoding: file.bytes, as: UTF8.self) == "# a\nplain = yes\ndriver-option=d=4 #c")
  }

  @Test(
    "a value that no line can hold is refused",
    arguments: ["\"a #b", "\"\"", " \"", "a\nb", "\u{7}"])
  func impossible(value: String) {
    #expect(throws: SettingProblem.self) { try SettingsFile([]).setting("device", to: value) }
  }

  @Test("in any file, only the lines of the setting change", arguments: 0..<300)
  func anyFile(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let file = SettingsFile(Self.bytes(&random))
    let others = file.lines.filter { $0.name != "device" }.map(\.bytes)
    let value = try #require(
      ["", "a", " a", "a b", "#", "a #b", "a\"b", "é", "a\u{301}#"].randomElement(
        using: &random))
    let changed = try file.setting("device", to: value)
    let isNew = !file.lines.contains { $0.name == "device" }
    // A new line may give the last one its line feed.
    let rest = changed.lines.filter { $0.name != "device" }.map(\.bytes)
    #expect(Self.text(rest) == Self.text(others) || isNew)
    #expect(isNew ? changed.bytes.starts(with: file.bytes) : true)
    guard case .setting(_, value, _) = changed.lines.last(where: { $0.name == "device" })?.content
    else {
      Issue.record("\(changed) does not have '\(value)'")
      return
    }
    #expect(changed.lines == SettingsFile(changed.bytes).lines)
    #expect(try changed.setting("device", to: value).bytes == changed.bytes)
    #expect(comments(of: changed) == comments(of: file))
    let removed = changed.removing("device")
    #expect(!removed.lines.contains { $0.name == "device" })
    #expect(removed.lines == SettingsFile(removed.bytes).lines)
    for comment in comments(of: file) {
      #expect(Self.text([removed.bytes]).contains(comment))
    }
  }

  private func comments(of file: SettingsFile) -> [String] {
    file.lines.compactMap { line in
      guard case .setting(_, _, let comment?) = line.content else { return nil }
      return comment
    }
  }

  private static func text(_ lines: [[UInt8]]) -> String {
    String(decoding: Array(lines.joined(separator: [10])), as: UTF8.self)
  }

  /// Lines of every kind in any order, with any ends.
  private static func bytes(_ random: inout SeededGenerator) -> [UInt8] {
    let pieces = [
      "device", "DEVICE ", " plain", "=", "= ", " =\t", "\"", "#", " #", " # soft", "a", " ", "\t",
      "\"a b\"", "\u{301}", "é", "\u{A0}", "\u{FEFF}",
    ]
    return (0..<Int.random(in: 0...8, using: &random)).flatMap { _ in
      let whole = ["device = 1", "device = \"a # b\" #c", "Device=x # y", "plain = yes", "# no"]
      let parts = (0..<Int.random(in: 0...7, using: &random)).compactMap { _ in
        pieces.randomElement(using: &random)
      }
      let line =
        Bool.random(using: &random) ? whole.randomElement(using: &random) ?? "" : parts.joined()
      let ends: [[UInt8]] = [[10], [10], [13, 10], [13, 10], [0xFF, 10], [0, 10], []]
      return Array(line.utf8) + (ends.randomElement(using: &random) ?? [])
    }
  }
}
