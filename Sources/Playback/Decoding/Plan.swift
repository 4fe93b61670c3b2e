/// What the session wants, boiled down from its intents: a pure value, no thread of its own.
struct Plan: Sendable {
  /// What comes after a leg.
  enum Following: Equatable {
    /// An intent that says so has still to come.
    case unknown
    /// Nothing: the session ends.
    case nothing
    /// This track, without a gap.
    case track(Track)
  }

  /// What an intent asks of the queue.
  enum Change: Equatable {
    /// Nothing new for the decoder.
    case none
    /// All that was decoded is useless: begin with the current track.
    case jump
  }

  /// The stretch that sounds, or is to sound. Its leg grows when the *player* crosses a boundary.
  private(set) var stamp = Stamp(generation: 0)
  /// The track of that stretch; `nil` is silence.
  private(set) var track: Track?
  /// Where in `track` decoding begins after the latest jump.
  private(set) var start = Duration.zero
  /// Whether the transport runs.
  private(set) var isPlaying = false
  /// Percent of full scale.
  private(set) var volume = 100
  /// How often playing was asked for anew: each is a wish to try a lost device at once.
  private(set) var requestCount = 0
  /// The leg of the latest intent; what follows any later leg is unknown.
  private var knownLeg = 0
  /// What follows `knownLeg`.
  private var next: Track?
  /// Whether any intent came.
  private var hasBegun = false

  /// Takes `intent`.
  mutating func follow(_ intent: PlaybackIntent) -> Change {
    guard !hasBegun || intent.stamp.generation >= stamp.generation else { return .none }
    let isNew = !hasBegun || intent.stamp.generation > stamp.generation
    if intent.isPlaying && (isNew || !isPlaying) { requestCount += 1 }
    isPlaying = intent.isPlaying
    volume = min(max(intent.volume, 0), 100)
    hasBegun = true
    // The session has not yet heard of the latest boundary: all else that it says is about a
    // track that has ended.
    if !isNew && intent.stamp.leg < stamp.leg { return .none }
    knownLeg = intent.stamp.leg
    next = intent.next
    // Another track under a name that we play by: the session changed its mind as the boundary
    // was being crossed.
    guard isNew || intent.stamp != stamp || intent.track != track else { return .none }
    stamp = intent.stamp
    track = intent.track
    start = isNew ? intent.start : .zero
    return .jump
  }

  /// What comes after `leg`.
  func following(_ leg: Int) -> Following {
    guard leg == knownLeg else { return .unknown }
    guard let next else { return .nothing }
    return .track(next)
  }

  /// Notes that the player went on to `track`.
  mutating func cross(to track: Track) {
    stamp = stamp.following
    self.track = track
  }
}
