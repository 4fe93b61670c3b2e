/// What is to sound: a segment from a position, then the next one without a gap.
///
/// An engine that follows a new score compares generations. Another `jump` breaks off the sound
/// with a ramp and begins `segment` at `start`. The same `jump` is never a jump: only `next`,
/// `transport` and `volume` may have changed, or the session has caught up with a boundary that
/// the engine has already crossed (`generation.segment` grew).
public struct Score: Hashable, Sendable {
  /// The stretch of playing that this describes.
  public var generation: Generation
  /// The current segment; `nil` is silence.
  public var segment: Segment?
  /// Where in its first segment the generation began.
  public var start: Duration
  /// What follows `segment` without a gap; `nil` ends the session.
  public var next: Segment?
  /// Whether the segment plays.
  public var transport: Transport
  /// Loudness in percent of full scale, 0 to 100; 100 leaves samples untouched.
  public var volume: Int

  /// A score that plays `segment` from `start`.
  public init(
    generation: Generation = Generation(jump: 0), segment: Segment?, start: Duration = .zero,
    next: Segment? = nil,
    transport: Transport = .playing, volume: Int = 100
  ) {
    self.generation = generation
    self.segment = segment
    self.start = start
    self.next = next
    self.transport = transport
    self.volume = volume
  }
}
