/// The result of an action or an event.
public enum Outcome: Hashable, Sendable {
  /// It changed the session.
  case changed
  /// It was valid but changed nothing.
  case unchanged
  /// It was refused; nothing changed.
  case refused(Refusal)
  /// It waits: until the running action has settled, or, for appended songs, until picking.
  case queued
  /// It was an event of another generation; nothing changed.
  case dropped
}
