public import MeditationPlan

// The table of the clauses of a plan: what each one sets, its limit, and when it has passed. A new
// clause is a case of `PlanChange`, a row in `clause` and a value in `Plan.clauses` or
// `Part.clauses`; how it is typed is a row of the same order in `PlanClauses` of the command language.

/// A change of one clause of a plan, or of its parts.
///
/// A clause of a part is about the part that the changes before it named or added; else about the
/// current one, and before a session about the last one.
public enum PlanChange: Hashable, Sendable {
  /// When the session, or a part of it, ends.
  case length(Plan.Length)
  /// Lengthens the session or a part of it by this time, or shortens it. One that has no length yet
  /// gets this one; while listening, from now on.
  case lengthen(Duration)
  /// The silence before session time 0.
  case settling(Duration)
  /// The time of day of session time 0; `nil` is at once.
  case begin(TimeOfDay?)
  /// The strokes at session time 0, or where a part begins. Said before the parts, they are those of the
  /// first part, whichever that is.
  case opening(Strokes)
  /// The strokes at the end of the session, or of a part. Said before the parts, they are those of the
  /// last part, whichever that is.
  case closing(Strokes)
  /// The strokes in between, in place of those that there were.
  case bells([BellRule])
  /// One more rule for strokes in between.
  case also(BellRule)
  /// What is struck where strokes do not say.
  case bell(Bell.Sound)
  /// The bell's volume in percent.
  case bellVolume(Int)
  /// How long the music fades in and out.
  case fade(Duration)
  /// The tone to breathe with; `nil` is none.
  case breath(Breath?)
  /// The volume of the tone to breathe with, in percent.
  case breathVolume(Int)
  /// True if the music plays, or waits until a part that has it.
  case music(Bool)
  /// What lies under the session, in place of what there was.
  case under([Layer])
  /// Adds a layer, or changes the one with the same sound.
  case layer(Layer)
  /// Takes out the layer with this sound.
  case removeLayer(Layer.Sound)
  /// Makes the layer with this sound louder by this many percent, or softer.
  case layerVolume(Layer.Sound, by: Int)
  /// What is spoken in a part, in place of what there was.
  case voices([Voice])
  /// Adds a voice to a part.
  case voice(Voice)
  /// Goes ahead by this time in what is spoken, or back.
  case moveVoice(Duration)
  /// The volume of all that is spoken, in percent.
  case voiceVolume(Int)
  /// Sentences at times; `nil` is none.
  case guide(Guide?)
  /// True if the first song follows the last, and the last precedes the first.
  case `repeat`(Bool)
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
  /// Ends the current part of a session that is listening, at the next whole second that is at least half
  /// a second away, for which an engine has not mixed yet.
  case nextPart
  /// Empties the plan.
  case off
}

extension PlanChange: CustomStringConvertible {
  /// The change as it is written in code, with values in the words of the notation:
  /// `opening(2 gong, 4.0 seconds apart)`.
  public var description: String {
    switch self {
    case .length(let length): "length(\(length))"
    case .lengthen(let time): "lengthen(\(time))"
    case .settling(let time): "settling(\(time))"
    case .begin(let time): "begin(\(time.map { "second \($0.second)" } ?? "nil"))"
    case .opening(let strokes): "opening(\(strokes))"
    case .closing(let strokes): "closing(\(strokes))"
    case .bells(let rules): "bells(\(rules))"
    case .also(let rule): "also(\(rule))"
    case .bell(let sound): "bell(\(sound))"
    case .bellVolume(let percent): "bellVolume(\(percent))"
    case .fade(let time): "fade(\(time))"
    case .breath(let breath): "breath(\(breath.map { "\($0)" } ?? "nil"))"
    case .breathVolume(let percent): "breathVolume(\(percent))"
    case .music(let plays): "music(\(plays))"
    case .under(let layers): "under(\(layers))"
    case .layer(let layer): "layer(\(layer))"
    case .removeLayer(let sound): "removeLayer(\(sound))"
    case .layerVolume(let sound, let percent): "layerVolume(\(sound), by: \(percent))"
    case .voices(let voices): "voices(\(voices))"
    case .voice(let voice): "voice(\(voice))"
    case .moveVoice(let time): "moveVoice(\(time))"
    case .voiceVolume(let percent): "voiceVolume(\(percent))"
    case .guide(let guide): "guide(\(guide?.path ?? "nil"))"
    case .repeat(let repeats): "repeat(\(repeats))"
    case .crossfade(let time): "crossfade(\(time))"
    case .volume(let percent): "volume(\(percent))"
    case .level(let level): "level(\(level))"
    case .then(let length, let title): "then(\(length), title: \"\(title)\")"
    case .part(let number): "part(\(number))"
    case .removePart(let number): "removePart(\(number))"
    case .movePart(let number, let other): "movePart(\(number), to: \(other))"
    case .nextPart: "nextPart"
    case .off: "off"
    }
  }
}

