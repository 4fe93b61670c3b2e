/// What became of an action.
public enum Outcome: Hashable, Sendable {
  /// It was done, and something changed.
  case changed
  /// It was so already.
  case unchanged
  /// It was refused; nothing changed.
  case refused(Refusal)
  /// It came from within a handler, and is performed when the running action has settled.
  case queued
  /// It was news of another stretch of playing than the present one; nothing changed.
  case dropped
}
