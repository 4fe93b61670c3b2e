import MeditationText

/// When bells are struck during a session, between its opening and its closing, and how.
public struct BellRule: Hashable, Sendable {
  /// The times of a rule.
  public enum Times: Hashable, Sendable {
    /// Every multiple of this time. Less than 0.1 s counts as that.
    case every(Duration)
    /// These session times, in any order.
    case at([Duration])
    /// This long before the end, in any order. A session whose end is not known has none.
    case beforeEnd([Duration])
    /// `count` times that `seed` determines, 10,000 at most; none in a session without a given length.
    case random(count: Int, seed: Int)
  }

  /// The limits of an engine; a session allows less.
  static let (shortestInterval, mostRandom) = (Duration.milliseconds(100), 10_000)

  /// When bells are struck.
  public var times: Times
  /// The strokes at each of these times.
  public var strokes: Strokes

  /// Creates a rule.
  public init(_ times: Times, _ strokes: Strokes = 1) {
    self.times = times
    self.strokes = strokes
  }

  /// Strikes at every multiple of `interval`.
  public static func every(_ interval: Duration, _ strokes: Strokes = 1) -> BellRule {
    BellRule(.every(interval), strokes)
  }

  /// Strikes at session times.
  public static func at(_ times: [Duration], _ strokes: Strokes = 1) -> BellRule {
    BellRule(.at(times), strokes)
  }

  /// Strikes before the end.
  public static func beforeEnd(_ times: [Duration], _ strokes: Strokes = 1) -> BellRule {
    BellRule(.beforeEnd(times), strokes)
  }

  /// Strikes at times that `seed` determines.
  public static func random(count: Int, seed: Int, _ strokes: Strokes = 1) -> BellRule {
    BellRule(.random(count: count, seed: seed), strokes)
  }
}

extension BellRule: CustomStringConvertible {
  /// The rule in the words of the notation: `every 300.0 seconds: 1`.
  public var description: String { "\(times): \(strokes)" }
}

extension BellRule.Times: CustomStringConvertible {
  /// The times in the words of the notation: `every 300.0 seconds`.
  public var description: String {
    switch self {
    case .every(let interval): "every \(interval)"
    case .at(let times): "at \(times)"
    case .beforeEnd(let times): "\(times) before the end"
    case .random(let count, let seed): "random \(count), seed \(seed)"
    }
  }
}

// MARK: - The clause

/// `bells every 5m`: the strokes in between.
struct BellsClause: PartClause {
  static let word = Word<PlanStep>(
    name: "bells", arguments: "[every TIME|at TIMES|random N|off]", brief: "[every TIME]",
    summary: "Sets the bells in between; 'random 4 7': 4 bells, seed 7.", example: "bells every 5m",
    hints: ["chimes"],
    hintedLines: ["interval": "bells every", "intervals": "bells every", "every": "bells every"],
    words: words,
    parse: { arguments throws(LineError) in
      try arguments.takesOff() ? .change(.bells([])) : BellRule.parse(&arguments)
    })
  static let limitExamples = BellRule.examples(of: "bells")
  static var property: WritableKeyPath<Part, [BellRule]> { \.bells }
  let value: [BellRule]

  var change: PlanChange { .bells(value) }
  var limit: PlanLimit? { value.exceededLimit }

  /// The commands that make these rules, without the first one's name.
  var arguments: String {
    guard let first = value.first else { return "off" }
    return ([first.spelled] + value.dropFirst().map { "also \($0.spelled)" })
      .joined(separator: ", ")
  }

  func mappingFiles(_ rename: FileRenaming) -> PlanChange? {
    .bells(value.map { $0.mappingFiles(rename) })
  }

  /// "Bells every 5 minutes; and at 12:30: 2 strokes, gong".
  func answer(_ wording: Wording) -> String? {
    guard let first = value.first?.words(wording) else { return "Bells off" }
    return
      ([first]
      + value.dropFirst().map { rule in
        let words = rule.words(wording)
        return "and " + (words.hasPrefix("Bells ") ? String(words.dropFirst(6)) : words)
      }).joined(separator: "; ")
  }

