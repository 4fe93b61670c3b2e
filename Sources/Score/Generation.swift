/// Names one stretch of playing, so that an event of an older one can be told from one of this.
public struct Generation: Hashable, Sendable {
  /// Counts the jumps: a selection, a skip, a seek, a start, a return to silence.
  public var jump: Int
  /// How many segments followed without a gap since that jump.
  public var segment: Int

  /// The stretch `segment` boundaries after the jump of number `jump`.
  public init(jump: Int, segment: Int = 0) {
    self.jump = jump
    self.segment = segment
  }

  /// The stretch that begins when this one runs into the next segment.
  public var following: Generation { Generation(jump: jump, segment: segment + 1) }
}
