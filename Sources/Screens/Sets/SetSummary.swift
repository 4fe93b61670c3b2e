public import Practice
public import Score

/// What a list says of a set.
public struct SetSummary: Hashable, Sendable {
  public var name: SetName
  public var songCount: Int
  /// The total of the songs' known lengths, and whether there are others.
  public var length: TimeLeft
  /// `nil` if the line of the plan cannot be read.
  public var plan: Plan?
  /// When the set was last sat; `nil` if never.
  public var lastSat: Moment?

  public init(
    name: SetName, songCount: Int, length: TimeLeft, plan: Plan?, lastSat: Moment? = nil
  ) {
    self.name = name
    self.songCount = songCount
    self.length = length
    self.plan = plan
    self.lastSat = lastSat
  }
}
