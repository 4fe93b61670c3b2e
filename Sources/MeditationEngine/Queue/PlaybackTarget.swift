import MeditationPlan

/// The playback that all scores so far ask for: a pure value.
struct PlaybackTarget: Sendable {
  enum Following: Equatable {
    /// Unknown: the session has not caught up.
    case unknown
    /// Nothing: the session ends.
    case nothing
    /// This segment, without a gap.
    case segment(Segment)
  }

  /// The current generation. The player increments its segment at a boundary.
  private(set) var generation = Generation(jump: -1)
  /// The segment to play; `nil` is silence.
  private(set) var segment: Segment?
  /// Where in `segment` decoding begins after the latest jump.
  private(set) var start = Duration.zero
  private(set) var isPlaying = false
  /// True if what the device holds must not be heard.
  private(set) var dropsHeld = false
  /// True while the session needs each second's position.
  private(set) var decidesByTime = false
  /// Percent of full scale.
  private(set) var volume = 100
  /// How songs that begin are brought to the common loudness.
  private(set) var level = Level.off
  /// The rest of the session's target.
  private(set) var session = MixTarget()
  /// Counts the requests to play; a new one retries a lost device.
  private(set) var requestCount = 0
  /// The segment index of the latest score; what follows any later segment is unknown.
  private var knownIndex = 0
  /// The segment after the one at `knownIndex`; `nil` if none follows.
  private var next: Segment?

  /// Adds what `score` asks for, unless it is outdated; true if all decoded frames must be
  /// discarded, and decoding begins with the current segment.
  mutating func merge(_ score: Score) -> Bool {
    guard score.generation.jump >= generation.jump else { return false }
    let isNew = score.generation.jump > generation.jump
    let plays = score.transport == .playing
    if plays && (isNew || !isPlaying) { requestCount += 1 }
    isPlaying = plays
    dropsHeld = !plays && score.dropsHeld
    decidesByTime = score.decidesByTime
    volume = min(max(score.volume, 0), 100)
    level = score.level
    session.update(from: score)
    // The session has not received the latest boundary: its score is about an earlier segment.
    if !isNew && score.generation.segment < generation.segment { return false }
    knownIndex = score.generation.segment
    next = score.next
    // Another segment of this generation: the session decided anew while the player crossed over.
    guard isNew || score.generation != generation || score.segment != segment else { return false }
    generation = score.generation
    segment = score.segment
    start = isNew ? score.start : .zero
    return true
  }

  /// The successor of the segment at `index`.
  func following(_ index: Int) -> Following {
    guard index == knownIndex else { return .unknown }
    guard let next else { return .nothing }
    return .segment(next)
  }

  /// Notes that the player has crossed to `segment`.
  mutating func cross(to segment: Segment) {
    generation = generation.following
    self.segment = segment
  }
}

/// A session without its segments: its time, its plan, its end and its format.
struct MixTarget: Equatable, Sendable {
  /// Numbers the beginnings of session time.
  var number = 0
  /// The session time at its beginning.
  var beginning = Duration.zero
  /// When session time 0 is to be heard, by the system's clock; `nil` for no fixed time.
  var zero: Duration?
  var plan = Plan()
  /// True if the session is over.
  var isOver = false
  /// The format for its songs, for an output that keeps its format; `nil` leaves it to the first.
  var format: SoundFormat?
  /// Counts changes of the others, so that changes are found without comparing them.
  private(set) var version = 0

  /// Adopts what `score` says about the session.
  mutating func update(from score: Score) {
    // Dates grow beyond the longest length.
    let zero = score.zero.map { min(max($0, .longest * -100), .longest * 100) }
    var new = MixTarget(
      number: score.session, beginning: score.beginning.clampedSessionTime, zero: zero,
      plan: score.plan, isOver: score.isOver, format: score.format, version: version)
    guard version == 0 || new != self else { return }
    new.version += 1
    self = new
  }
}
