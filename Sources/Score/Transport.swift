/// Whether the current segment plays.
public enum Transport: Hashable, Sendable {
  case playing, paused
}
