/// What an engine plays: a segment from a position, then the next one without a gap.
///
/// An engine that follows a new score compares generations. If `jump` differs, it ramps the sound
/// down and begins `segment` at `start`. If `jump` is the same, the sound continues: only `next`,
/// `transport`, `volume` and `level` may differ, or the session has caught up with a boundary that the
/// engine has already crossed (`generation.segment` is greater).
///
/// Bells and session time are independent of generations: a bell rings on through jumps. Session
/// time advances by what is played, silence included, and by nothing else. Strokes, fades and the
/// end follow from `plan` and session time, so that a changed plan applies at once to what is to
/// come.
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
  /// The volume of all that sounds in percent, 0 to 100; 100 does not change the samples.
  ///
  /// The scale is perceptual: the gain is the cube of the fraction, so that 50 sounds half as loud
  /// (-18 dB).
  public var volume: Int
  /// Whether songs that begin are brought to one loudness.
  public var level: Level
  /// Numbers the beginnings of session time. Where it changes, session time begins at `beginning`,
  /// and bells that still ring are ramped down.
  public var session: Int
  /// The session time at the beginning: negative while settling.
  public var beginning: Duration
  /// What sounds besides the segments, and when the session ends.
  public var plan: Plan
  /// Whether the session is over. The closing bells are struck now, unless the plan's end has passed
  /// and they have begun, and the bells ring out. If it is `false` without a segment, they are
  /// ramped down.
  public var isOver: Bool
  /// What the songs of the session need of an output that keeps its format: a file, or the device of
  /// a session with a plan. `nil` leaves it to the first song.
  public var format: SoundFormat?

  /// Creates a score that plays `segment` from `start`.
  public init(
    generation: Generation = Generation(jump: 0), segment: Segment?, start: Duration = .zero,
    next: Segment? = nil,
    transport: Transport = .playing, volume: Int = 100, level: Level = .off,
    session: Int = 0, beginning: Duration = .zero, plan: Plan = Plan(), isOver: Bool = false,
    format: SoundFormat? = nil
  ) {
    self.generation = generation
    self.segment = segment
    self.start = start
    self.next = next
    self.transport = transport
    self.volume = volume
    self.level = level
    self.session = session
    self.beginning = beginning
    self.plan = plan
    self.isOver = isOver
    self.format = format
  }
}
