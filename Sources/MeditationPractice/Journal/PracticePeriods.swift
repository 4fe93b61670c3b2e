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
    func day(_ sit: SatTime) -> CivilDate { sit.began.day(startingAt: dayStart) }
    let counted = sits.filter { sit in
      first.map { day(sit) >= $0 } ?? true && last.map { day(sit) <= $0 } ?? true
    }
    all = PracticeTotals.Tally(of: counted)
    let ofYears = Dictionary(grouping: counted) { day($0).year }.sorted { $0.key > $1.key }
    years = ofYears.map { year, sits in
      let months = Dictionary(grouping: sits) { day($0).month }.sorted { $0.key > $1.key }
      return Year(
        year: year, tally: .init(of: sits),
        months: months.map { Month(month: $0.key, tally: .init(of: $0.value)) })
    }
  }
}
