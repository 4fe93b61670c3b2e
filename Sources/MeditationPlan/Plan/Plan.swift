// A plan, its parts, and the list of its clauses. A new clause is a file of its own beside those in
// `Clauses`, and here a property of `Plan` or `Part`, a case of `PlanChange`, and its rows in the
// switch and the lists below. What sounds is the engine's.

/// How long a session is, and what sounds besides its songs.
///
/// The empty plan is a session of the songs alone. Each clause is independent of the others. Some hold
/// for the whole session, some for one of its parts, which follow each other; most plans have one.
///
/// A session checks the limits of each clause (`PlanLimit`). An engine caps only times, at 68 years.
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

  /// The parts, one after the other; never none. All but the last have a time for a length.
  public var parts = [Part()] {
    didSet { if parts.isEmpty { parts = [Part()] } }
  }
  /// The strokes that open the session, unless its first part has an opening of its own.
  public var sessionOpening = Strokes.none
  /// The strokes that close the session, unless its last part has a closing of its own. They stay at the
  /// end when a part is added, taken out or moved.
  public var sessionClosing = Strokes.none
  /// The silence before session time 0: the first segment of a score.
  public var settling = Duration.zero
  /// The time of day of session time 0, until which the settling lasts; `nil` begins at once.
  public var begin: TimeOfDay?
  /// The time of day at which the session ends; `nil` if lengths decide. In a session, the clock gives
  /// the last part its length (``Part/lengthBeforeSkip``).
  public var until: TimeOfDay?
  /// True if a session whose time is up ends only with the song that plays then.
  public var playsWholeSongs = false
  /// The bell for strokes that name no sound or volume of their own.
  public var bell = Bell()
  /// How long the music takes to come in at session time 0, and to reach silence at the end.
  public var fade = Fade.off
  /// The volume of the tone to breathe with, in percent, 0 to 100, relative to the session's.
  public var breathVolume = 100
  /// How songs repeat. An engine learns it from what follows each segment.
  public var repeats = Repeat.off
  /// How long each song passes into the next, in full; zero plays them one after the other.
  public var crossfade = Duration.zero
  /// The layers under the whole session; those under a part alone are the part's.
  public var under: [Layer] = []
  /// The volume of all that is spoken, in percent, 0 to 100, relative to the volume of the session.
  public var voiceVolume = 100
  /// Sentences at times; `nil` if there are none.
  public var guide: Guide?
  /// The volume of a session of this plan, in percent; `nil` if it is the listener's own.
  public var volume: Int?
  /// How songs of this plan are brought to one loudness; `nil` leaves that to the listener.
  public var level: Level?

  /// Creates the empty plan.
  public init() {}

  /// True if nothing is planned.
  public var isEmpty: Bool { self == Plan() }

  /// True if nothing is planned but how songs follow each other, as in a session without a plan.
  public var isOfSongsAlone: Bool {
    var rest = self
    (rest.repeats, rest.crossfade) = (.off, .zero)
    (rest.volume, rest.level) = (nil, nil)
    return rest.isEmpty
  }

  /// How long two songs of these lengths sound together, if the second follows the first: at most
  /// half of each, so that each is also heard alone. After a jump, `first` is what is left of it.
  public func overlap(of first: Duration, with second: Duration) -> Duration {
    max(min(crossfade, first / 2, second / 2), .zero)
  }

  /// True if bells are struck.
  public var hasBells: Bool {
    soundingParts.contains { !$0.opening.isNone || !$0.closing.isNone || !$0.bells.isEmpty }
  }

  /// The sounds of all strokes and of the bell.
  public var sounds: Set<Bell.Sound> {
    Set(
      [bell.sound]
        + ([sessionOpening, sessionClosing] + parts.flatMap(\.strokes)).compactMap(\.sound))
  }

  /// True if the session goes on in silence after its last song.
  public var outlastsSongs: Bool { length != .songs }
}

// MARK: - Parts

