import MeditationPractice
import MeditationText
import Testing

@testable import MeditationScreens

@Suite("The screen of totals") struct TotalsListingTests {
  private static let sits = [
    SatTime(began: .at(2026, 11, 18), sat: .seconds(4_500)),
    SatTime(began: .at(2026, 11, 17), sat: .seconds(1_200)),
    SatTime(began: .at(2025, 2, 1), sat: .seconds(600)),
  ]

  private static func listing(
    of sits: [SatTime] = sits, range: JournalPage.Range? = nil, wording: Wording = .screen
  ) -> Listing {
    let page = TotalsPage(
      periods: PracticePeriods(of: sits, dayStart: .zero),
      totals: PracticeTotals(of: sits, now: .wednesday, dayStart: .zero), range: range,
      now: .wednesday)
    return Listing(page, wording: wording)
  }

  @Test("each year with its months, then the totals and the streaks")
  func whole() {
    let listing = Self.listing()
    #expect(listing.heading == "Totals")
    #expect(
      listing.rows.map { [$0.title, $0.message, $0.detail] } == [
        ["2026", "2 sits", "1 h 35 min"], ["Nov 2026", "2 sits", "1 h 35 min"],
        ["2025", "1 sit", "10 min"], ["Feb 2025", "1 sit", "10 min"],
      ])
    #expect(listing.rows.map(\.style) == [.heading, .plain, .heading, .plain])
    #expect(
      listing.notes.map(\.title) == [
        "This week 2 sits, 1 h 35 min; this month 2 sits, 1 h 35 min; in all 3 sits, 1 h 45 min.",
        "2 days in a row.",
      ])
    let aloud = Self.listing(wording: .aloud(.words))
    #expect(aloud.heading == "Totals of 2 months")
    #expect(aloud.rows.first?.detail == "1 hour 35 minutes")
  }

  @Test("of a range of dates, its totals alone")
  func range() {
    let range = JournalPage.Range(
      first: CivilDate(year: 2025, month: 1, day: 1), last: nil,
      tally: PracticeTotals.Tally(of: Self.sits))
    #expect(
      Self.listing(range: range).notes.map(\.title) == ["Since 1 Jan 2025: 3 sits, 1 h 45 min."])
  }

  @Test("where nothing counts yet, how to begin")
  func empty() {
    let listing = Self.listing(of: [])
    #expect(listing.rows == [])
    #expect(
      listing.notes.map(\.title) == ["No sit of a minute or longer yet. 'sit 20m' begins one."])
  }
}
