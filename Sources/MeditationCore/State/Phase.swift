/// The phase of a session.
public enum Phase: String, CaseIterable, Hashable, Sendable {
  /// The user picks songs; nothing plays.
  case picking
  /// The session plays, or is paused.
  case listening
  /// The session is over. `start` plays it again, `back` returns to picking.
  case finished
}
