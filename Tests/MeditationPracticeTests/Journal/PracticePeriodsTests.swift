import MeditationPractice
import Testing

@Suite("Months and years") struct PracticePeriodsTests {
  /// A sit at this local time, an hour east of UTC, of `minutes`.
  private func sit(
    _ year: Int, _ month: Int, _ day: Int, _ hour: Int = 12, minutes: Int = 20
  ) throws -> SatTime {
    let date = try #require(CivilDate(year: year, month: month, day: day))
    let seconds = date.dayNumber * 86_400 + (hour - 1) * 3_600
    return SatTime(
      began: Moment(milliseconds: Int64(seconds) * 1_000, offset: 3_600),
      sat: .seconds(60 * minutes))
  }

  private func text(_ periods: PracticePeriods) -> [String] {
    periods.years.flatMap { year in
      ["\(year.year): \(Self.text(year.tally))"]
        + year.months.map { "\(year.year)-\($0.month): \(Self.text($0.tally))" }
    }
  }

  private static func text(_ tally: PracticeTotals.Tally) -> String {
    "\(tally.count), \(tally.sat.components.seconds / 60)"
  }

  @Test("the latest first, without empty ones; a night belongs to the month before")
  func periods() throws {
    let sits = try [
      sit(2026, 11, 20), sit(2025, 12, 31), sit(2026, 11, 2, minutes: 5), sit(2026, 2, 1),
      // Before 04:00.
      sit(2026, 1, 1, 3, minutes: 7),
    ]
    let periods = PracticePeriods(of: sits, dayStart: .seconds(4 * 3_600))
    #expect(
      text(periods) == [
        "2026: 3, 45", "2026-11: 2, 25", "2026-2: 1, 20", "2025: 2, 27", "2025-12: 2, 27",
      ])
    #expect(Self.text(periods.all) == "5, 72")
    #expect(PracticePeriods(of: [], dayStart: .zero).years == [])
  }

  @Test("of a range of days")
  func range() throws {
    let sits = try [sit(2026, 11, 1, 3), sit(2026, 11, 1), sit(2026, 11, 30), sit(2026, 12, 1)]
    let (first, last) = (
      CivilDate(year: 2026, month: 11, day: 1), CivilDate(year: 2026, month: 11, day: 30)
    )
    func periods(_ first: CivilDate?, _ last: CivilDate?) -> [String] {
      text(PracticePeriods(of: sits, dayStart: .seconds(4 * 3_600), first: first, last: last))
    }
    #expect(periods(first, last) == ["2026: 2, 40", "2026-11: 2, 40"])
    #expect(periods(nil, last).last == "2026-10: 1, 20")
    #expect(periods(first, nil).first == "2026: 3, 60")
  }
}