  static func steps(of outlook: PlanOutlook, part: Int, _ wording: Wording) -> [TimelineStep] {
    outlook.plan.parts[part].bells.enumerated().map { index, rule in
      let times = outlook.firstBells(BellRule.mostTimes + 1, of: index, inPart: part)
      let listed =
        times.isEmpty
        ? "none"
        : times.prefix(BellRule.mostTimes).map { $0.text(wording) }.joined(separator: ", ")
      let kind =
        switch rule.times {
        case .at: "bells"
        case .beforeEnd: "bells before the end"
        case .every(let interval): "bells every \(interval.exact(wording))"
        case .random: "random bells"
        }
      var step = TimelineStep(
        .bells, from: times.first, to: nil,
        "\(kind): \(listed)" + (times.count > BellRule.mostTimes ? " and so on" : "")
          + (rule.strokes == 1 ? "" : "; \(rule.strokes.words(wording))"),
        command: outlook.command(rule.command(isAddition: index > 0), ofPart: part))
      step.isOver = outlook.bellsAreOver(of: index, inPart: part)
      return step
    }
  }

  static func notes(on outlook: PlanOutlook, _ wording: Wording) -> [PlanNote] {
    withoutEnd(outlook.plan)
      + outlook.plan.parts.enumerated().flatMap { index, part -> [PlanNote] in
        guard let length = part.duration ?? outlook.lengthWithSongs(ofPart: index) else {
          return []
        }
        return part.bells.indices.compactMap {
          late(rule: $0, ofPart: index, length, outlook, wording)
        }
      }
  }

  /// Warns of bells whose times follow from a length that their part does not have.
  private static func withoutEnd(_ plan: Plan) -> [PlanNote] {
    // A time of day gives the last part its length.
    let parts = plan.until == nil ? plan.parts : plan.parts.dropLast()
    let kinds = parts.filter { $0.duration == nil }.flatMap(\.bells).compactMap { rule in
      switch rule.times {
      case .random: "Random bells"
      case .beforeEnd: "Bells before the end"
      case .every, .at: nil as String?
      }
    }
    return ["Random bells", "Bells before the end"].filter(kinds.contains).map {
      PlanNote(
        .bellsWithoutEnd, "\($0) need a length, such as 'for 20m'; there are none without.")
    }
  }

  private static func late(
    rule index: Int, ofPart part: Int, _ length: Duration, _ outlook: PlanOutlook,
    _ wording: Wording
  ) -> PlanNote? {
    let plan = outlook.plan
    let late: String
    switch plan.parts[part].bells[index].times {
    case .random: return nil
    // See `withoutEnd`.
    case .beforeEnd where plan.parts[part].duration == nil: return nil
    case .every, .beforeEnd:
      guard outlook.firstBells(1, of: index, inPart: part).isEmpty else { return nil }
      late = "The bells never come"
    case .at(let times):
      let count = times.count { $0 > length - Timetable.quietBeforeEnd }
      guard count > 0 else { return nil }
      late =
        count == times.count
        ? "The bells never come" : "\(count) of \(times.count) bells never come"
    }
    return PlanNote(
      .lateBells,
      plan.hasParts
        ? "\(late): \(plan.name(ofPart: part)) is \(length.text(wording)) long."
        : "\(late): the session ends at \(length.text(wording)).")
  }

  static func members(of part: Part) -> [JSONMember] { [JSONMember("bells", part.bells)] }
}

/// `also at 12:30 2 gong`: one more rule.
struct AddedBells: PlanEdit {
  static let clause: any PlanClause.Type = BellsClause.self
  static let word = Word<PlanStep>(
    name: "also", arguments: "[every TIME|at TIMES|1m before the end]", brief: "[at TIMES]",
    summary: "Adds bells to those of 'bells', with strokes of their own.",
    example: "also at 12:30 2 gong", hints: ["and"], words: BellsClause.words.dropLast(),
    parse: BellRule.parse)
  static let limitExamples = BellRule.examples(of: "also")
  let rule: BellRule

  var arguments: String { rule.spelled }
  var limit: PlanLimit? { [rule].exceededLimit }

  func make(in plan: inout Plan, at place: PlanPlace) { plan.parts[place.part].bells.append(rule) }