/// A part of a session: what differs from one to the next.
public struct Part: Hashable, Sendable {
  /// The title; empty if it has none.
  public var title = ""
  /// When it ends. A time is counted from its beginning.
  public var length = Plan.Length.songs
  /// Its length in the next session, if this one left it early or the clock ends it; `nil` otherwise.
  public var lengthBeforeSkip: Plan.Length?
  /// The strokes at its beginning that were said of this part.
  public var opening = Strokes.none
  /// The strokes at its end that were said of this part.
  public var closing = Strokes.none
  /// The strokes in between, by all of these rules. Their times count from the part's beginning.
  public var bells: [BellRule] = []
  /// The pattern of the tone to breathe with, which begins with the part; `nil` if there is none.
  public var breath: Breath?
  /// True if the music plays. If not, it fades out, waits, and goes on at the very frame in the next
  /// part that has it. So does the silence after the last song. In a part that comes sooner than planned,
  /// the fade may end after the part has begun.
  public var hasMusic = true
  /// The layers under it, beside those under the session.
  public var under: [Layer] = []
  /// The recorded speech in it.
  public var voices: [Voice] = []

  /// Creates a part without anything but a length.
  public init(_ title: String = "", _ length: Plan.Length = .songs) {
    self.title = title
    self.length = length
  }

  /// All strokes, of every occasion.
  fileprivate var strokes: [Strokes] { [opening, closing] + bells.map(\.strokes) }

  /// How long it is, at most 68 years; `nil` if that is not a time.
  public var duration: Duration? {
    if case .time(let time) = length { time.clampedSessionTime } else { nil }
  }
}

extension Plan {
  package var unskipped: Plan {
    var plan = self
    for index in plan.parts.indices {
      if let length = plan.parts[index].lengthBeforeSkip { plan.parts[index].length = length }
      plan.parts[index].lengthBeforeSkip = nil
      for voice in plan.parts[index].voices.indices {
        plan.parts[index].voices[voice].skipped = .zero
      }
    }
    return plan
  }

  /// The plan, in a session whose plan is `other`, with what the listener skipped of that.
  ///
  /// - Parameter current: The index of the current part: until then, both have the same parts.
  package func skipping(as other: Plan, until current: Int = -1) -> Plan {
    var plan = self
    for (index, (var part, old)) in zip(parts, other.parts).enumerated() {
      if let length = old.lengthBeforeSkip, length == part.length || index <= current {
        (part.length, part.lengthBeforeSkip) = (old.length, part.lengthBeforeSkip ?? part.length)
      }
      for voice in part.voices.indices {
        let same = old.voices.first {
          ($0.path, $0.time) == (part.voices[voice].path, part.voices[voice].time)
        }
        part.voices[voice].skipped = same?.skipped ?? part.voices[voice].skipped
      }
      plan.parts[index] = part
    }
    return plan
  }

  /// True if there is more than one part, or one with a title: they are told as they begin.
  public var hasParts: Bool { parts.count > 1 || !parts[0].title.isEmpty }

  /// The name of a part: its title, or "Part 2".
  package func name(ofPart index: Int) -> String {
    parts[index].title.isEmpty ? "Part \(index + 1)" : parts[index].title
  }

  /// The parts with the strokes that open the session in the first, and those that close it in the last.
  public var soundingParts: [Part] {
    var parts = parts
    (parts[0].opening, parts[parts.count - 1].closing) = (opening, closing)
    return parts
  }

  /// The plan where strokes and layers of a single part without a title are those of the session.
  package var withSoundsOfSession: Plan {
    guard !hasParts else { return self }
    var plan = self
    (plan.opening, plan.closing) = (opening, closing)
    (plan.under, plan.parts[0].under) = (under.replaced(by: parts[0].under), [])
    return plan
  }

  // MARK: The session as a whole

  /// True if the session ends at a time of day, and it is not known yet when that is.
  package var awaitsClock: Bool { until != nil && parts.last?.lengthBeforeSkip == nil }

