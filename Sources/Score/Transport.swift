/// Whether the current segment plays.
public enum Transport: Hashable, Sendable {
  /// It plays.
  case playing
  /// It holds its position.
  case paused
}
