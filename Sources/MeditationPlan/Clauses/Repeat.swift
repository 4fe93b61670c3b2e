import MeditationText

/// How songs repeat. As literals, `true` is `on` and `false` is `off`.
public enum Repeat: String, CaseIterable, Hashable, Sendable, ExpressibleByBooleanLiteral {
  /// The next song; nothing follows the last one.
  case off
  /// The next song; the first one follows the last.
  case on
  /// The same song, until the listener goes on to another.
  case one

  /// `true` is `on`, and `false` is `off`.
  public init(booleanLiteral isOn: Bool) { self = isOn ? .on : .off }
}

/// `repeat on`: the first song follows the last.
struct RepeatClause: SessionClause {
  static let word = Word<PlanStep>(
    name: "repeat", arguments: "[on | one | off]", brief: "[on | one]",
    summary: "Repeats all songs, or the current one.", example: "repeat on",
    hints: ["loop"], hintedLines: ["single": "repeat one"], words: words,
    parse: { arguments throws(LineError) in
      .change(.repeat(Repeat(rawValue: try arguments.takeWord(of: words)) ?? .off))
    })
  private static let words = ["on", "one", "off"]
  static let changesCourse = true
  static var property: WritableKeyPath<Plan, Repeat> { \.repeats }
  let value: Repeat

  var arguments: String { value.rawValue }
  var change: PlanChange { .repeat(value) }
  func answer(_ wording: Wording) -> String? { "Repeat \(value)" }

  static func members(of plan: Plan) -> [JSONMember] {
    [
      JSONMember("repeat", plan.repeats != .off), JSONMember("repeatOne", plan.repeats == .one),
    ]
  }
}