extension PlanChange {
  /// The row of this change in the table; `nil` if it is about all clauses, or about parts.
  fileprivate var clause: PlanClause? {
    switch self {
    case .length(.time(let end)):
      PlanClause(\Part.length, .time(end), exceeds: end.isSessionTime ? nil : .length)
    case .length(let length): PlanClause(\Part.length, length)
    case .lengthen(let offset):
      PlanClause(
        \Part.length,
        exceeds: offset.isSessionTime
          || (Duration.zero - PlanLimit.longest..<Duration.zero) ~= offset
          ? nil : .length
      ) { part, now in .time(max((part.duration ?? max(now, .zero)) + offset, .zero)) }
    case .settling(let time):
      PlanClause(
        \Plan.settling, time, exceeds: time.isUpTo(.seconds(3600)) ? nil : .settling,
        passes: .atStart)
    case .begin(let time): PlanClause(\Plan.begin, time, passes: .afterSettling)
    case .opening(let strokes):
      PlanClause(\Part.opening, strokes, exceeds: strokes.exceededLimit, passes: .afterSettling)
    case .bells(let rules): PlanClause(\Part.bells, rules, exceeds: rules.exceededLimit)
    case .also(let rule):
      PlanClause(\Part.bells, exceeds: [rule].exceededLimit) { part, _ in part.bells + [rule] }
    case .closing(let strokes):
      PlanClause(\Part.closing, strokes, exceeds: strokes.exceededLimit)
    case .bell(let sound): PlanClause(\Plan.bell.sound, sound)
    case .bellVolume(let percent):
      PlanClause(\Plan.bell.volume, percent, exceeds: 0...100 ~= percent ? nil : .volume)
    case .fade(let time):
      PlanClause(\Plan.fade, time, exceeds: time.isUpTo(.seconds(600)) ? nil : .fade)
    case .breath(let breath):
      PlanClause(\Part.breath, breath, exceeds: breath?.isWithinLimits ?? true ? nil : .breath)
    case .breathVolume(let percent):
      PlanClause(\Plan.breathVolume, percent, exceeds: 0...100 ~= percent ? nil : .volume)
    case .music(let plays): PlanClause(\Part.hasMusic, plays)
    case .under(let layers):
      PlanClause(\Plan.under, layers, exceeds: layers.exceededLimit)
    case .layer(let layer):
      PlanClause(\Plan.under, exceeds: [layer].exceededLimit) { plan in
        plan.under.filter { $0.sound != layer.sound } + [layer]
      }
    case .removeLayer(let sound):
      PlanClause(\Plan.under) { plan in plan.under.filter { $0.sound != sound } }
    case .layerVolume(let sound, let percent):
      PlanClause(\Plan.under) { plan in plan.under.changingVolume(of: sound, by: percent) }
    case .voices(let voices):
      PlanClause(\Part.voices, voices, exceeds: voices.exceededLimit)
    case .voice(let voice):
      PlanClause(\Part.voices, exceeds: [voice].exceededLimit) { part, _ in
        part.voices.filter { ($0.path, $0.time) != (voice.path, voice.time) } + [voice]
      }
    case .moveVoice(let time):
      PlanClause(
        \Part.voices,
        exceeds: max(time, .zero - time.clampedSessionTime).isSessionTime ? nil : .length
      ) { part, now in part.voices.moving(by: time, at: now) }
    case .voiceVolume(let percent):
      PlanClause(\Plan.voiceVolume, percent, exceeds: 0...100 ~= percent ? nil : .volume)
    case .guide(let guide):
      PlanClause(
        \Plan.guide, guide, exceeds: guide?.lines.count ?? 0 <= 1_000 ? nil : .lines)
    case .repeat(let repeats): PlanClause(\Plan.repeats, repeats)
    case .crossfade(let time):
      PlanClause(\Plan.crossfade, time, exceeds: time.isUpTo(.seconds(30)) ? nil : .crossfade)
    case .volume(let percent):
      PlanClause(\Plan.volume, percent, exceeds: 0...100 ~= percent ? nil : .volume)
    case .level(let level): PlanClause(\Plan.level, level)
    case .then, .part, .removePart, .movePart, .nextPart, .off: nil
    }
  }
}

