public import Score

// The table of the clauses of a plan: what each one sets, its limit, and when it has passed. A new
// clause is a case of `PlanChange`, a row in `clause` and a value in `Plan.clauses`; how it is typed is
// a row of the same order in `PlanClauses` of the command language.

/// A change of one clause of a plan.
public enum PlanChange: Hashable, Sendable {
  /// When the session ends.
  case length(Plan.Length)
  /// Lengthens the session by this time, or shortens it. A session that has no length yet gets this
  /// one; while listening, from now on.
  case lengthen(Duration)
  /// The silence before session time 0.
  case settling(Duration)
  /// The strokes at session time 0.
  case opening(Strokes)
  /// The strokes at the end.
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
  /// Whether the first song follows the last, and the last precedes the first.
  case `repeat`(Bool)
  /// How long songs pass into each other.
  case crossfade(Duration)
  /// The volume in percent, as long as this plan is the session's.
  case volume(Int)
  /// Whether songs are brought to one loudness, as long as this plan is the session's.
  case level(Level)
  /// Empties the plan.
  case off
}

extension PlanChange {
  /// The row of this change in the table; `nil` if it is about all clauses.
  fileprivate var clause: PlanClause? {
    switch self {
    case .length(.time(let end)):
      PlanClause(\.length, .time(end), exceeds: end.isSessionTime ? nil : .length)
    case .length(let length): PlanClause(\.length, length)
    case .lengthen(let offset):
      PlanClause(
        \.length,
        exceeds: offset.isSessionTime
          || (Duration.zero - PlanLimit.longest..<Duration.zero) ~= offset
          ? nil : .length
      ) { plan, now in .time(max((plan.end ?? now) + offset, .zero)) }
    case .settling(let time):
      PlanClause(
        \.settling, time, exceeds: time.isUpTo(.seconds(3600)) ? nil : .settling, passes: .atStart)
    case .opening(let strokes):
      PlanClause(\.opening, strokes, exceeds: strokes.exceededLimit, passes: .afterSettling)
    case .bells(let rules): PlanClause(\.bells, rules, exceeds: rules.exceededLimit)
    case .also(let rule):
      PlanClause(\.bells, exceeds: [rule].exceededLimit) { plan, _ in plan.bells + [rule] }
    case .closing(let strokes):
      PlanClause(\.closing, strokes, exceeds: strokes.exceededLimit)
    case .bell(let sound): PlanClause(\.bell.sound, sound)
    case .bellVolume(let percent):
      PlanClause(\.bell.volume, percent, exceeds: 0...100 ~= percent ? nil : .volume)
    case .fade(let time):
      PlanClause(\.fade, time, exceeds: time.isUpTo(.seconds(600)) ? nil : .fade)
    case .breath(let breath):
      PlanClause(\.breath, breath, exceeds: breath?.isWithinLimits ?? true ? nil : .breath)
    case .breathVolume(let percent):
      PlanClause(\.breathVolume, percent, exceeds: 0...100 ~= percent ? nil : .volume)
    case .repeat(let repeats): PlanClause(\.repeats, repeats)
    case .crossfade(let time):
      PlanClause(\.crossfade, time, exceeds: time.isUpTo(.seconds(30)) ? nil : .crossfade)
    case .volume(let percent):
      PlanClause(\.volume, percent, exceeds: 0...100 ~= percent ? nil : .volume)
    case .level(let level): PlanClause(\.level, level)
    case .off: nil
    }
  }

