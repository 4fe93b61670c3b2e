public import Score

/// One action or one piece of news, whole: told when all that it changed has been changed and told.
public struct SessionChange: Sendable {
  /// What set it off.
  public enum Cause: Hashable, Sendable {
    /// What a user did.
    case action(Action)
    /// What the engine reported.
    case engine(EngineEvent)
    /// Songs came to the end of the list: those from the earlier `songCount` on.
    case arrival
  }

  /// What set it off.
  public let cause: Cause
  /// What became of it.
  public let outcome: Outcome
  /// The changed modes, in the order in which they were told.
  public let changes: [ModeChange]
  /// The session before.
  public let before: SessionState
  /// The session after.
  public let after: SessionState
}
