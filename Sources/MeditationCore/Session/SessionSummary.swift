/// What became of a session, so far or at its end.
public struct SessionSummary: Hashable, Sendable {
  /// Songs in the session.
  public var songCount = 0
  /// Songs of which something was heard.
  public var heardCount = 0
  /// Songs that could not be played to their end.
  public var failedCount = 0
  /// Time listened: what was skipped is not counted, what was heard twice is counted twice.
  public var listened: Duration = .zero

  /// Whether there was a session, and not one of its songs could be played to its end.
  public var allFailed: Bool { songCount > 0 && failedCount == songCount }
}

/// What is picked.
public struct PickedTotal: Hashable, Sendable {
  /// Songs picked.
  public var count = 0
  /// The length of those whose length is known.
  public var length: Duration = .zero
  /// How many of them have no known length.
  public var unknownCount = 0
}
