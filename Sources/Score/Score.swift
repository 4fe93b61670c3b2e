/// What an engine plays: a segment from a position, then the next one without a gap.
///
/// An engine that follows a new score compares generations. If `jump` differs, it ramps the sound
/// down and begins `segment` at `start`. If `jump` is the same, the sound continues: only `next`,
/// `transport` and `volume` may differ, or the session has caught up with a boundary that the
/// engine has already crossed (`generation.segment` is greater).
public struct Score: Hashable, Sendable {
  /// The generation that this score describes.
  public var generation: Generation
  /// The current segment; `nil` is silence.
  public var segment: Segment?
  /// The position in its first segment at which the generation begins.
  public var start: Duration
  /// The segment that follows without a gap; `nil` ends the session.
  public var next: Segment?
  /// Whether the segment plays.
  public var transport: Transport
  /// The volume in percent, 0 to 100; 100 does not change the samples.
  public var volume: Int

  /// Creates a score that plays `segment` from `start`.
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
