/// The counts of a session, so far or at its end.
public struct SessionSummary: Hashable, Sendable {
  /// The number of songs in the session.
  public var songCount = 0
  /// The number of songs that were heard, at least in part.
  public var heardCount = 0
  /// The number of songs that failed while playing.
  public var failedCount = 0
  /// The number of strokes of bells.
  public var bellCount = 0
  /// How often the device ran out of sound, and for how long in all.
  public var underrunCount = 0
  /// For how long it had nothing to play then, in all.
  public var underrunTime: Duration = .zero
  /// The time listened to songs. Skipped parts are not counted; repeated parts are counted each time.
  public var listened: Duration = .zero

  /// Creates the counts of a session.
  public init(
    songCount: Int = 0, heardCount: Int = 0, failedCount: Int = 0, bellCount: Int = 0,
    listened: Duration = .zero
  ) {
    self.songCount = songCount
    self.heardCount = heardCount
    self.failedCount = failedCount
    self.bellCount = bellCount
    self.listened = listened
  }
}

/// The number and length of the picked songs.
public struct PickedTotal: Hashable, Sendable {
  /// The number of picked songs.
  public var count = 0
  /// The total of the known lengths.
  public var length: Duration = .zero
  /// The number of picked songs of unknown length.
  public var unknownCount = 0

  /// Creates a total.
  public init(count: Int = 0, length: Duration = .zero, unknownCount: Int = 0) {
    self.count = count
    self.length = length
    self.unknownCount = unknownCount
  }
}
