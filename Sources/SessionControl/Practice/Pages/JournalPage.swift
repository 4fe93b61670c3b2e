public import Practice

/// The sits to show, newest first.
public struct JournalPage: Hashable, Sendable {
  public var sits: [Sit]
  /// The row of each sit in the whole journal, from 1: what `journal delete` takes.
  public var numbers: [Int]
  /// The number of sits that `sits` leaves out, which are older.
  public var olderCount: Int
  public var totals: PracticeTotals
  public var now: Moment

  /// Creates a page.
  ///
  /// - Parameter numbers: `nil` numbers the sits from 1.
  public init(
    sits: [Sit], numbers: [Int]? = nil, olderCount: Int = 0, totals: PracticeTotals, now: Moment
  ) {
    self.sits = sits
    self.numbers = numbers ?? sits.indices.map { $0 + 1 }
    self.olderCount = olderCount
    self.totals = totals
    self.now = now
  }
}
