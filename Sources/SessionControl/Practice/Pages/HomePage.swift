public import Practice

/// What a person finds who comes back another day.
public struct HomePage: Hashable, Sendable {
  public var sets: SetsPage
  /// `nil` where no journal is kept.
  public var totals: PracticeTotals?
  /// The sit that can be resumed.
  public var resumable: Sit?
  /// Whether `again` can begin the last session anew.
  public var hasLatest: Bool

  public init(sets: SetsPage, totals: PracticeTotals?, resumable: Sit?, hasLatest: Bool) {
    self.sets = sets
    self.totals = totals
    self.resumable = resumable
    self.hasLatest = hasLatest
  }
}