  func mappingFiles(_ rename: FileRenaming) -> PlanChange? { .also(rule.mappingFiles(rename)) }
}

extension BellRule {
  fileprivate func mappingFiles(_ rename: FileRenaming) -> BellRule {
    BellRule(times, strokes.mappingFiles(rename))
  }
}

// MARK: - Limits

extension [BellRule] {
  var exceededLimit: PlanLimit? {
    let files = Set(compactMap { $0.strokes.sound?.path })
    return count > 20
      ? .rules : lazy.compactMap(\.exceededLimit).first ?? (files.count > 8 ? .files : nil)
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

// MARK: - In words and in the protocol

extension BellRule {
  static let mostTimes = 3

  /// The command that sets the rule, or adds it to others. A long list of times is shortened.
  func command(isAddition: Bool) -> String {
    guard case .at(let times) = times, times.count > Self.mostTimes else {
      return change(isAddition: isAddition).line
    }
    let shortened = BellRule.at(Array(times.sorted().prefix(Self.mostTimes)))
    return shortened.change(isAddition: isAddition).line + " …"
  }

  func change(isAddition: Bool) -> PlanChange { isAddition ? .also(self) : .bells([self]) }

  /// The rule in a few words: "Bells every 5 minutes: 2 strokes, gong".
  fileprivate func words(_ wording: Wording) -> String {
    let times =
      switch times {
      case .every(let interval): "Bells every \(interval.value(wording))"
      case .at(let times): "Bells at \(Self.words(for: times, wording))"
      case .beforeEnd(let times): "Bells \(Self.words(for: times, wording)) before the end"
      case .random(let count, let seed): "\(counted(count, "random bell")), seed \(seed)"
      }
    return strokes == 1 ? times : "\(times): \(strokes.words(wording))"
  }

  private static func words(for times: [Duration], _ wording: Wording) -> String {
    let first = times.sorted().prefix(Self.mostTimes).map { $0.exact(wording) }
      .joined(separator: ", ")
    let rest = times.count - Self.mostTimes
    return first + (rest > 0 ? " and \(counted(rest, "more time"))" : "")
  }
}

extension BellRule: JSONRecord {
  package var members: [String: any JSONValue] {
    var (every, times, count, seed): (Duration?, [Duration]?, Int?, Int?)
    let kind: String
    switch self.times {
    case .every(let interval): (kind, every) = ("every", interval)
    case .at(let moments): (kind, times) = ("at", moments.sorted())
    case .beforeEnd(let moments): (kind, times) = ("before-end", moments.sorted())
    case .random(let number, let drawn): (kind, count, seed) = ("random", number, drawn)
    }
    return [
      "count": count, "every": every, "kind": kind, "seed": seed, "strokes": strokes,
      "times": times,
    ]
  }
}

// MARK: - Typing

extension BellsClause {
  static let words = ["every", "at", "random", "off"]
  fileprivate static let vocabulary = Vocabulary(words)
}

extension BellRule {
  private static let addedVocabulary = Vocabulary(BellsClause.words.dropLast())

  /// Valid lines for what exceeds a limit, typed with `word`.
  fileprivate static func examples(of word: String) -> [PlanLimit: String] {
    StrokesParser.examples(after: "\(word) every 5m").merging([
      .strokes: "\(word) every 5m 3 strokes", .bellCount: "bells random 4",
    ]) { $1 }
  }

  /// Parses `every 5m`, `at 5m 12:30 2 gong`, `1m before the end` or `random 4 7`.
  fileprivate static func parse(_ arguments: inout Arguments) throws(LineError) -> PlanStep {
    let name = arguments.name
    let first = try arguments.take(needs: "a time, such as '\(name) every 5m'")
    let kind = BellsClause.vocabulary.match(first)
    if kind == .found("random") { return try random(&arguments) }
    let words = arguments.take(upTo: StrokesParser.begins)
    let times: BellRule.Times
    switch kind {
    case .found("every"): times = .every(try interval(words, of: name))
    case .found("at"): times = .at(try Self.times(words, of: "\(name) at"))
    default:
      guard let before = beforeEnd([first] + words) else {
        throw .notAChoice(
          QuotedInput(first), command: name, nearest: nearest(to: first, words, of: name),
          choices: name == "also" ? BellsClause.words.dropLast() : BellsClause.words)
      }
      times = .beforeEnd(try Self.times(before, of: name))
    }
    return .change(BellRule(times, try strokes(&arguments)).change(isAddition: name == "also"))
  }

  private static func strokes(_ arguments: inout Arguments) throws(LineError) -> Strokes {
    arguments.isEmpty ? 1 : try StrokesParser.parse(&arguments)
  }

  /// The times in `1m 2m before the end`; `nil` if that is not what `words` say.
  private static func beforeEnd(_ words: ArraySlice<Substring>) -> ArraySlice<Substring>? {
    guard let place = words.firstIndex(where: { $0.lowercased() == "before" }),
      [["the", "end"], ["end"]].contains(words[(place + 1)...].map { $0.lowercased() })
    else { return nil }
    return words[..<place]
  }

  private static func interval(
    _ words: ArraySlice<Substring>, of name: String
  ) throws(LineError) -> Duration {
    guard !words.isEmpty else {
      throw .missing(command: "\(name) every", needs: "a time, such as '\(name) every 5m'")
    }
    var words = words
    let time = Arguments.takeTime(from: &words) ?? ""
    if let extra = words.first {
      throw .unexpected(QuotedInput(extra), command: name, takes: "one time after 'every'")
    }
    return try PlanTime.parse(time, forms: "5m or 1:30")
  }

  private static func times(
    _ words: ArraySlice<Substring>, of name: String
  ) throws(LineError) -> [Duration] {
    guard !words.isEmpty else {
      throw .missing(command: name, needs: "times, such as '\(name) 5m 12:30'")
    }
    var times: [Duration] = []
    var rest = words
    while let word = rest.popFirst() {
      // `5 min` is one time; `1h 30m` are two.
      let hasUnit = Digits.value(word.utf8) != nil && rest.first.map(TimeText.isUnit) ?? false
      let unit = hasUnit ? rest.removeFirst() : ""
      times.append(try PlanTime.parse(word + unit, forms: "5m or 12:30"))
    }
    return times
  }

  /// A second number is the seed, unless `strokes` follows it. Without one, it has to be drawn.
  private static func random(_ arguments: inout Arguments) throws(LineError) -> PlanStep {
    let (name, isAddition) = (arguments.name, arguments.name == "also")
    let count = try Arguments.count(
      in: arguments.take(needs: "a number of bells, such as '\(name) random 4'"),
      example: "\(name) random 4")
    guard let word = arguments.next, word.utf8.allSatisfy(ASCII.isDigit),
      !StrokesParser.isCounted(arguments.rest)
    else { return .randomBells(count: count, try strokes(&arguments), isAddition: isAddition) }
    _ = arguments.takeFirst()
    guard let seed = Digits.value(word.utf8), seed < Int.max else {
      throw .wrong(QuotedInput(word), "is not a whole number. Write '\(name) random 4 7'.")
    }
    let rule = BellRule(.random(count: count, seed: seed), try strokes(&arguments))
    return .change(rule.change(isAddition: isAddition))
  }

  /// `bells every 5m` for `5m`, and `bells 5m before the end` for `5m before`.
  private static func nearest(
    to word: Substring, _ rest: ArraySlice<Substring>, of name: String
  ) -> String? {
    let vocabulary = name == "also" ? addedVocabulary : BellsClause.vocabulary
    if let near = vocabulary.nearest(to: word) { return "\(name) \(near)" }
    guard word.utf8.count <= QuotedInput.limit, (try? TimeText.parse(word)) != nil else {
      return nil
    }
    return rest.contains { $0.lowercased() == "before" }
      ? "\(name) \(word) before the end" : "\(name) every \(word)"
  }

  var spelled: String {
    let times =
      switch times {
      case .every(let interval): "every \(TimeText.brief(interval))"
      case .at(let times): "at \(Self.spelled(times))"
      case .beforeEnd(let times): "\(Self.spelled(times)) before the end"
      case .random(let count, let seed): "random \(count) \(seed)"
      }
    return times + strokes.spelledAfterTimes
  }

  private static func spelled(_ times: [Duration]) -> String {
    times.map(TimeText.brief).joined(separator: " ")
  }
}
