public import Score

/// The published state of a session, except for the modes of its songs.
///
/// A value: what you change in a copy, to compare it with another state, does not change the session.
public struct SessionState: Hashable, Sendable {
  /// The phase of the session.
  public var phase: Phase = .picking
  /// How the latest session ended; `nil` before the first, and while listening.
  public var end: SessionEnd?
  /// The number of songs in the list.
  public var songCount = 0
  /// The current song's index in the list, from 0; `nil` unless listening, and in silence.
  public var current: Int?
  /// The index in the list of the song that follows the current one or the silence, which can be the
  /// same song; `nil` if none follows, and unless listening.
  public var upcoming: Int?
  /// Counts the songs that began, in all sessions, from 0. A song that begins again counts again:
  /// a single song that repeats, which changes no mode, or one that `previous` restarts. A seek is
  /// no beginning.
  public var beginningCount = 0
  /// The position in the current song or silence, from its beginning.
  public var position: Duration = .zero
  /// Why the current song is paused; `nil` while it plays, and unless listening.
  public var pauseCause: PauseCause?
  /// The listener's own volume of all that sounds in percent, 0 to 100, on a perceptual scale: 50
  /// sounds half as loud as 100 (-18 dB).
  public var ownVolume = 100
  /// The listener's own choice of whether songs that begin are brought to one loudness.
  public var ownLevel = Level.off
  /// The level with which the current song began; `nil` in silence, and unless listening. It differs
  /// from `level` if that was changed since: a change takes effect with the next song or jump.
  public var currentLevel: Level?
  /// The gain in dB that brings the current song to the loudness of `currentLevel`; `nil` if that is
  /// off, where it is not known yet, in silence, and unless listening.
  public var gain: Double?
  /// How much of the current song is measured before it begins, in percent; `nil` unless it waits
  /// for that.
  public var measured: Int?
  /// The order of the list, and the order in which songs play.
  public var arrangement = Arrangement()
  /// The number and length of the picked songs.
  public var picked = PickedTotal()
  /// What sounds besides the songs, and when the session ends.
  public var plan = Plan()
  /// The session time: the time sat in the current or the latest session; negative while settling.
  public var elapsed: Duration = .zero
  /// The latest stroke of a bell in the current or the latest session.
  public var latestStroke: Cue?
  /// The counts of the current or the latest session.
  public var summary = SessionSummary()

  /// The generation of the current segment: each jump begins one, and so does each boundary that the
  /// engine crosses. A seek is a jump.
  public var generation = Generation(jump: 0)
  /// What the music lane plays: the current song or a silence of the plan; `nil` unless listening.
  public var segment: Segment?
  /// The segment that follows without a gap; `nil` if the session ends, and unless listening.
  public var next: Segment?
  /// The position in the current song at which this generation began.
  public var start: Duration = .zero
  /// Counts the beginnings of session time: each start, and each end of the settling by the user.
  public var sessionCount = 0
  /// The session time at the latest beginning: negative if it begins with settling.
  public var beginning: Duration = .zero
  /// What the songs of the current or the latest session need of an output; `nil` before the first.
  /// Songs that join later do not count.
  public var format: SoundFormat?

  /// Creates the state of a new session without songs.
  public init() {}

  /// The volume in percent: that of the plan, or the listener's own.
  public var volume: Int { plan.volume ?? ownVolume }
  /// Whether songs that begin are brought to one loudness, as the plan or the listener says.
  public var level: Level { plan.level ?? ownLevel }
  /// Whether the first song follows the last, as the plan says.
  public var isRepeating: Bool { plan.repeats }

  /// Whether the session is in the silence before session time 0.
  public var isSettling: Bool {
    if case .silence(length: _?) = segment { true } else { false }
  }

  /// Whether a silence is the current segment.
  public var isSilent: Bool { segment != nil && current == nil }

  /// Whether the session is in the silence after its last song.
  var isAfterMusic: Bool { segment == .silence(length: nil) }

  /// Whether the current song or silence plays or is paused; `nil` unless listening.
  public var transport: Transport? {
    guard phase == .listening else { return nil }
    return pauseCause == nil ? .playing : .paused
  }

  /// Whether the level takes effect with the next song or jump, because the current song began with
  /// another.
  public var isLevelAhead: Bool { currentLevel != nil && currentLevel != level }

  /// What the engine plays.
  public var score: Score {
    Score(
      generation: generation, segment: segment, start: start, next: next,
      transport: transport ?? .paused, volume: volume, level: level, session: sessionCount,
      beginning: beginning, plan: plan, isOver: phase == .finished, format: format)
  }
}
