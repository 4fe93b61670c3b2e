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

/// The saved sets, in the order of their numbers.
public struct SetsPage: Hashable, Sendable {
  public var sets: [SetSummary]
  /// The files that cannot be read.
  public var problems: [SetProblem]
  public var now: Moment

  public init(sets: [SetSummary], problems: [SetProblem] = [], now: Moment) {
    self.sets = sets
    self.problems = problems
    self.now = now
  }
}

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
