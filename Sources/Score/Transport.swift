/// Whether the current segment plays.
public enum Transport: Hashable, Sendable {
  /// The segment plays.
  case playing
  /// Nothing sounds: the segment keeps its position, or there is no segment.
  case paused
}
