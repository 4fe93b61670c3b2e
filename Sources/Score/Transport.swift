/// Whether the current segment plays.
public enum Transport: Hashable, Sendable {
  /// The segment plays.
  case playing
  /// The segment keeps its position. A score without a segment is paused, too.
  case paused
}
