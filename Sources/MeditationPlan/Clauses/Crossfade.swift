import MeditationText

/// `crossfade 4s`: how long songs pass into each other.
struct CrossfadeClause: SessionClause {
  static let word = Word<PlanStep>(
    name: "crossfade", arguments: "[TIME | off]", brief: "[TIME]",
    summary: "Sets how long songs pass into each other.", example: "crossfade 4s",
    hints: ["xfade", "blend"], words: ["off"], prefixRank: .late,
    parse: { arguments throws(LineError) in
      .change(.crossfade(try arguments.takeTime(forms: "4s")))
    })
  static let changesCourse = true
  static var property: WritableKeyPath<Plan, Duration> { \.crossfade }
  let value: Duration

  var arguments: String { value.orOff }
  var change: PlanChange { .crossfade(value) }
  var limit: PlanLimit? { value.isUpTo(.seconds(30)) ? nil : .crossfade }
  func answer(_ wording: Wording) -> String? { "Crossfade \(value.orOff(wording))" }

  static func step(of outlook: PlanOutlook, part: Int, _ wording: Wording) -> TimelineStep? {
    let time = outlook.plan.crossfade
    guard time > .zero, outlook.songs.count > 0 else { return nil }
    return TimelineStep(
      .crossfade, from: .zero, to: outlook.musicStop,
      "songs pass into each other over \(time.exact(wording))",
      command: PlanChange.crossfade(time).line)
  }

  static func members(of plan: Plan) -> [JSONMember] { [JSONMember("crossfade", plan.crossfade)] }
}
