import MeditationControl
import MeditationCore
import MeditationPractice
import MeditationScreens
import MeditationText
import Testing

@testable import MeditationLines

@Suite("The screens of the practice, drawn") @MainActor struct ListingTextTests {
  /// Draws `listing` on a terminal of this many columns, one of which stays free.
  static func drawn(_ listing: Listing, columns: Int) -> [String] {
    ListingText.entries(of: listing, rendering: .live, width: columns - 1).joined()
      .flatMap { WrappedText.rows(of: $0.text, width: columns - 1) }
      .map { String($0.reversed().drop { $0 == " " }.reversed()) }
  }

  static func plain(_ listing: Listing) -> [String] {
    ListingText.entries(of: listing, rendering: .plain, width: nil).joined().map(\.text)
  }

  static func home() throws -> HomePage {
    try PracticeFixture.home("Evening", "Night", "海の波と風の音の夕べ")
  }

  @Test("the journal, in columns of a wide and of a narrow terminal")
  func journal() {
    let listing = Listing(PracticeFixture.journal, wording: .screen)
    #expect(Self.drawn(listing, columns: 80) == Self.wideJournal)
    #expect(Self.drawn(listing, columns: 40) == Self.narrowJournal)
  }

  @Test("the journal, read aloud")
  func plainJournal() {
    #expect(
      Self.plain(Listing(PracticeFixture.journal, wording: .aloud(.clock))) == [
        "6 of 9 sits",
        "1 going on: Today 21:55, Evening, 5:00",
        "2 left: Today 07:30, Soft Rain, under a minute, not counted",
        "3 completed: Yesterday 21:04, Evening, 20:00, note: Slept badly.",
        "4 interrupted: Monday 06:00, 3 songs, 1:10:00",
        "5 completed: 3 Nov 21:04, 海の波と風の音の夕べ, 20:00",
        "6 stopped: 3 Nov 2025 21:04, "
          + "A very long name for a set that goes on for sixty characters, 10:00:00",
        "3 older sits not shown; 'journal 7-9' shows more.",
        "This week 3 sits, 1:35:00; this month 4 sits, 1:55:00; in all 5 sits, 11:55:00.",
        "3 days in a row.",
        "In the last 12 weeks: 4 days with a sit, 1:55:00; the longest day was 16 Nov, 1:10:00.",
        "Days with a sit in each of these weeks, the oldest first: "
          + "0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 3.",
      ])
  }

  @Test("a plan keeps every value: rows that are too wide are wrapped", arguments: [80, 40, 30])
  func plan(columns: Int) {
    let evening = Evening(.live)
    let path = "/home/somebody/Music/Bells and bowls/A large bowl, struck softly.wav"
    _ = evening.type(
      "1 2", "for 20m, settle 10s, bells every 5m, closing 3, bell \"\(path)\", bell volume 60")
    let listing = Listing(planOf: evening.stage.controller.session, wording: .screen)
    let drawn = Self.drawn(listing, columns: columns)
    #expect(drawn.allSatisfy { CellWidth.of($0) < columns })
    let text = drawn.joined(separator: " ").filter { $0 != " " }
    for row in listing.rows {
      for value in [row.title, row.message, row.detail] {
        #expect(text.contains(value.filter { $0 != " " }), "\(value) in\n\(drawn)")
      }
    }
    #expect(text.contains("volume60%"))
  }

  @Test("lines have the styles of their rows; remarks are muted")
  func styles() {
    let listing = Listing(PracticeFixture.journal, wording: .screen)
    let styles = ListingText.entries(of: listing, rendering: .live, width: 79).joined().map(\.style)
    #expect(
      styles.prefix(8) == [
        .heading, .current, .muted, .finished, .muted, .warning, .finished, .cancelled,
      ])
  }

  @Test("no row is wider than the terminal", arguments: [20, 39, 40, 41, 60, 80, 200])
  func widths(width: Int) throws {
    let long = try PracticeFixture.home(String(repeating: "夕", count: 60), "a")
    func rows(_ listing: Listing) -> [String] {
      ListingText.entries(of: listing, rendering: .live, width: width)
        .dropLast(listing.notes.count).joined().filter { $0.text != "        Slept badly." }.map(
          \.text)
    }
    let lines =
      rows(Listing(PracticeFixture.journal, wording: .screen))
      + rows(Listing(long.sets, wording: .screen))
      + rows(Listing(PracticeFixture.settings, wording: .screen))
    #expect(lines.allSatisfy { CellWidth.of($0) <= width })
  }

  @Test("pages and news reach the output, news that warn as warnings")
  func output() throws {
    let stage = VirtualStage(session: MeditationViewModel(songs: []))
    let output = LineTranscript(.plain)
    let view = LineView(
      controller: stage.controller, output: output,
      clock: WallClock(now: { PracticeFixture.now }, offset: { _ in 3600 }))
    let home = try Self.home()
    view.show(.home(home))
    #expect(output.take() == Self.plain(Listing(home, wording: .aloud(.clock))))
    view.show(.journal(PracticeFixture.journal))
    #expect(
      output.take() == Self.plain(Listing(PracticeFixture.journal, wording: .aloud(.clock))))
    view.show(.sets(home.sets))
    #expect(output.take() == Self.plain(Listing(home.sets, wording: .aloud(.clock))))
    view.show(.settings(PracticeFixture.settings))
    #expect(
      output.take()
        == Self.plain(Listing(PracticeFixture.settings, wording: .aloud(.clock))))
    view.lines.print(.restoredSit(PracticeFixture.sits[2]))
    view.lines.print(.journalFailed(JournalProblem("the disk is full")))
    #expect(
      output.take() == [
        "Restored the sit of yesterday 21:04.",
        "! The journal cannot be written: the disk is full. The session goes on.",
      ])
  }
}
