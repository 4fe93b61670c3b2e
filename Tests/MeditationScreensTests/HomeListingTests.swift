import MeditationCore
import MeditationPlan
import MeditationPractice
import MeditationText
import Testing

@testable import MeditationScreens

@Suite("The home screen") struct HomeListingTests {
  @Test("home: sets, this week, what can be resumed, and what to do")
  func home() throws {
    var sit = Sit(began: .at(2026, 11, 17, 21, 4), planned: .seconds(1_200))
    (sit.end, sit.sat) = (.interrupted, .seconds(750))
    let evening = SetSummary(
      name: try SetName("Evening"), songCount: 4,
      length: TimeLeft(known: .seconds(720), isMore: false), plan: .none)
    let page = HomePage(
      sets: SetsPage(sets: [evening], now: .wednesday), totals: .november(14, 16, 16, 18),
      resumable: sit, hasLatest: true)
    let listing = Listing(page, wording: .screen)
    #expect(listing.heading == "Meditation")
    #expect(listing.rows.map(\.title) == ["Evening"])
    #expect(
      listing.notes.map(\.title) == [
        "This week  Mo█ Tu· We▆ Th  Fr  Sa  Su   3 sits, 1 h",
        "Yesterday's sit was interrupted at 12:30 of 20:00; 'resume' continues it.",
        "A number sits that set; 'pick' opens your music, 'again' repeats the last session. "
          + "Also 'sets', 'journal', 'settings', 'help'.",
      ])
    #expect(
      Listing(page, wording: .aloud(.clock)).notes[0].title
        == "This week: sat on Monday and today; 3 sits, 1:00:00.")
  }

  @Test("home says at which volume a sit begins, unless it is full")
  func volume() {
    var page = HomePage(
      sets: SetsPage(sets: [], now: .wednesday), totals: nil, resumable: nil, hasLatest: false,
      volume: 40)
    #expect(
      Listing(page, wording: .screen).notes.first?.title
        == "Volume 40%; 'volume 100' is full.")
    page.volume = 100
    #expect(Listing(page, wording: .screen).notes.count == 1)
  }

  @Test("home tells how far the goal is, between the week and the streak")
  func goal() {
    let page = HomePage(
      sets: SetsPage(sets: [], now: .wednesday),
      totals: .november(17, 18, goal: .minutesADay(30)), resumable: nil, hasLatest: false)
    #expect(
      Listing(page, wording: .screen).notes.prefix(3).map(\.title) == [
        "This week  Mo· Tu▆ We▆ Th  Fr  Sa  Su   2 sits, 40 min", "20 of 30 minutes today.",
        "2 days in a row.",
      ])
  }

  @Test("home without a journal, without sets, and at the beginning of a week")
  func bare() throws {
    let page = HomePage(
      sets: SetsPage(sets: [], now: .wednesday), totals: nil, resumable: nil, hasLatest: false)
    #expect(
      Listing(page, wording: .screen).notes == [
        Row(
          "'sit 20m' begins a sit; 'pick' opens your music. "
            + "Also 'sets', 'journal', 'settings', 'help'.", as: .muted)
      ])
    #expect(PracticeTotals.november().weekStrip(.screen) == nil)
    #expect(PracticeTotals.november(15).weekStrip(.aloud(.clock)) == "This week: no sits yet.")
    #expect(
      PracticeTotals.november(15).weekStrip(.screen)
        == "This week  Mo· Tu· We· Th  Fr  Sa  Su   0 sits")
    #expect(
      PracticeTotals.november(18).weekStrip(.aloud(.clock))
        == "This week: sat today; 1 sit, 20:00.")
    #expect(
      PracticeTotals.november(16, 17, 18).weekStrip(.aloud(.clock))
        == "This week: sat on Monday, Tuesday and today; 3 sits, 1:00:00.")
  }
}
