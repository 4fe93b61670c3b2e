import MeditationText

/// How long the music takes to come in, and to reach silence at the end. `.seconds(5)` sets both.
public struct Fade: Hashable, Sendable {
  /// From session time 0, and from the end of a part without music.
  public var `in`: Duration
  /// Until the end of the session, or the beginning of a part without music.
  public var out: Duration

  /// Creates fades of different lengths.
  public init(in: Duration, out: Duration) { (self.in, self.out) = (`in`, out) }

  /// Creates fades of one length.
  public init(_ time: Duration) { self.init(in: time, out: time) }

  /// Fades in and out over this time, or not at all if it is negative or not a number.
  public static func seconds(_ seconds: Double) -> Fade {
    Fade(.seconds(seconds.isNaN ? 0 : min(max(seconds, 0), 1e9)))
  }
  /// No fades.
  public static let off = Fade(.zero)
}

extension Fade: CustomStringConvertible {
  /// `5.0 seconds`, or `in 5.0 seconds, out 60.0 seconds`.
  public var description: String { `in` == out ? "\(out)" : "in \(`in`), out \(out)" }
}

/// `fade 5s`, `fade in 5s out 1m`: how long the music takes to come in, and to reach silence at the end.
struct FadeClause: SessionClause {
  static let word = Word<PlanStep>(
    name: "fade", arguments: "[TIME | in TIME out TIME | off]", brief: "[TIME]",
    summary: "Sets how long the music fades in and out.", example: "fade 5s",
    hintedLines: ["fadein": "fade in 5s", "fadeout": "fade out 5s"], words: ["in", "out", "off"],
    parse: parse)
  static var property: WritableKeyPath<Plan, Fade> { \.fade }
  let value: Fade

  var arguments: String {
    value.in == value.out ? value.out.orOff : "in \(value.in.orOff) out \(value.out.orOff)"
  }
  var change: PlanChange { .fade(value) }
  var limit: PlanLimit? { value.limit }

  func answer(_ wording: Wording) -> String? {
    value.in == value.out
      ? "Fade \(value.out.orOff(wording))"
      : "Fade in \(value.in.orOff(wording)), out \(value.out.orOff(wording))"
  }

  static func steps(of outlook: PlanOutlook, part: Int, _ wording: Wording) -> [TimelineStep] {
    let fade = outlook.plan.fade
    guard outlook.songs.count > 0 else { return [] }
    let command = PlanChange.fade(fade).line
    var steps: [TimelineStep] = []
    if fade.in > .zero {
      steps.append(
        TimelineStep(.fadeIn, from: .zero, to: fade.in, "the music fades in", command: command))
    }
    if fade.out > .zero, let end = outlook.plan.end, case let begin = max(end - fade.out, .zero),
      outlook.musicEnd.map({ $0 > begin }) ?? true
    {
      steps.append(
        TimelineStep(.fadeOut, from: begin, to: end, "the music fades out", command: command))
    }
    return steps
  }

  static func members(of plan: Plan) -> [JSONMember] {
    [JSONMember("fade", plan.fade.in), JSONMember("fadeOut", plan.fade.out)]
  }

  private static func parse(_ arguments: inout Arguments) throws(LineError) -> PlanStep {
    let words = Vocabulary(word.words)
    var fades: [String: Duration] = [:]
    while let next = arguments.next, case .found(let end) = words.match(next), end != "off",
      fades[end] == nil
    {
      _ = arguments.takeFirst()
      guard let time = arguments.takeTime() else {
        throw .missing(command: "fade \(end)", needs: "a time, such as 'fade \(end) 5s'")
      }
      fades[end] = PlanTime.isOff(time) ? .zero : try PlanTime.parse(time, forms: "5s or off")
    }
    if fades.isEmpty { return .change(.fade(Fade(try arguments.takeTime(forms: "5s")))) }
    try arguments.end(takes: "a time to fade in and a time to fade out")
    return switch (fades["in"], fades["out"]) {
    case (let fadeIn?, let fadeOut?): .change(.fade(Fade(in: fadeIn, out: fadeOut)))
    case (let time?, nil): .change(.fadeIn(time))
    case (_, let time): .change(.fadeOut(time ?? .zero))
    }
  }
}

/// `fade out 5m`: one of the two alone.
struct OneFade: PlanEdit {
  static let clause: any PlanClause.Type = FadeClause.self
  static let word = FadeClause.word
  let isOut: Bool
  let time: Duration

  var arguments: String { "\(isOut ? "out" : "in") \(time.orOff)" }
  var limit: PlanLimit? { Fade(time).limit }

  func make(in plan: inout Plan, at place: PlanPlace) {
    if isOut { plan.fade.out = time } else { plan.fade.in = time }
  }
}

extension Fade {
  fileprivate var limit: PlanLimit? {
    `in`.isUpTo(.seconds(600)) && out.isUpTo(.seconds(600)) ? nil : .fade
  }
}