extension PlanChange {
  /// True if the change is about one part, whatever was said before it. Strokes that open and close are
  /// not: before the parts, they are those of the session.
  package var isOfOnePart: Bool {
    switch self {
    case .opening, .closing: false
    case .then, .part, .removePart, .movePart, .nextPart: true
    default: clause?.isOfPart ?? false
    }
  }
}

/// A row of the table of clauses.
private struct PlanClause {
  /// When a session has passed a clause, so that it can no longer be changed.
  enum Passing {
    case never, atStart, afterSettling
  }

  /// Identifies the clause.
  let property: AnyKeyPath
  /// Sets the clause in a plan and the part that is meant, which has come to a time of its own.
  let set: (inout Plan, _ part: Int, Duration) -> Void
  /// The limit that the change exceeds.
  let limit: PlanLimit?
  let passing: Passing
  /// True if it is a clause of a part.
  var isOfPart: Bool { property is PartialKeyPath<Part> }

  init<Value>(
    _ property: WritableKeyPath<Plan, Value>, _ value: Value, exceeds limit: PlanLimit? = nil,
    passes passing: Passing = .never
  ) {
    self.property = property
    set = { plan, _, _ in plan[keyPath: property] = value }
    self.limit = limit
    self.passing = passing
  }

  init<Value>(
    _ property: WritableKeyPath<Plan, Value>, exceeds limit: PlanLimit? = nil,
    value: @escaping (Plan) -> Value
  ) {
    self.property = property
    set = { plan, _, _ in plan[keyPath: property] = value(plan) }
    self.limit = limit
    passing = .never
  }

  init<Value>(
    _ property: WritableKeyPath<Part, Value>, _ value: Value, exceeds limit: PlanLimit? = nil,
    passes passing: Passing = .never
  ) {
    self.init(property, exceeds: limit, passes: passing) { _, _ in value }
  }

  init<Value>(
    _ property: WritableKeyPath<Part, Value>, exceeds limit: PlanLimit?,
    passes passing: Passing = .never, value: @escaping (Part, _ now: Duration) -> Value
  ) {
    self.property = property
    set = { plan, index, now in
      plan.parts[index][keyPath: property] = value(plan.parts[index], now)
    }
    self.limit = limit
    self.passing = passing
  }
}

extension Part {
  /// The value of every clause of the part, in the order of the notation.
  package var clauses: [PlanChange] {
    [
      .length(length), .opening(opening), .bells(bells), .closing(closing), .breath(breath),
      .music(hasMusic), .voices(voices),
    ]
  }

  /// The clauses of this part that `other` does not have.
  package func clauses(differingFrom other: Part) -> [PlanChange] {
    let others = other.clauses
    return clauses.filter { !others.contains($0) }
  }
}