  /// Whether a session that is listening has passed what this change is about.
  ///
  /// - Parameter isSettling: Whether the session is before session time 0.
  func hasPassed(isSettling: Bool) -> Bool {
    switch clause?.passing ?? .never {
    case .never: false
    case .atStart: true
    case .afterSettling: !isSettling
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
  let property: PartialKeyPath<Plan>
  /// Sets the clause in a plan of a session that has come to a time.
  let set: (inout Plan, Duration) -> Void
  /// The limit that the change exceeds.
  let limit: PlanLimit?
  let passing: Passing

  init<Value>(
    _ property: WritableKeyPath<Plan, Value>, _ value: Value, exceeds limit: PlanLimit? = nil,
    passes passing: Passing = .never
  ) {
    self.init(property, exceeds: limit, passes: passing) { _, _ in value }
  }

  init<Value>(
    _ property: WritableKeyPath<Plan, Value>, exceeds limit: PlanLimit?,
    passes passing: Passing = .never, value: @escaping (Plan, _ now: Duration) -> Value
  ) {
    self.property = property
    set = { plan, now in plan[keyPath: property] = value(plan, now) }
    self.limit = limit
    self.passing = passing
  }
}

extension Plan {
  /// The value of every clause, as the change that sets it, in the order of the notation. The plan's
  /// own volume and level are among them if it has them.
  package var clauses: [PlanChange] {
    [
      .length(length), .settling(settling), .opening(opening), .bells(bells), .closing(closing),
      .bell(bell.sound), .bellVolume(bell.volume), .fade(fade), .breath(breath),
      .breathVolume(breathVolume), .repeat(repeats), .crossfade(crossfade),
    ] + (volume.map { [.volume($0)] } ?? []) + (level.map { [.level($0)] } ?? [])
  }

  /// The clauses of this plan that `other` does not have.
  package func clauses(differingFrom other: Plan) -> [PlanChange] {
    let others = other.clauses
    return clauses.filter { !others.contains($0) }
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
    self.init()
    for change in changes {
      if let limit = PlanLimit.exceeded(by: change) { throw limit }
      make(change, at: .zero)
    }
    if let end, end <= .zero || end > PlanLimit.longest { throw .length }
    if let limit = exceededLimit { throw limit }
  }

  /// Makes `change`, which is within the limits, in a session that has come to `time`.
  mutating func make(_ change: PlanChange, at time: Duration) {
    if let clause = change.clause { clause.set(&self, time) } else { self = Plan() }
  }

  /// Takes over from `old` the clauses that a session that is listening has passed.
  mutating func keepPassed(of old: Plan, isSettling: Bool) {
    for clause in old.clauses where clause.hasPassed(isSettling: isSettling) {
      make(clause, at: .zero)
    }
  }
}

// MARK: - Files

extension PlanChange {
  /// The change with other names for the files that it makes bells; where there is none, the plan's
  /// bell is struck.
  package func mappingFiles<Failure>(
    _ rename: (_ name: String) throws(Failure) -> String?
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
    case .length, .lengthen, .settling, .bellVolume, .fade, .breath, .breathVolume, .repeat,
      .crossfade, .volume, .level, .off:
      self
    }
  }
}

extension Strokes {
  /// The strokes with another name for the file that is struck; `nil` is the plan's bell.
  package func mappingFiles<Failure>(
    _ rename: (_ name: String) throws(Failure) -> String?
  ) throws(Failure) -> Strokes {
    Strokes(form, try sound?.mappingFile(rename), volume: volume)
  }
}

extension Bell.Sound {
  fileprivate func mappingFile<Failure>(
    _ rename: (_ name: String) throws(Failure) -> String?
  ) throws(Failure) -> Bell.Sound? {
    guard case .file(let name) = self else { return self }
    return try rename(name).map(Bell.Sound.file)
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

  /// The longest session.
  public static let longest = Duration.seconds(24 * 3600)

  /// The limit that `change` exceeds; `nil` if it exceeds none.
  public static func exceeded(by change: PlanChange) -> PlanLimit? { change.clause?.limit }
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
    }
  }
}

extension Duration {
  /// Whether a session can be this long, and a bell be struck at this time.
  fileprivate var isSessionTime: Bool { self > .zero && self <= PlanLimit.longest }

  fileprivate func isUpTo(_ limit: Duration) -> Bool { .zero...limit ~= self }
}

extension Plan {
  /// The limit of several clauses together that the plan exceeds.
  var exceededLimit: PlanLimit? {
    bells.exceededLimit ?? (sounds.count { $0.path != nil } > 8 ? .files : nil)
  }
}

extension [BellRule] {
  fileprivate var exceededLimit: PlanLimit? {
    count > 20 ? .rules : lazy.compactMap(\.exceededLimit).first
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
