import Score

/// What the session wants, as its scores add up: a pure value, no thread of its own.
struct Plan: Sendable {
  /// What comes after a segment.
  enum Following: Equatable {
    /// A score that says so has still to come.
    case unknown
    /// Nothing: the session ends.
    case nothing
    /// This segment, without a gap.
    case segment(Segment)
  }

  /// What a score asks of the queue.
  enum Change: Equatable {
    /// Nothing new for the decoder.
    case none
    /// All that was decoded is useless: begin with the current segment.
    case jump
  }

  /// The stretch that sounds, or is to sound. Its segment
  /// index grows when the *player* crosses a boundary.
  private(set) var generation = Generation(jump: 0)
  /// What that stretch plays; `nil` is silence.
  private(set) var segment: Segment?
  /// Where in `segment` decoding begins after the latest jump.
  private(set) var start = Duration.zero
  /// Whether the transport runs.
  private(set) var isPlaying = false
  /// Percent of full scale.
  private(set) var volume = 100
  /// How often playing was asked for anew: each is a wish to try a lost device at once.
  private(set) var requestCount = 0
  /// The segment index of the latest score; what follows any later segment is unknown.
  private var knownIndex = 0
  /// What follows the segment of `knownIndex`.
  private var next: Segment?
  /// Whether any score came.
  private var hasBegun = false

  /// Takes `score`.
  mutating func follow(_ score: Score) -> Change {
    guard !hasBegun || score.generation.jump >= generation.jump else { return .none }
    let isNew = !hasBegun || score.generation.jump > generation.jump
    let plays = score.transport == .playing
    if plays && (isNew || !isPlaying) { requestCount += 1 }
    isPlaying = plays
    volume = min(max(score.volume, 0), 100)
    hasBegun = true
    // The session has not yet heard of the latest boundary: all else that it says is about a
    // segment that has ended.
    if !isNew && score.generation.segment < generation.segment { return .none }
    knownIndex = score.generation.segment
    next = score.next
    // Another segment in the generation that plays: the session changed its mind as the boundary
    // was being crossed.
    guard isNew || score.generation != generation || score.segment != segment else { return .none }
    generation = score.generation
    segment = score.segment
    start = isNew ? score.start : .zero
    return .jump
  }

  /// What comes after the segment of this index.
  func following(_ index: Int) -> Following {
    guard index == knownIndex else { return .unknown }
    guard let next else { return .nothing }
    return .segment(next)
  }

  /// Notes that the player went on to `segment`.
  mutating func cross(to segment: Segment) {
    generation = generation.following
    self.segment = segment
  }
}
