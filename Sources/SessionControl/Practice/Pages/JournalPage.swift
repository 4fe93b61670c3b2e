public import Practice

/// The sits to show, newest first.
public struct JournalPage: Hashable, Sendable {
  public var sits: [Sit]
  /// The row of each sit in the whole journal, from 1: what `journal delete` takes.
  public var numbers: [Int]
  /// The number of sits that `sits` leaves out, which are older.
  public var olderCount: Int
  public var totals: PracticeTotals
  /// The dates of a range, and its totals; `nil` if the sits are not those of a range.
  public var range: Range?
  public var now: Moment

  /// Sits that began on these dates.
  public struct Range: Hashable, Sendable {
    /// `nil` is unbounded.
    public var first: CivilDate?
    public var last: CivilDate?
    /// The sits that count.
    public var tally: PracticeTotals.Tally

    public init(first: CivilDate?, last: CivilDate?, tally: PracticeTotals.Tally) {
      (self.first, self.last, self.tally) = (first, last, tally)
    }
  }

  /// Creates a page.
  ///
  /// - Parameter numbers: `nil` numbers the sits from 1.
  public init(
    sits: [Sit], numbers: [Int]? = nil, olderCount: Int = 0, totals: PracticeTotals,
    range: Range? = nil, now: Moment
  ) {
    self.range = range
    self.sits = sits
    self.numbers = numbers ?? sits.indices.map { $0 + 1 }
    self.olderCount = olderCount
    self.totals = totals
    self.now = now
  }
}
