public import Practice

/// The sits to show, newest first.
public struct JournalPage: Hashable, Sendable {
  public var sits: [Sit]
  /// The number of sits that `sits` leaves out, which are older.
  public var olderCount: Int
  public var totals: PracticeTotals
  public var now: Moment

  public init(sits: [Sit], olderCount: Int = 0, totals: PracticeTotals, now: Moment) {
    self.sits = sits
    self.olderCount = olderCount
    self.totals = totals
    self.now = now
  }
}
