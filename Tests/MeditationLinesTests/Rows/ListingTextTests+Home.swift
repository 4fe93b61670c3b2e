import MeditationControl
import MeditationScreens
import MeditationText
import Testing

@testable import MeditationLines

/// Home and settings.
extension ListingTextTests {
  @Test("home")
  func home() throws {
    let listing = Listing(try Self.home(), wording: .screen)
    #expect(
      Self.drawn(listing, columns: 80) == [
        "Meditation",
        "     1  Evening               silence, for 20m         sat yesterday 21:04",
        "     2  Night                 4 songs, 12:00, for 20m",
        "     3  海の波と風の音の夕べ  8 songs, 12:00, for 20m     sat Sunday 21:04",
        "The set 'Odd' cannot be used: it is a folder.",
        "This week  Mo█ Tu▆ We▂ Th  Fr  Sa  Su   3 sits, 1 h 35 min",
        "3 days in a row.",
        "The sit of Monday 06:00 was interrupted at 1:10:00 of 1:20:00; 'resume'",
        "continues it.",
        "A number sits that set; 'pick' opens your music, 'again' repeats the last",
        "session. Also 'sets', 'journal', 'settings', 'help'.",
      ])
    #expect(
      Self.drawn(listing, columns: 40).prefix(8) == [
        "Meditation",
        "1 Evening           sat yesterday 21:04",
        "2 Night",
        "3 海の波と風の音の…    sat Sunday 21:04",
        "The set 'Odd' cannot be used: it is a",
        "folder.",
        "This week  Mo█ Tu▆ We▂ Th  Fr  Sa  Su",
        "3 sits, 1 h 35 min",
      ])
    #expect(
      Self.plain(Listing(try Self.home(), wording: .aloud(.clock))).prefix(6) == [
        "3 sets at home",
        "1: Evening, silence, for 20:00, last sat yesterday 21:04",
        "2: Night, 4 songs, 12:00, for 20:00, never sat",
        "3: 海の波と風の音の夕べ, 8 songs, 12:00, for 20:00, last sat Sunday 21:04",
        "The set 'Odd' cannot be used: it is a folder.",
        "This week: sat on Monday, Tuesday and today; 3 sits, 1:35:00.",
      ])
  }

  @Test("settings")
  func settings() {
    let listing = Listing(PracticeFixture.settings, wording: .screen)
    #expect(
      Self.drawn(listing, columns: 80).prefix(5) == [
        "Settings",
        "     music    /home/someone/Music/Meditation/Mornings (next st…      config:3",
        "     volume   60                                                  environment",
        "     journal  on                                                      default",
        "     driver   pulse (next start)                                 command line",
      ])
    #expect(
      Self.drawn(listing, columns: 40).prefix(5) == [
        "Settings",
        "music   /home/someone/Mu…     config:3",
        "volume  60                 environment",
        "journal on                     default",
        "driver  pulse (next star… command line",
      ])
    #expect(
      Self.plain(Listing(PracticeFixture.settings, wording: .aloud(.clock))) == [
        "4 settings",
        "music: /home/someone/Music/Meditation/Mornings, config:3",
        "volume: 60, environment",
        "journal: on",
        "driver: pulse, command line",
        "A value without a source is the default.",
        "volume, journal change at once, the others at the next start.",
        "'set NAME VALUE' changes a setting and writes the settings file; 'set NAME default' "
          + "removes it there.",
      ])
  }
}
