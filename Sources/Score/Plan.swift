/// How long a session is, and what sounds besides its songs.
///
/// The empty plan is a session of the songs alone. Each part is independent of the others.
public struct Plan: Hashable, Sendable {
  /// When a session ends.
  public enum Length: Hashable, Sendable {
    /// With its last song.
    case songs
    /// When the user ends it.
    case open
    /// At this session time. After the last song, there is silence until then.
    case time(Duration)
  }

  /// When the session ends.
  public var length = Length.songs
  /// The silence before session time 0.
  public var settling = Duration.zero
  /// The strokes at session time 0.
  public var opening = Strokes.none
  /// The strokes at the end.
  public var closing = Strokes.none
  /// The strokes in between: what all of these rules give.
  public var bells: [BellRule] = []
  /// What is struck where strokes do not say.
  public var bell = Bell()
  /// How long the music takes to come in from silence at session time 0, and to reach silence at
  /// the end.
  public var fade = Duration.zero
  /// The pattern of the tone to breathe with; `nil` if there is none.
  public var breath: Breath?
  /// The volume of that tone in percent, 0 to 100, relative to the volume of the session.
  public var breathVolume = 100
  /// Whether the first song follows the last. An engine learns it from what follows each segment.
  public var repeats = false
  /// How long each song passes into the next one, in full; zero plays them one after the other as
  /// they are.
  public var crossfade = Duration.zero
  /// The volume of a session of this plan, in percent; `nil` if it is the listener's own.
  public var volume: Int?
  /// Whether songs of a session of this plan are brought to one loudness; `nil` if the listener
  /// decides.
  public var level: Level?

  /// Creates the empty plan.
  public init() {}

  /// Whether nothing is planned.
  public var isEmpty: Bool { self == Plan() }

  /// Whether nothing is planned but how the songs follow each other: the session sounds and is shown
  /// as one without a plan.
  public var isOfSongsAlone: Bool {
    var rest = self
    (rest.repeats, rest.crossfade) = (false, .zero)
    (rest.volume, rest.level) = (nil, nil)
    return rest.isEmpty
  }

  /// How long two songs of these lengths sound together, if the second follows the first: at most
  /// half of each, so that each is heard alone, too.
  public func overlap(of first: Duration, with second: Duration) -> Duration {
    min(crossfade, first / 2, second / 2)
  }

  /// The session time at which the session ends by itself; `nil` if the plan gives none.
  public var end: Duration? {
    switch length {
    case .time(let end): end
    case .songs, .open: nil
    }
  }

  /// Whether bells are struck.
  public var hasBells: Bool { !opening.isNone || !closing.isNone || !bells.isEmpty }

  /// The sounds of all strokes and of the bell.
  public var sounds: Set<Bell.Sound> {
    Set([bell.sound] + ([opening, closing] + bells.map(\.strokes)).compactMap(\.sound))
  }

  /// Whether the session goes on in silence after its last song.
  public var outlastsSongs: Bool { length != .songs }
}

/// Whether songs are brought to one loudness, -20 LUFS.
///
/// A song keeps the gain with which it began: a change applies to the next song that begins, and
/// after a jump.
public enum Level: String, CaseIterable, Hashable, Sendable {
  /// Each song has a gain of its own.
  case on
  /// Songs are as loud as they are: no sample changes.
  case off
  /// All songs of the list that are in one folder have one gain, so that they keep their differences.
  case album
}