extension Plan {
  /// The value of every clause, as the change that sets it, in the order of the notation: those of
  /// the whole session and, if it is the only one, those of the part. The plan's own volume and level
  /// are among them if it has them.
  package var clauses: [PlanChange] {
    let (opening, closing) =
      hasParts ? (sessionOpening, sessionClosing) : (self.opening, self.closing)
    let all: [PlanChange] =
      [
        .length(length), .settling(settling), .begin(begin), .opening(opening), .bells(bells),
        .closing(closing),
        .bell(bell.sound), .bellVolume(bell.volume), .fade(fade), .breath(breath),
        .breathVolume(breathVolume), .music(parts[0].hasMusic), .under(under),
        .voices(parts[0].voices), .voiceVolume(voiceVolume), .guide(guide), .repeat(repeats),
        .crossfade(crossfade),
      ] + (volume.map { [.volume($0)] } ?? []) + (level.map { [.level($0)] } ?? [])
    return hasParts ? all.filter { !$0.isOfOnePart } : all
  }

  /// The clauses of this plan that `other` does not have, without those of several parts.
  package func clauses(differingFrom other: Plan) -> [PlanChange] {
    let others = other.clauses
    return clauses.filter { !others.contains($0) }
  }

  /// The changes that make the plan from an empty one.
  package var changes: [PlanChange] {
    let whole = clauses(differingFrom: Plan())
    guard hasParts else { return whole }
    // At its beginning, a line with these would be a command of its own.
    let sound = (volume.map { [PlanChange.volume($0)] } ?? []) + (level.map { [.level($0)] } ?? [])
    return whole.dropLast(sound.count)
      + parts.flatMap { part in
        [.then(part.length, title: part.title)]
          + part.clauses(differingFrom: Part(part.title, part.length))
      } + sound
  }

  /// The clause of this plan that `change` sets, with its value here; `nil` if it sets all of them.
  package func clause(setBy change: PlanChange) -> PlanChange? {
    let property = change.clause?.property
    return clauses.first { $0.clause?.property == property }
  }

  /// The plan that `changes` make of an empty one.
  ///
  /// - Throws: The limit that is exceeded.
  package init(_ changes: [PlanChange]) throws(PlanLimit) {
    var editor = PlanEditor(Plan())
    for change in changes { try editor.make(change) }
    if let end = editor.plan.end, end <= .zero || end > PlanLimit.longest { throw .length }
    if let limit = editor.plan.exceededLimit { throw limit }
    self = editor.plan
  }

  /// Takes over from `old` what a session that is listening has passed at session time `time`.
  mutating func keepPassed(of old: Plan, at time: Duration, isSettling: Bool) {
    settling = old.settling
    if !isSettling { (begin, sessionOpening) = (old.begin, old.sessionOpening) }
    let current = old.part(at: time)
    var present = current < parts.count ? parts[current] : Part()
    present.title = old.parts[current].title
    if !isSettling { present.opening = old.parts[current].opening }
    parts = old.parts[..<current] + [present] + parts.dropFirst(current + 1)
  }

  /// True if a session that is listening has passed, at session time `time`, what differs in `other`.
  func hasPassed(_ other: Plan, at time: Duration, isSettling: Bool) -> Bool {
    var kept = other
    kept.keepPassed(of: self, at: time, isSettling: isSettling)
    return kept != other
  }
}

// MARK: - Changes one after another

/// Makes changes of a plan, one after another.
struct PlanEditor {
  /// The plan while it is edited. Here, a single part can have strokes of its own.
  private var draft: Plan
  /// The plan after the changes.
  var plan: Plan { draft.withStrokesOfSession }
  /// The index of the part that a clause is about.
  private var part: Int
  /// True if a change named that part or added it: what follows is said of this part alone.
  private var isNamed = false
  /// The session's closing while its last part closes in silence; it returns with another part.
  private var silencedClosing = Strokes.none
  /// The session time and whether it is before 0; `nil` unless a session is listening.
  private let session: (elapsed: Duration, isSettling: Bool)?

  /// Begins with `plan`, whose session is listening if it has a time.
  init(_ plan: Plan, in session: (elapsed: Duration, isSettling: Bool)? = nil) {
    draft = plan
    self.session = session
    part = session.map { plan.part(at: $0.elapsed) } ?? plan.parts.count - 1
  }

