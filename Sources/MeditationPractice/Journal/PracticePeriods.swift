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

  /// Computes the periods of `sits`, which count, from the day `first` to `last`; `nil` is unbounded. A
  /// day begins at `dayStart` after local midnight.
  package init(
    of sits: [SatTime], dayStart: Duration, first: CivilDate? = nil, last: CivilDate? = nil
  ) {
    var tallies: [Int: [Int: PracticeTotals.Tally]] = [:]
    var (years, all) = ([Int: PracticeTotals.Tally](), PracticeTotals.Tally())
    for sit in sits {
      let day = sit.began.day(startingAt: dayStart)
      guard first.map({ day >= $0 }) ?? true, last.map({ day <= $0 }) ?? true else { continue }
      tallies[day.year, default: [:]][day.month, default: .init()].add(sit)
      years[day.year, default: .init()].add(sit)
      all.add(sit)
    }
    self.all = all
    self.years = years.sorted { $0.key > $1.key }.map { year, tally in
      let months = (tallies[year] ?? [:]).sorted { $0.key > $1.key }
      return Year(
        year: year, tally: tally, months: months.map { Month(month: $0.key, tally: $0.value) })
    }
  }
}
