public import Practice

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