  /// The index of the part that a session has come to; `nil` unless it is listening.
  private var current: Int? { session.map { plan.part(at: $0.elapsed) } }

  /// Why `change` cannot be made, although it is within its limit; `nil` if it can.
  func refusal(of change: PlanChange) -> Refusal? {
    guard let session, let current else {
      return switch change {
      case .nextPart, .moveVoice: .nothingPlaying
      case .layerVolume(let sound, by: _), .removeLayer(let sound):
        plan.under.contains { $0.sound == sound } ? nil : .noLayer
      default: nil
      }
    }
    switch change {
    case .nextPart:
      return current == plan.parts.count - 1 ? .lastPart : nil
    case .removePart(let number) where number <= current + 1,
      .movePart(let number, to: _) where number <= current + 1,
      .movePart(_, to: let number) where number <= current + 1:
      return number <= current ? .partPassed(number) : .planPassed
    case .removePart, .movePart, .then, .part, .off: return nil
    case .voice(let voice)
    where part == current
      && plan.begin(ofPart: part) + voice.time.clampedSessionTime < session.elapsed:
      return .planPassed
    case .layerVolume(let sound, by: _) where !plan.under.contains { $0.sound == sound },
      .removeLayer(let sound) where !plan.under.contains { $0.sound == sound }:
      return .noLayer
    case .moveVoice where plan.voice(at: session.elapsed) == nil: return .noVoice
    case .length(.time(let length))
    where plan.begin(ofPart: part) + length.clampedSessionTime <= session.elapsed
      && part == current:
      return .planPassed
    default: break
    }
    guard let clause = change.clause else { return nil }
    if clause.isOfPart, part < current { return .partPassed(part + 1) }
    let isPassed =
      switch clause.passing {
      case .never: false
      case .atStart: true
      case .afterSettling: (part == current || !clause.isOfPart) && !session.isSettling
      }
    return isPassed ? .planPassed : nil
  }

  /// Makes `change`.
  ///
  /// - Throws: The limit that it exceeds.
  mutating func make(_ change: PlanChange) throws(PlanLimit) {
    if let limit = PlanLimit.exceeded(by: change) { throw limit }
    let numbers = 1..<plan.parts.count + 1
    switch change {
    case .off: (draft, part, isNamed, silencedClosing) = (Plan(), 0, false, .none)
    case .part(let number):
      guard numbers.contains(number) else { throw .part }
      (part, isNamed) = (number - 1, true)
    case .then(let length, let title): append(Part(title, length))
    case .removePart(let number):
      guard numbers.contains(number) else { throw .part }
      draft.parts.remove(at: number - 1)
      part = min(part, plan.parts.count - 1)
    case .movePart(let number, let destination):
      guard numbers.contains(number), numbers.contains(destination) else { throw .part }
      draft.parts.insert(draft.parts.remove(at: number - 1), at: destination - 1)
    case .nextPart:
      guard let current, let elapsed = session?.elapsed else { return }
      let old = draft.parts[current].length
      let new = Plan.Length.time(
        Self.soonestEnd(max(elapsed, .zero)) - plan.begin(ofPart: current))
      guard new != old else { return }
      draft.parts[current].length = new
      draft.parts[current].lengthBeforeSkip = draft.parts[current].lengthBeforeSkip ?? old
    case .opening(let strokes): open(with: strokes)
    case .closing(let strokes): close(with: strokes)
    default:
      let isCurrent = part == current
      let now = session.map { $0.elapsed - plan.begin(ofPart: part) } ?? .zero
      change.clause?.set(&draft, part, now)
      if change.clause?.property == \Part.length { draft.parts[part].lengthBeforeSkip = nil }
      // A part that would have ended ends now; the session does with the last one.
      if isCurrent, part < draft.parts.count - 1, let length = draft.parts[part].duration,
        length < Self.soonestEnd(now)
      {
        draft.parts[part].length = .time(Self.soonestEnd(now))
      }
    }
  }

  /// When a part can end that has come to `time`: at a whole second that is not mixed yet.
  private static func soonestEnd(_ time: Duration) -> Duration {
    .seconds((time + .milliseconds(500)).components.seconds + 1)
  }

