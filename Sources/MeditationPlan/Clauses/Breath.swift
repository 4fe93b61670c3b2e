import MeditationText

/// A pattern of breathing, which a soft tone leads. It repeats from session time 0.
public struct Breath: Hashable, Sendable {
  /// A part of one breath.
  public enum Phase: CaseIterable, Hashable, Sendable {
    /// Breathing in: the tone rises.
    case inhale
    /// Breathing in once more, on top of that, as a sigh begins: the tone rises again.
    case topUp
    /// Holding the breath: silence.
    case holdFull
    /// Breathing out: the tone falls.
    case exhale
    /// Waiting to breathe in: silence.
    case holdEmpty
  }

  /// The lengths of the phases, in the order of `Phase.allCases`; zero skips one.
  public var inhale, topUp, holdFull, exhale, holdEmpty: Duration
  /// How many breaths the tone leads; `nil` leads them to the end.
  public var count: Int?

  /// Creates a pattern from the lengths of its phases. At least one must be positive.
  public init(
    inhale: Duration, topUp: Duration = .zero, holdFull: Duration = .zero, exhale: Duration,
    holdEmpty: Duration = .zero, count: Int? = nil
  ) {
    self.count = count
    self.inhale = inhale
    self.topUp = topUp
    self.holdFull = holdFull
    self.exhale = exhale
    self.holdEmpty = holdEmpty
  }

  /// 5 s in, 5 s out: six breaths a minute.
  public static let coherent = Breath(inhale: .seconds(5), exhale: .seconds(5))
  /// 4 s each: in, hold, out, hold.
  public static let box = Breath(
    inhale: .seconds(4), holdFull: .seconds(4), exhale: .seconds(4), holdEmpty: .seconds(4))

  /// Cyclic sighing: 3 s in, 1 s more, and twice as long out.
  public static let sigh = Breath(inhale: .seconds(3), topUp: .seconds(1), exhale: .seconds(8))

  /// The length of one breath.
  public var cycle: Duration { Phase.allCases.reduce(.zero) { $0 + length(of: $1) } }

  /// The length of all breaths, at most 68 years; `nil` if they go on.
  public var length: Duration? {
    count.map { (cycle * min(max($0, 0), Int(Int32.max))).clamped() }
  }

  /// The length of `phase`, at most 68 years.
  public func length(of phase: Phase) -> Duration {
    let length =
      switch phase {
      case .inhale: inhale
      case .topUp: topUp
      case .holdFull: holdFull
      case .exhale: exhale
      case .holdEmpty: holdEmpty
      }
    return length.clamped()
  }

  /// The phase at session time `time`, and how much of it has passed; `nil` outside of all breaths.
  public func phase(at time: Duration) -> (phase: Phase, passed: Duration)? {
    guard time >= .zero, cycle > .zero, length.map({ time < $0 }) ?? true else { return nil }
    var rest = Duration(attoseconds: time.attoseconds % cycle.attoseconds)
    for phase in Phase.allCases {
      let length = length(of: phase)
      if rest < length { return (phase, rest) }
      rest -= length
    }
    return nil
  }

  /// When the tone stops in a session that ends at `end`: after its last breath, or at the end of one that
  /// is within 5 s before `end`, else at `end`.
  public func end(before end: Duration) -> Duration {
    if let length, length <= end { return length }
    guard cycle > .zero else { return end }
    let cut = Duration(attoseconds: end.attoseconds % cycle.attoseconds)
    return cut <= .seconds(5) ? end - cut : end
  }
}

extension Breath: CustomStringConvertible {
  /// The lengths of the phases, and how often: `4.0 seconds-7.0 seconds-8.0 seconds-0.0 seconds x8`.
  public var description: String {
    let phases = Phase.allCases.filter { $0 != .topUp || topUp != .zero }
    return phases.map { "\(length(of: $0))" }.joined(separator: "-") + times
  }
}

// MARK: - The clauses

/// `breath 4-7-8`: the pattern of the tone to breathe with.
struct BreathClause: PartClause {
  static let word = Word<PlanStep>(
    name: "breath", arguments: "[4-7-8|box|sigh|off|volume N]", brief: "[PATTERN]",
    summary: "Sets a tone to breathe with: in, hold, out, in seconds.", example: "breath 4-7-8 x8",
    hints: ["breathe", "breathing", "pacer"],
    hintedLines: ["box": "breath box", "coherent": "breath coherent", "sigh": "breath sigh"],
    words: ["4-7-8"] + words, parse: parse)
  static let limitExamples = [PlanLimit.breath: "breath 4-7-8"]
  static var property: WritableKeyPath<Part, Breath?> { \.breath }
  let value: Breath?

  var arguments: String { value?.spelled ?? "off" }
  var change: PlanChange { .breath(value) }
  var limit: PlanLimit? { value?.isWithinLimits ?? true ? nil : .breath }

  func answer(_ wording: Wording) -> String? { "Breath \(value?.words(wording) ?? "off")" }

  static func step(of outlook: PlanOutlook, part: Int, _ wording: Wording) -> TimelineStep? {
    let plan = outlook.plan
    guard let breath = plan.parts[part].breath else { return nil }
    let begin = plan.begin(ofPart: part)
    return TimelineStep(
      .breath, from: begin,
      to: plan.end(ofPart: part).map { begin + breath.end(before: $0 - begin) }
        ?? breath.length.map { begin + $0 },
      "breath: \(breath.words(wording))"
        + (plan.breathVolume == 100 ? "" : ", volume \(plan.breathVolume)%"),
      command: outlook.command(PlanChange.breath(breath).line, ofPart: part))
  }

  static func members(of plan: Plan) -> [JSONMember] { [JSONMember("breath", plan.breath)] }
  static func members(of part: Part) -> [JSONMember] { [JSONMember("breath", part.breath)] }
}