  /// When the session ends. A new length is the last part's: it ends at that session time.
  public var length: Length {
    get {
      if awaitsClock { return .open }
      return if case .time(let time)? = parts.last?.length {
        .time(begin(ofPart: parts.count - 1) + time.clampedSessionTime)
      } else {
        parts[parts.count - 1].length
      }
    }
    set {
      parts[parts.count - 1].length =
        if case .time(let time) = newValue {
          .time(time.clampedSessionTime - begin(ofPart: parts.count - 1))
        } else {
          newValue
        }
    }
  }

  /// The session time at which the session ends by itself; `nil` if the plan gives none.
  public var end: Duration? { end(ofPart: parts.count - 1) }

  /// The strokes at session time 0: those of the first part, or else the session's.
  public var opening: Strokes {
    get { parts[0].opening.isNone ? sessionOpening : parts[0].opening }
    set { (sessionOpening, parts[0].opening) = (newValue, .none) }
  }

  /// The strokes at the end: those of the last part, or else the session's.
  public var closing: Strokes {
    get { parts[parts.count - 1].closing.isNone ? sessionClosing : parts[parts.count - 1].closing }
    set { (sessionClosing, parts[parts.count - 1].closing) = (newValue, .none) }
  }

  /// The rules for strokes in between of the first part.
  public var bells: [BellRule] {
    get { parts[0].bells }
    set { parts[0].bells = newValue }
  }

  /// The pattern of the first part's tone to breathe with; `nil` if there is none.
  public var breath: Breath? {
    get { parts[0].breath }
    set { parts[0].breath = newValue }
  }
}

// MARK: - Changes, and the list of clauses

/// A change of one clause of a plan, or of its parts.
///
/// A clause of a part is about the part that the changes before it named or added; else about the
/// current one, and before a session about the last one.
public enum PlanChange: Hashable, Sendable {
  /// When the session, or a part of it, ends.
  case length(Plan.Length)
  /// Lengthens or shortens a part by this time, which one without a length has from now on.
  case lengthen(Duration)
  /// The silence before session time 0.
  case settling(Duration)
  /// The time of day of session time 0; `nil` is at once.
  case begin(TimeOfDay?)
  /// The time of day at which the session ends; `nil` leaves that to lengths.
  case until(TimeOfDay?)
  /// True if the song that plays when the time is up is heard to its end, which is that of the session.
  case wholeSongs(Bool)
  /// The strokes that open the session, or the part that was named or added before.
  case opening(Strokes)
  /// The strokes that close the session, or the part that was named or added before.
  case closing(Strokes)
  /// The strokes in between, in place of those that there were.
  case bells([BellRule])
  /// One more rule for strokes in between.
  case also(BellRule)
  /// The sound of strokes that name none.
  case bell(Bell.Sound)
  /// The bell's volume in percent.
  case bellVolume(Int)
  /// How long the music fades in and out.
  case fade(Fade)
  /// How long the music fades in.
  case fadeIn(Duration)
  /// How long the music fades out.
  case fadeOut(Duration)
  /// The tone to breathe with; `nil` is none.
  case breath(Breath?)
  /// The volume of the tone to breathe with, in percent.
  case breathVolume(Int)
  /// True if the music plays, or waits until a part that has it.
  case music(Bool)
  /// The layers under the session or a part, in place of those that there were.
  case under([Layer])
  /// Adds a layer, or changes the one with the same sound.
  case layer(Layer)
  /// Takes out the layer with this sound.
  case removeLayer(Layer.Sound)
  /// Makes the layer with this sound louder by this many percent, or softer.
  case layerVolume(Layer.Sound, by: Int)
  /// The voices of a part, in place of those that there were.
  case voices([Voice])
  /// Adds a voice to a part.
  case voice(Voice)
  /// Goes ahead by this time in what is spoken, or back.
  case moveVoice(Duration)
  /// The volume of all that is spoken, in percent.
  case voiceVolume(Int)
  /// Sentences at times; `nil` is none.
  case guide(Guide?)
  /// How songs repeat.
  case `repeat`(Repeat)
  /// How long songs pass into each other.
  case crossfade(Duration)
  /// The volume in percent, as long as this plan is the session's.
  case volume(Int)
  /// How songs are brought to one loudness, as long as this plan is the session's.
  case level(Level)
  /// Adds a part; the first one of a plan whose only part has neither a length nor a title.
  case then(Plan.Length, title: String)
  /// Names the part with this number, from 1, for the changes that follow.
  case part(Int)
  /// Takes out the part with this number.
  case removePart(Int)
  /// Moves the part with this number, so that it has another one.
  case movePart(Int, to: Int)
  /// Ends the current part, at a whole second for which an engine has not mixed yet, half a second away or
  /// more; at its own end if that comes before.
  case nextPart
  /// Empties the plan.
  case off
}