  private mutating func append(_ new: Part) {
    if draft.parts.count == 1, draft.parts[0].title.isEmpty, draft.parts[0].length == .songs,
      session == nil
    {
      // What was said before the first length is about the first part; its closing is the session's.
      (draft.parts[0].title, draft.parts[0].length) = (new.title, new.length)
    } else {
      draft.parts.append(new)
      if draft.sessionClosing.isNone { draft.sessionClosing = silencedClosing }
      silencedClosing = .none
    }
    (part, isNamed) = (draft.parts.count - 1, true)
  }

  /// Sets what opens the part that is meant: the session, if the part is the first one and was not named.
  private mutating func open(with strokes: Strokes) {
    let ownIsNone = draft.parts[part].opening.isNone
    if part == 0, !isNamed, ownIsNone || draft.parts.count == 1 {
      draft.opening = strokes
    } else {
      draft.parts[part].opening = strokes
      if part == 0, strokes.isNone { draft.sessionOpening = .none }
    }
  }

  /// Sets what closes the part that is meant, or the session.
  ///
  /// Old programs wrote all strokes into the parts: there, the closing of the last part is its own.
  private mutating func close(with strokes: Strokes) {
    let isLast = part == draft.parts.count - 1
    let isOfSession = draft.parts[part].closing.isNone && !draft.sessionClosing.isNone
    if isLast, !isNamed, isOfSession || draft.parts.count == 1 {
      draft.closing = strokes
    } else {
      draft.parts[part].closing = strokes
      guard isLast, strokes.isNone, !draft.sessionClosing.isNone else { return }
      (silencedClosing, draft.sessionClosing) = (draft.sessionClosing, .none)
    }
  }
}

// MARK: - Files

/// What a file of a plan is.
package enum PlanFile: Hashable, Sendable {
  case bell, layer, voice, guide
}

extension PlanChange {
  /// The change with other names for its files. Where a bell has none, the plan's bell is struck; any
  /// other file keeps its name.
  package func mappingFiles<Failure>(
    _ rename: (_ name: String, PlanFile) throws(Failure) -> String?
  ) throws(Failure) -> PlanChange {
    switch self {
    case .bell(let sound): .bell(try sound.mappingFile(rename) ?? Bell().sound)
    case .opening(let strokes): .opening(try strokes.mappingFiles(rename))
    case .closing(let strokes): .closing(try strokes.mappingFiles(rename))
    case .also(let rule): .also(BellRule(rule.times, try rule.strokes.mappingFiles(rename)))
    case .bells(let rules):
      .bells(
        try rules.map { rule throws(Failure) in
          BellRule(rule.times, try rule.strokes.mappingFiles(rename))
        })
    case .under(let layers):
      .under(
        try layers.map { layer throws(Failure) in
          Layer(
            try layer.sound.mappingFile(rename), volume: layer.volume,
            beginsWithSettling: layer.beginsWithSettling)
        })
    case .layer(let layer):
      .layer(
        Layer(
          try layer.sound.mappingFile(rename), volume: layer.volume,
          beginsWithSettling: layer.beginsWithSettling))
    case .removeLayer(let sound): .removeLayer(try sound.mappingFile(rename))
    case .layerVolume(let sound, let percent):
      .layerVolume(try sound.mappingFile(rename), by: percent)
    case .voices(let voices):
      .voices(try voices.map { voice throws(Failure) in try voice.mappingFile(rename) })
    case .voice(let voice): .voice(try voice.mappingFile(rename))
    case .guide(let guide?):
      .guide(Guide(try rename(guide.path, .guide) ?? guide.path, lines: guide.lines))
    case .length, .lengthen, .settling, .begin, .bellVolume, .fade, .breath, .breathVolume, .music,
      .moveVoice, .voiceVolume, .guide, .repeat, .crossfade, .volume, .level, .then, .part,
      .removePart, .movePart, .nextPart, .off:
      self
    }
  }
}

