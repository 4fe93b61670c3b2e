public import MeditationPlan

/// One action or event, emitted after everything that it changed has been emitted.
public struct SessionChange: Hashable, Sendable {
  /// The cause of a change.
  public enum Cause: Hashable, Sendable {
    /// An action of the user.
    case action(Action)
    /// An event of the engine.
    case engine(EngineEvent)
    /// Songs were appended to the list; their indices begin at the earlier `songCount`.
    case arrival
    /// The exact length of a song was found.
    case length(SongID, Duration)
  }

  /// The cause.
  public let cause: Cause
  /// The result.
  public let outcome: Outcome
  /// The changed modes, in the order in which they were emitted.
  public let changes: [ModeChange]
  /// The state before.
  public let before: SessionState
  /// The state after.
  public let after: SessionState

  /// The cue that caused it; `nil` if none did.
  package var cue: Cue? {
    guard case .engine(let event) = cause, case .cue(let cue) = event.kind, outcome != .dropped
    else { return nil }
    return cue
  }

  /// True if only the position went on, which it does about ten times a second.
  package var isStep: Bool {
    guard case .engine(let event) = cause, event.kind == .position else { return false }
    // At a position, a rehearsal can jump or end, and the time of a session can be up.
    return before.sessionCount == after.sessionCount && before.phase == after.phase
      && before.next == after.next
  }

  package func changed<Value: Equatable>(_ property: KeyPath<SessionState, Value>) -> Bool {
    before[keyPath: property] != after[keyPath: property]
  }

  /// True if session time jumped in a running session.
  package var movesTime: Bool {
    before.phase == .listening && after.phase == .listening && after.jumped != nil
      && before.sessionCount != after.sessionCount
  }

  /// Creates a change, for comparisons.
  public init(
    cause: Cause, outcome: Outcome, changes: [ModeChange], before: SessionState,
    after: SessionState
  ) {
    self.cause = cause
    self.outcome = outcome
    self.changes = changes
    self.before = before
    self.after = after
  }
}
