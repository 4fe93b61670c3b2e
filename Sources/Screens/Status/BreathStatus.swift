public import Score

/// The phase that a breath has come to.
public struct BreathStatus: Hashable, Sendable {
  /// The phase.
  public var phase: Breath.Phase
  /// The time left in it.
  public var left: Duration
  /// The pattern of the breath.
  public var pattern: Breath

  /// Creates the status of `pattern` at session time `time`; `nil` if there is no breath then.
  ///
  /// - Parameter end: When the session ends, if that is known.
  public init?(_ pattern: Breath, at time: Duration, end: Duration?) {
    guard let (phase, passed) = pattern.phase(at: time),
      end.map({ time < pattern.end(before: $0) }) ?? true
    else { return nil }
    self.phase = phase
    left = pattern.length(of: phase) - passed
    self.pattern = pattern
  }
}