extension PlanChange: CustomStringConvertible {
  /// The change as in code, with values as in the notation: `opening(2 gong, 4.0 seconds apart)`.
  public var description: String {
    switch self {
    case .nextPart: return "nextPart"
    case .off: return "off"
    default: break
    }
    guard let (name, values) = Mirror(reflecting: self).children.first, let name else { return "" }
    // Several values are a tuple, which has its own parentheses.
    let text = Self.text(of: values)
    return Mirror(reflecting: values).displayStyle == .tuple ? name + text : "\(name)(\(text))"
  }

  /// `value` as text; an optional as what it wraps, or `nil`.
  package static func text(of value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return "\(value)" }
    return mirror.children.first.map { text(of: $0.value) } ?? "nil"
  }
}

extension PlanChange {
  /// The edit of one clause that the change is; `nil` if it is about parts, or about all of the plan.
  package var edit: (any PlanEdit)? {
    switch self {
    case .length(let length): LengthClause(value: length)
    case .lengthen(let time): Lengthening(time: time)
    case .settling(let time): SettlingClause(value: time)
    case .begin(let time): BeginClause(value: time)
    case .until(let time): UntilClause(value: time)
    case .wholeSongs(let isOn): WholeSongsClause(value: isOn)
    case .opening(let strokes): OpeningClause(value: strokes)
    case .closing(let strokes): ClosingClause(value: strokes)
    case .bells(let rules): BellsClause(value: rules)
    case .also(let rule): AddedBells(rule: rule)
    case .bell(let sound): BellClause(value: sound)
    case .bellVolume(let percent): BellVolumeClause(value: percent)
    case .fade(let fade): FadeClause(value: fade)
    case .fadeIn(let time): OneFade(isOut: false, time: time)
    case .fadeOut(let time): OneFade(isOut: true, time: time)
    case .breath(let breath): BreathClause(value: breath)
    case .breathVolume(let percent): BreathVolumeClause(value: percent)
    case .music(let plays): MusicClause(value: plays)
    case .under(let layers): UnderClause(value: layers)
    case .layer(let layer): LayerEdit(sound: layer.sound, kind: .added(layer))
    case .removeLayer(let sound): LayerEdit(sound: sound, kind: .removed)
    case .layerVolume(let sound, let percent): LayerEdit(sound: sound, kind: .louder(percent))
    case .voices(let voices): VoicesClause(value: voices)
    case .voice(let voice): AddedVoice(voice: voice)
    case .moveVoice(let time): MovedVoice(time: time)
    case .voiceVolume(let percent): VoiceVolumeClause(value: percent)
    case .guide(let guide): GuideClause(value: guide)
    case .repeat(let repeats): RepeatClause(value: repeats)
    case .crossfade(let time): CrossfadeClause(value: time)
    case .volume(let percent): VolumeClause(percent: percent)
    case .level(let level): LevelClause(level: level)
    case .then, .part, .removePart, .movePart, .nextPart, .off: nil
    }
  }
}

package enum PlanClauses {
  package static let all: [any PlanClause.Type] = [
    LengthClause.self, UntilClause.self, WholeSongsClause.self, SettlingClause.self,
    BeginClause.self, OpeningClause.self, BellsClause.self, ClosingClause.self,
    BellClause.self, BellVolumeClause.self, FadeClause.self,
    BreathClause.self, BreathVolumeClause.self, MusicClause.self, UnderClause.self,
    VoicesClause.self, VoiceVolumeClause.self, GuideClause.self, RepeatClause.self,
    CrossfadeClause.self, VolumeClause.self, LevelClause.self,
  ]
}
