import MeditationText

/// `repeat on`: the first song follows the last.
struct RepeatClause: SessionClause {
  static let word = PlanWord(
    "repeat", "[on | off]", "Turns repeat on or off, or shows its state.", example: "repeat on",
    hints: ["loop"], words: ["on", "off"],
    parse: { arguments throws(LineError) in
      .change(.repeat(try arguments.takeWord(of: ["on", "off"]) == "on"))
    })
  static let changesCourse = true
  static var property: WritableKeyPath<Plan, Bool> { \.repeats }
  let value: Bool
  init(_ value: Bool) { self.value = value }

  var arguments: String { value ? "on" : "off" }
  var change: PlanChange { .repeat(value) }
  func answer(_ wording: Wording) -> String? { "Repeat \(value ? "on" : "off")" }
  static func members(of plan: Plan) -> [JSONMember] { [JSONMember("repeat", plan.repeats)] }
}
