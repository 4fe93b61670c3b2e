/// The time sat on each day of twelve weeks: weeks as columns, the current one last.
package struct DayGrid: Hashable, Sendable {
  package struct Week: Hashable, Sendable {
    package let monday: CivilDate
    /// The level of each day from Monday to Sunday; `nil` for future days.
    package let levels: [Int?]
  }

  private static let weekCount = 12

  /// The oldest first.
  package let weeks: [Week]

  /// - Parameter days: As in ``PracticeTotals/days``.
  package init(of days: [CivilDate: Duration], today: CivilDate) {
    let first = Self.firstDay(asOf: today)
    weeks = (0..<Self.weekCount).map { number in
      let monday = first.adding(7 * number)
      let levels = (0..<7).map { offset in
        let day = monday.adding(offset)
        return day > today ? nil : Self.level(of: days[day] ?? .zero)
      }
      return Week(monday: monday, levels: levels)
    }
  }

  /// The first day of the twelve weeks up to that of `today`.
  package static func firstDay(asOf today: CivilDate) -> CivilDate {
    today.monday.adding(-7 * (weekCount - 1))
  }

  /// The level of a time sat on one day: 1 below 10 minutes, 2 below 20, 3 below 40, else 4.
  ///
  /// The bounds are fixed, so that a long day makes no other day look shorter. They double, so that
  /// the usual lengths of a sit (5, 10, 20 minutes, twice 20) have different levels.
  package static func level(of sat: Duration) -> Int {
    if sat <= .zero { return 0 }
    return 1 + [10, 20, 40].count { sat >= .seconds($0 * 60) }
  }
}
