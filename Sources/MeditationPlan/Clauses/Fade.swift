import MeditationText

/// `fade 5s`: how long the music takes to come in, and to reach silence at the end.
struct FadeClause: SessionClause {
  static let word = PlanWord(
    "fade", "[TIME | off]", brief: "[TIME]", "Sets how long the music fades in and out.",
    example: "fade 5s", hints: ["fadein", "fadeout"], words: ["off"],
    parse: { arguments throws(LineError) in .change(.fade(try arguments.takeTime(forms: "5s"))) })
  static let changesCourse = false
  static var property: WritableKeyPath<Plan, Duration> { \.fade }
  let value: Duration
  init(_ value: Duration) { self.value = value }

  var arguments: String { value.orOff }
  var change: PlanChange { .fade(value) }
  var limit: PlanLimit? { value.isUpTo(.seconds(600)) ? nil : .fade }
  func answer(_ wording: Wording) -> String? { "Fade \(value.orOff(wording))" }

  static func steps(of outlook: PlanOutlook, part: Int, _ wording: Wording) -> [TimelineStep] {
    let fade = outlook.plan.fade
    guard fade > .zero, outlook.songs.count > 0 else { return [] }
    let command = PlanChange.fade(fade).line
    let fadeIn = TimelineStep(
      .fadeIn, from: .zero, to: fade, "the music fades in", command: command)
    guard let end = outlook.plan.end else { return [fadeIn] }
    let begin = max(end - fade, .zero)
    guard outlook.musicEnd.map({ $0 > begin }) ?? true else { return [fadeIn] }
    return [
      fadeIn,
      TimelineStep(.fadeOut, from: begin, to: end, "the music fades out", command: command),
    ]
  }

  static func members(of plan: Plan) -> [JSONMember] { [JSONMember("fade", plan.fade)] }
}
