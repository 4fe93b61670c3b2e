/// The totals of each year, and of each month in it. Periods without a sit are left out.
package struct PracticePeriods: Hashable, Sendable {
  package struct Year: Hashable, Sendable {
    package let year: Int
    package let tally: PracticeTotals.Tally
    /// The latest first.
    package let months: [Month]
  }

  package struct Month: Hashable, Sendable {
    /// 1 to 12.
    package let month: Int
    package let tally: PracticeTotals.Tally
  }

  /// The latest first.
  package let years: [Year]
  /// All years together.
  package let all: PracticeTotals.Tally

  /// Computes the periods of `sits`, which count, from the day `first` to `last`; `nil` is
  /// unbounded. A day begins at `dayStart` after local midnight. A sit across the end of a period
  /// counts in both, each with the time sat in it.
  package init(
    of sits: [SatTime], dayStart: Duration, first: CivilDate? = nil, last: CivilDate? = nil
  ) {
    var (months, all): ([[Int]: PracticeTotals.Tally], PracticeTotals.Tally) = ([:], .init())
    var years: [Int: PracticeTotals.Tally] = [:]
    for sit in sits {
      let days = sit.days(startingAt: dayStart).filter { day, _ in
        first.map { day >= $0 } ?? true && last.map { day <= $0 } ?? true
      }
      if days.isEmpty { continue }
      all.add(days.values.reduce(.zero, +))
      for (year, days) in Dictionary(grouping: days, by: \.key.year) {
        years[year, default: .init()].add(days.map(\.value).reduce(.zero, +))
      }
      for (month, days) in Dictionary(grouping: days, by: { [$0.key.year, $0.key.month] }) {
        months[month, default: .init()].add(days.map(\.value).reduce(.zero, +))
      }
    }
    self.all = all
    self.years = years.sorted { $0.key > $1.key }.map { year, tally in
      let ofYear = months.filter { $0.key[0] == year }.sorted { $0.key[1] > $1.key[1] }
      return Year(
        year: year, tally: tally, months: ofYear.map { Month(month: $0.key[1], tally: $0.value) })
    }
  }
}
