import MeditationText
import Testing

@Suite("A day as it is typed") struct PastDayTests {
  @Test(
    "has a month from 1 to 12 and a day from 1 to 31",
    arguments: [
      ("2026-12-31", PastDay.date(year: 2026, month: 12, day: 31)),
      ("2026-01-01", .date(year: 2026, month: 1, day: 1)),
      ("31 Dec", .date(year: nil, month: 12, day: 31)),
      ("1 jan 2026", .date(year: 2026, month: 1, day: 1)), ("0d", .daysAgo(0)),
    ])
  func valid(text: String, day: PastDay) {
    #expect(PastDay(text) == day)
  }

  @Test(
    "is nothing else",
    arguments: [
      "2026-13-01", "2026-00-01", "2026-12-32", "2026-12-00", "32 Dec", "0 Dec", "2026-1-01",
      "226-12-31", "31 De", "031 Dec", "2026-012-31", "1048576d",
    ])
  func invalid(text: String) {
    #expect(PastDay(text) == nil)
  }
}
