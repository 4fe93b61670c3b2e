import MeditationText

/// `settle 10s`: the silence before session time 0.
struct SettlingClause: SessionClause {
  static let word = Word<PlanStep>(
    name: "settle", arguments: "[TIME | off]", brief: "[TIME]",
    summary: "Sets the silence before the session begins.", example: "settle 10s",
    hints: ["settling", "prepare", "preparation", "delay", "countdown", "warmup"], words: ["off"],
    parse: { arguments throws(LineError) in
      .change(.settling(try arguments.takeTime(forms: "10s")))
    })
  static let changesCourse = true
  static let passing = PlanPassing.atStart
  static var property: WritableKeyPath<Plan, Duration> { \.settling }
  let value: Duration

  var arguments: String { value.orOff }
  var change: PlanChange { .settling(value) }
  var limit: PlanLimit? { value.isUpTo(.seconds(3600)) ? nil : .settling }
  func answer(_ wording: Wording) -> String? { "Settling \(value.orOff(wording))" }

  static func step(of outlook: PlanOutlook, part: Int, _ wording: Wording) -> TimelineStep? {
    let time = outlook.plan.settling
    guard time > .zero, outlook.plan.begin == nil else { return nil }
    return TimelineStep(
      .settling, from: .zero - time, to: .zero, "settling for \(time.exact(wording))",
      command: PlanChange.settling(time).line)
  }

  static func members(of plan: Plan) -> [JSONMember] { [JSONMember("settling", plan.settling)] }
}