/// `breath volume 60`: how loud the tone is.
struct BreathVolumeClause: SessionClause {
  static let word = BreathClause.word
  static let limitExamples = [PlanLimit.volume: "breath volume 60"]
  static var property: WritableKeyPath<Plan, Int> { \.breathVolume }
  let value: Int

  var arguments: String { "volume \(value)" }
  var change: PlanChange { .breathVolume(value) }
  var limit: PlanLimit? { value.limitAsVolume }
  func answer(_ wording: Wording) -> String? { "Breath volume \(value)%" }

  static func members(of plan: Plan) -> [JSONMember] {
    [JSONMember("breathVolume", plan.breathVolume)]
  }
}

extension Breath {
  fileprivate var isWithinLimits: Bool {
    let (least, longest) = (Duration.milliseconds(500), Duration.seconds(60))
    return count.map { 1...999 ~= $0 } ?? true && least...longest ~= inhale
      && least...longest ~= exhale && (topUp == .zero || least...longest ~= topUp)
      && .zero...longest ~= holdFull && .zero...longest ~= holdEmpty
  }

  /// The phases with their lengths: "in 4 s, hold 7 s, out 8 s, 8 times".
  func words(_ wording: Wording) -> String {
    let phases = [
      ("in", inhale), ("in again", topUp), ("hold", holdFull), ("out", exhale), ("hold", holdEmpty),
    ]
    .filter { $0.1 > .zero }
    .map { "\($0) \($1.seconds(wording))" }.joined(separator: ", ")
    return phases + (count.map { $0 == 1 ? ", once" : ", \($0) times" } ?? "")
  }

  /// The number of breaths as it is typed, ` x8`; empty if they go on.
  fileprivate var times: String { count.map { " x\($0)" } ?? "" }
}

extension Breath: JSONRecord {
  package var members: [String: any JSONValue] {
    [
      "count": count, "exhale": exhale, "holdEmpty": holdEmpty, "holdFull": holdFull,
      "inhale": inhale, "topUp": topUp,
    ]
  }
}

// MARK: - Typing

extension BreathClause {
  static let words = ["box", "coherent", "sigh", "off", "volume"]
  private static let vocabulary = Vocabulary(words)

  private static func parse(_ arguments: inout Arguments) throws(LineError) -> PlanStep {
    let word = try arguments.take(needs: "a pattern, such as 4-7-8")
    if vocabulary.match(word) == .found("volume") {
      return .change(.breathVolume(try arguments.takePercent()))
    }
    var breath = try pattern(word)
    if breath != nil, let times = arguments.takeFirst() {
      guard let first = times.first, "xX×".contains(first),
        let count = Digits.value(times.dropFirst().utf8)
      else { throw .notABreath(QuotedInput(times)) }
      breath?.count = count
    }
    try arguments.end(takes: "one pattern")
    return .change(.breath(breath))
  }

  /// The pattern; `nil` for `off`.
  static func pattern(_ word: Substring) throws(LineError) -> Breath? {
    switch vocabulary.match(word) {
    case .found("box"): return .box
    case .found("coherent"): return .coherent
    case .found("sigh"): return .sigh
    case .found("off"): return nil
    case .found: throw .notABreath(QuotedInput(word))
    case .ambiguous, .unknown: break
    }
    if let near = vocabulary.nearest(to: word) {
      throw .notAChoice(
        QuotedInput(word), command: "breath", nearest: "breath \(near)", choices: words)
    }
    // After a plus stands a second breath in, on top of the first.
    let inhales = word.prefix { $0 != "-" }.split(separator: "+", omittingEmptySubsequences: false)
    guard inhales.count <= 2,
      let phases = seconds(Substring(inhales[0] + word.drop { $0 != "-" })),
      let tops = inhales.count == 1 ? [.zero] : seconds(inhales[1]), tops.count == 1
    else { throw .notABreath(QuotedInput(word)) }
    let topUp = tops[0]
    return switch phases.count {
    case 2: Breath(inhale: phases[0], topUp: topUp, exhale: phases[1])
    case 3: Breath(inhale: phases[0], topUp: topUp, holdFull: phases[1], exhale: phases[2])
    case 4:
      Breath(
        inhale: phases[0], topUp: topUp, holdFull: phases[1], exhale: phases[2],
        holdEmpty: phases[3])
    default: throw .notABreath(QuotedInput(word))
    }
  }

  /// The seconds between dashes; `nil` if there is anything else.
  private static func seconds(_ word: Substring) -> [Duration]? {
    var phases: [Duration] = []
    for part in word.utf8.split(
      separator: UInt8(ascii: "-"), maxSplits: 4, omittingEmptySubsequences: false)
    {
      guard part.allSatisfy({ ASCII.isDigit($0) || $0 == UInt8(ascii: ".") }) else { return nil }
      do throws(TimeError) {
        phases.append(try TimeText.parse(Substring(part)))
      } catch {
        guard error == .tooLong else { return nil }
        phases.append(TimeText.limit)
      }
    }
    return phases
  }
}

extension Breath {
  var spelled: String {
    var once = self
    once.count = nil
    if once == .box { return "box" + times }
    if once == .coherent { return "coherent" + times }
    if once == .sigh { return "sigh" + times }
    let phases =
      switch (holdFull, holdEmpty) {
      case (.zero, .zero): [inhale, exhale]
      case (_, .zero): [inhale, holdFull, exhale]
      default: [inhale, holdFull, exhale, holdEmpty]
      }
    var texts = phases.map(TimeText.decimal)
    if topUp != .zero { texts[0] += "+" + TimeText.decimal(topUp) }
    return texts.joined(separator: "-") + times
  }
}
