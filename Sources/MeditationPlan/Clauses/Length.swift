import MeditationText

/// `for 20m`, `for songs`, `for open`: how long the session or a part of it is.
struct LengthClause: PartClause {
  static let word = Word<PlanStep>(
    name: "for", arguments: "[TIME | songs | open | +TIME | -TIME]", brief: "[TIME]",
    summary: "Sets the session's length: a time, its songs, or open.", example: "for 20m",
    hints: ["timer", "duration", "length", "minutes"], words: words,
    parse: { arguments throws(LineError) in
      let length = try arguments.takeOnlyTime(
        takes: "one length", needs: "a length, such as 'for 20m'")
      return .change(try parse(length))
    })
  static let changesCourse = true
  static var property: WritableKeyPath<Part, Plan.Length> { \.length }
  let value: Plan.Length

  var arguments: String { value.spelled }
  var change: PlanChange { .length(value) }

  var limit: PlanLimit? {
    if case .time(let end) = value, !end.isSessionTime { .length } else { nil }
  }

  func refusal(at place: PlanPlace) -> PlanRefusal? {
    guard case .time(let length) = value, place.isCurrent, let elapsed = place.elapsed,
      place.plan.begin(ofPart: place.part) + length.clampedSessionTime <= elapsed
    else { return nil }
    return .planPassed
  }

  func make(in plan: inout Plan, at place: PlanPlace) {
    (plan.parts[place.part].length, plan.parts[place.part].lengthBeforeSkip) = (value, nil)
    // A time stands in place of a time of day if no part follows, which the editor knows at its end.
    if plan.parts[place.part].duration == nil, place.part == plan.parts.count - 1 {
      plan.until = nil
    }
  }

  func answer(_ wording: Wording) -> String? {
    switch value {
    case .songs: "Session as long as its songs"
    case .open: "Session open; 'finish' ends it"
    case .time(let end): "Session \(end.value(wording))"
    }
  }

  static func members(of plan: Plan) -> [JSONMember] {
    [JSONMember("end", plan.length.name), JSONMember("length", plan.end)]
  }

  static func members(of part: Part) -> [JSONMember] {
    [JSONMember("end", part.length.name), JSONMember("length", part.duration)]
  }
}

/// `for +5m`: lengthens the session or a part of it, or shortens it.
struct Lengthening: PlanEdit {
  static let clause: any PlanClause.Type = LengthClause.self
  static let word = LengthClause.word
  let time: Duration

  var arguments: String { time.signed }

  var limit: PlanLimit? {
    time.isSessionTime || (.zero - PlanLimit.longest..<Duration.zero) ~= time ? nil : .length
  }

  func make(in plan: inout Plan, at place: PlanPlace) {
    let length = (plan.parts[place.part].duration ?? max(place.now, .zero)) + time
    LengthClause(value: .time(max(length, .zero))).make(in: &plan, at: place)
  }
}

// MARK: - Typing

extension LengthClause {
  static let words = ["songs", "open"]

  /// Parses `20m`, `songs`, `open`, `+5m` or `-5m`. A number alone is minutes.
  static func parse(_ word: Substring) throws(LineError) -> PlanChange {
    let sign = word.leadingSign
    guard sign.isEmpty else {
      return .lengthen(
        try PlanTime.parse(word, sign: sign, numberIn: .minutes, forms: "\(sign)5m"))
    }
    let vocabulary = Vocabulary(words, hints: ["off": "songs"])
    if case .found(let length) = vocabulary.match(word) {
      return .length(length == "songs" ? .songs : .open)
    }
    if let near = vocabulary.nearest(to: word) {
      throw .notAChoice(QuotedInput(word), command: "for", nearest: "for \(near)", choices: words)
    }
    return .length(
      .time(
        try PlanTime.parse(word, numberIn: .minutes, forms: "20m, 1:10:00, songs or open")))
  }
}

extension Plan.Length {
  var spelled: String {
    if case .time(let time) = self { TimeText.brief(time) } else { name }
  }

  fileprivate var name: String {
    switch self {
    case .songs: "songs"
    case .open: "open"
    case .time: "time"
    }
  }
}

extension Plan.Length: CustomStringConvertible {
  /// `songs`, `open` or the session time.
  public var description: String {
    if case .time(let time) = self { "\(time)" } else { name }
  }
}
