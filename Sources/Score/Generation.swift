/// Identifies an uninterrupted run of one segment, so that late events of earlier runs can be
/// dropped.
public struct Generation: Hashable, Sendable {
  /// The number of jumps so far: each selection, skip, seek, start and stop. The session raises it,
  /// and an engine takes it from the score.
  public var jump: Int
  /// The number of segment boundaries crossed since that jump.
  ///
  /// The engine raises it when it crosses a boundary: the event `crossed` still has the generation
  /// that ended, and events after it have the following one. The session raises its own when it
  /// receives `crossed`, and its score says so to the engine.
  public var segment: Int

  /// Creates the generation `segment` boundaries after the jump numbered `jump`.
  public init(jump: Int, segment: Int = 0) {
    self.jump = jump
    self.segment = segment
  }

  /// The generation that begins when the engine crosses into the next segment.
  public var following: Generation { Generation(jump: jump, segment: segment + 1) }
}
