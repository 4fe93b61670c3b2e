/// Whether the current segment plays.
public enum Transport: Hashable, Sendable {
  /// The segment plays.
  case playing
  /// The segment keeps its position. Where there is no segment, nothing plays: a score of a session
  /// that has not begun, or is over, is paused.
  case paused
}
