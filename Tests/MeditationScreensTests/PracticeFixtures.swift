import MeditationPractice

extension Moment {
  /// A local time, `offset` seconds east of UTC.
  static func at(
    _ year: Int, _ month: Int, _ day: Int, _ hour: Int = 12, _ minute: Int = 0, offset: Int = 3600
  ) -> Moment {
    let days = CivilDate(year: year, month: month, day: day)?.dayNumber ?? 0
    let seconds = days * 86_400 + hour * 3600 + minute * 60 - offset
    return Moment(milliseconds: Int64(seconds) * 1_000, offset: offset)
  }
}

extension PracticeTotals {
  /// The totals of sits that began on these days of November 2026 at noon, each of 20 minutes, on
  /// Wednesday the 18th at 22:00.
  static func november(
    _ days: Int..., rule: StreakRule = .on, goal: PracticeGoal? = nil
  ) -> PracticeTotals {
    PracticeTotals(
      of: days.map { SatTime(began: .at(2026, 11, $0), sat: .seconds(1_200)) },
      now: .wednesday, dayStart: .seconds(4 * 3600), rule: rule, goal: goal)
  }
}

extension Moment {
  /// Wednesday, 18 November 2026, 22:00.
  static let wednesday = Moment.at(2026, 11, 18, 22)
}
