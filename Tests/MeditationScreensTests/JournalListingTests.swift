import MeditationPractice
import MeditationText
import Testing

@testable import MeditationScreens

@Suite("The screen of the journal") struct JournalListingTests {
  private static func page(_ totals: PracticeTotals, sits: [Sit] = [], older: Int = 0)
    -> JournalPage
  {
    JournalPage(sits: sits, olderCount: older, totals: totals, now: .wednesday)
  }

  private static func notes(_ page: JournalPage, wording: Wording = .screen) -> [String] {
    Listing(page, wording: wording).notes.map(\.title)
  }

  @Test("an empty journal says how to begin")
  func empty() {
    let listing = Listing(Self.page(.november()), wording: .screen)
    #expect(listing.heading == "Journal")
    #expect(listing.rows == [])
    #expect(
      listing.notes == [
        Row(
          "The journal is empty. 'sit 20m' begins a first sit.", as: .muted)
      ])
  }

  @Test("rows are numbered from the newest, and their end words are as wide as the widest")
  func rows() {
    var sits = [SitEnd.completed, .left].map { end in
      var sit = Sit(began: .at(2026, 11, 18, 7, 30))
      (sit.end, sit.sat) = (end, .seconds(600))
      return sit
    }
    sits[1].sat = .seconds(3)
    let listing = Listing(Self.page(.november(18), sits: sits, older: 4), wording: .screen)
    #expect(listing.rows.map(\.number) == [1, 2])
    #expect(listing.rows.map(\.detail) == ["10:00  completed  ", "0:03  not counted"])
    #expect(
      listing.notes.first
        == Row("4 older sits not shown; 'journal 3-4' shows more.", as: .muted))
  }

  @Test("totals of the week, the month and all, and the streak")
  func totals() {
    // Monday is the 16th.
    let page = Self.page(.november(1, 15, 16, 17, 18, 18))
    #expect(
      Self.notes(page).prefix(3) == [
        "No sits to show.",
        "This week 4 sits, 1 h 20 min; this month 6 sits, 2 h; in all 6 sits, 2 h.",
        "4 days in a row.",
      ])
    #expect(
      Self.notes(page, wording: .aloud(.clock))[1]
        == "This week 4 sits, 1:20:00; this month 6 sits, 2:00:00; in all 6 sits, 2:00:00.")
    #expect(
      Self.notes(page, wording: .aloud(.words))[1]
        == "This week 4 sits, 1 hour 20 minutes; this month 6 sits, 2 hours; in all 6 sits, 2 hours."
    )
  }

  @Test("a night counts for the day before 04:00, in totals and in the picture")
  func night() {
    let totals = PracticeTotals(
      of: [
        SatTime(began: .at(2026, 11, 18, 3, 59), sat: .seconds(60)),
        SatTime(began: .at(2026, 11, 18, 4, 0), sat: .seconds(60)),
      ], now: .at(2026, 11, 19, 3, 0), dayStart: .seconds(4 * 3600))
    #expect(totals.streakText == "2 days in a row.")
    let days = Self.notes(Self.page(totals)).suffix(8).dropLast().map { $0.suffix(1) }
    #expect(days == ["·", "▂", "▂", "·", "·", "·", "·"])
  }

  @Test("the picture has a column for each week and a row for each day")
  func picture() {
    let sits = [
      (9, 1, 5), (9, 30, 20), (10, 25, 40), (11, 2, 10), (11, 17, 30), (11, 18, 11),
    ].map { SatTime(began: .at(2026, $0, $1), sat: .seconds(60 * $2)) }
    let totals = PracticeTotals(of: sits, now: .wednesday, dayStart: .zero)
    #expect(
      Self.notes(Self.page(totals)).suffix(9) == [
        "     Sep     Oct     Nov",
        "Mon  · · · · · · · · · ▄ · ·",
        "Tue  ▂ · · · · · · · · · · ▆",
        "Wed  · · · · ▆ · · · · · · ▄",
        "Thu  · · · · · · · · · · ·",
        "Fri  · · · · · · · · · · ·",
        "Sat  · · · · · · · · · · ·",
        "Sun  · · · · · · · █ · · ·",
        "     · 0  ▂ 1+  ▄ 10+  ▆ 20+  █ 40+ min",
      ])
    #expect(
      Self.notes(Self.page(totals), wording: .aloud(.clock)).suffix(2) == [
        "In the last 12 weeks: 6 days with a sit, 1:56:00; the longest day was 25 Oct, 40:00.",
        "Days with a sit in each of these weeks, the oldest first: "
          + "1, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 2.",
      ])
  }

  @Test("sits of other years are in the totals alone")
  func old() {
    let totals = PracticeTotals(
      of: [SatTime(began: .at(2020, 5, 1), sat: .seconds(36_000_000))], now: .wednesday,
      dayStart: .zero)
    #expect(
      Self.notes(Self.page(totals)) == [
        "No sits to show.",
        "This week 0 sits; this month 0 sits; in all 1 sit, 10000 h.",
        "The longest streak was 418 days.",
      ])
    #expect(
      Self.notes(Self.page(totals), wording: .aloud(.clock))[1]
        == "This week no sits; this month no sits; in all 1 sit, 10000:00:00.")
  }
}
