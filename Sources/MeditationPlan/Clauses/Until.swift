import MeditationText

/// `until 7:30`: the session ends at a time of day, in place of a length.
struct UntilClause: SessionClause {
  static let word = Word<PlanStep>(
    name: "until", arguments: "[TIME OF DAY | off]", brief: "[HH:MM]",
    summary: "Ends the session at a time of day.", example: "until 7:30", words: ["off"],
    prefixRank: .last,
    parse: { arguments throws(LineError) in
      let word = try arguments.takeOnly(takes: "one time", needs: "a time of day, such as 7:30")
      return .change(
        .until(word.lowercased() == "off" ? nil : try .parse(word, forms: "'until 7:30'")))
    })
  static let changesCourse = true
  static var property: WritableKeyPath<Plan, TimeOfDay?> { \.until }
  let value: TimeOfDay?

  var arguments: String { value?.spelled ?? "off" }
  var change: PlanChange { .until(value) }

  func make(in plan: inout Plan, at place: PlanPlace) {
    let last = plan.parts.count - 1
    // The length that the clock gave, or one that the clock decides from now on.
    if let length = plan.parts[last].lengthBeforeSkip {
      (plan.parts[last].length, plan.parts[last].lengthBeforeSkip) = (length, nil)
    }
    if value != nil, plan.parts[last].duration != nil { plan.parts[last].length = .songs }
    plan.until = value
  }

  func answer(_ wording: Wording) -> String? {
    value.map { "Session until \($0.spelled)" }
  }

  static func members(of plan: Plan) -> [JSONMember] { [JSONMember("until", plan.until?.spelled)] }
}