extension Strokes {
  /// The strokes with another name for the file that is struck; `nil` is the plan's bell.
  package func mappingFiles<Failure>(
    _ rename: (_ name: String, PlanFile) throws(Failure) -> String?
  ) throws(Failure) -> Strokes {
    Strokes(form, try sound?.mappingFile(rename), volume: volume)
  }
}

extension Bell.Sound {
  fileprivate func mappingFile<Failure>(
    _ rename: (_ name: String, PlanFile) throws(Failure) -> String?
  ) throws(Failure) -> Bell.Sound? {
    guard case .file(let name) = self else { return self }
    return try rename(name, .bell).map(Bell.Sound.file)
  }
}

extension Layer.Sound {
  fileprivate func mappingFile<Failure>(
    _ rename: (_ name: String, PlanFile) throws(Failure) -> String?
  ) throws(Failure) -> Layer.Sound {
    guard case .file(let name) = self else { return self }
    return .file(try rename(name, .layer) ?? name)
  }
}

extension Voice {
  fileprivate func mappingFile<Failure>(
    _ rename: (_ name: String, PlanFile) throws(Failure) -> String?
  ) throws(Failure) -> Voice {
    Voice(try rename(path, .voice) ?? path, at: time, length: length)
  }
}

// MARK: - Limits

/// What a plan cannot exceed.
public enum PlanLimit: String, CaseIterable, Error, Hashable, Sendable {
  /// A session is longer than 0, and at most 24 hours long. So are the times of its bells.
  case length
  /// Settling takes at most an hour.
  case settling
  /// A bell is struck at most 9 times on one occasion.
  case strokes
  /// Strokes of one occasion are 0.2 s to a minute apart.
  case apart
  /// A roll takes 3 s to 5 minutes.
  case roll
  /// Bells are at least 5 s apart.
  case interval
  /// At most 10,000 times are given to bells.
  case bellCount
  /// At most 20 rules say when bells are struck.
  case rules
  /// At most 8 different files are bells.
  case files
  /// A volume is 0 to 100.
  case volume
  /// A fade takes at most 10 minutes.
  case fade
  /// A phase of a breath takes at most a minute; breathing in and breathing out at least a second.
  case breath
  /// A crossfade takes at most 30 seconds.
  case crossfade
  /// At most 8 layers lie under a session.
  case layers
  /// At most 20 voices are in a part.
  case voices
  /// A guide has at most 1,000 lines.
  case lines
  /// A plan has at most 99 parts.
  case parts
  /// The plan has no part of this number.
  case part
  /// All parts but the last have a time for a length.
  case partLength
  /// A title has at most 60 characters.
  case title

  /// The longest session.
  public static let longest = Duration.seconds(24 * 3600)
  fileprivate static let longestTitle = 60

  /// The limit that `change` exceeds; `nil` if it exceeds none.
  public static func exceeded(by change: PlanChange) -> PlanLimit? {
    if case .then(let length, let title) = change {
      if title.count > longestTitle { return .title }
      return PlanChange.length(length).clause?.limit
    }
    return change.clause?.limit
  }
}

extension PlanLimit: CustomStringConvertible {
  /// The limit in one sentence.
  public var description: String {
    switch self {
    case .length: "A time is longer than 0 and at most 24 hours."
    case .settling: "Settling takes at most an hour."
    case .strokes: "A bell is struck 1 to 9 times."
    case .apart: "Strokes are 0.2 to 60 seconds apart."
    case .roll: "A roll takes 3 seconds to 5 minutes."
    case .interval: "Bells are at least 5 seconds apart."
    case .bellCount: "There are 1 to 10,000 bells."
    case .rules: "'also' adds at most 19 rules to 'bells'."
    case .files: "At most 8 different files sound as bells."
    case .volume: "A volume is 0 to 100."
    case .fade: "A fade takes at most 10 minutes."
    case .breath: "Breathing in and out take 1 to 60 seconds each, holding at most 60."
    case .crossfade: "A crossfade takes at most 30 seconds."
    case .layers: "At most 8 sounds lie under a session."
    case .voices: "At most 20 voices are in a part."
    case .lines: "A guide has at most 1,000 lines."
    case .parts: "A plan has at most 99 parts."
    case .part: "The plan has no such part."
    case .partLength: "Only the last part can end with the songs or be open."
    case .title: "A title has at most 60 characters."
    }
  }
}

extension Duration {
  /// True if a session can be this long, and a bell be struck at this time.
  fileprivate var isSessionTime: Bool { self > .zero && self <= PlanLimit.longest }

  fileprivate func isUpTo(_ limit: Duration) -> Bool { .zero...limit ~= self }
}

extension Plan {
  /// The limit of several clauses together that the plan exceeds.
  var exceededLimit: PlanLimit? {
    if parts.count > 99 { return .parts }
    if parts.dropLast().contains(where: { $0.duration == nil }) { return .partLength }
    if parts.contains(where: { $0.duration.map { $0 <= .zero } ?? false }) { return .length }
    return parts.lazy.compactMap { $0.bells.exceededLimit ?? $0.voices.exceededLimit }.first
      ?? under.exceededLimit
      ?? (sounds.count { $0.path != nil } > 8 ? .files : nil)
  }
}

extension [BellRule] {
  fileprivate var exceededLimit: PlanLimit? {
    count > 20 ? .rules : lazy.compactMap(\.exceededLimit).first
  }
}

extension [Layer] {
  fileprivate var exceededLimit: PlanLimit? {
    count > 8 ? .layers : allSatisfy { 0...100 ~= $0.volume } ? nil : .volume
  }

  /// The layers with another volume of the one with `sound`, as far as volumes go.
  fileprivate func changingVolume(of sound: Layer.Sound, by percent: Int) -> [Layer] {
    map { layer in
      var layer = layer
      if layer.sound == sound {
        layer.volume = Swift.min(
          Swift.max(layer.volume + Swift.min(Swift.max(percent, -100), 100), 0), 100)
      }
      return layer
    }
  }
}

extension [Voice] {
  fileprivate var exceededLimit: PlanLimit? {
    if count > 20 { return .voices }
    return allSatisfy { (.zero - PlanLimit.longest)...PlanLimit.longest ~= $0.time } ? nil : .length
  }

  /// The voices where those that speak at `now`, a time of their part, are `time` ahead of where they
  /// were. None goes back beyond its beginning.
  fileprivate func moving(by time: Duration, at now: Duration) -> [Voice] {
    map { voice in
      let begin = voice.time - voice.skipped
      guard begin <= now, voice.length.map({ now < begin + $0 }) ?? true else { return voice }
      var voice = voice
      voice.skipped = Swift.max(voice.skipped + time, voice.time - now)
      return voice
    }
  }
}

extension BellRule {
  fileprivate var exceededLimit: PlanLimit? {
    strokes.isNone ? .strokes : strokes.exceededLimit ?? times.exceededLimit
  }
}

extension BellRule.Times {
  fileprivate var exceededLimit: PlanLimit? {
    switch self {
    case .every(let interval):
      interval < .seconds(5) ? .interval : interval.isSessionTime ? nil : .length
    case .at(let times), .beforeEnd(let times):
      1...10_000 ~= times.count
        ? times.allSatisfy(\.isSessionTime) ? nil : .length : .bellCount
    case .random(let count, _): 1...10_000 ~= count ? nil : .bellCount
    }
  }
}

extension Strokes {
  fileprivate var exceededLimit: PlanLimit? {
    if let volume, !(0...100 ~= volume) { return .volume }
    return switch form {
    case .count(let count, let apart):
      0...9 ~= count ? (.milliseconds(200)...(.seconds(60))) ~= apart ? nil : .apart : .strokes
    case .roll(let length): (.seconds(3)...(.seconds(300))) ~= length ? nil : .roll
    }
  }
}

extension Breath {
  fileprivate var isWithinLimits: Bool {
    let (least, longest) = (Duration.seconds(1), Duration.seconds(60))
    return least...longest ~= inhale && least...longest ~= exhale
      && .zero...longest ~= holdFull && .zero...longest ~= holdEmpty
  }
}
