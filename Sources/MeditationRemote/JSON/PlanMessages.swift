import MeditationCore
import MeditationPlan
import MeditationScreens
import MeditationText

/// A plan: the members of its clauses, its line, and its parts.
extension Plan: JSONObject {
  fileprivate var members: [JSONMember] {
    PlanClauses.all.flatMap { $0.members(of: self) } + [
      JSONMember("notation", PlanText.line(of: self)), JSONMember("parts", soundingParts),
    ]
  }

  package func writeMembers(to json: inout JSONText) { json.add(members) }
}

extension Part: JSONObject {
  package func writeMembers(to json: inout JSONText) {
    json.add(PlanClauses.all.flatMap { $0.members(of: self) } + [JSONMember("title", title)])
  }
}

extension JSONMessage {
  /// The most cues in a timeline; a bell each second reaches it in a quarter of an hour.
  private static let mostCues = 1_000

  /// A plan that has changed or, with its timeline of cues, the answer to `plan`.
  static func plan(_ plan: Plan, timeline: [JSONMessage]? = nil) -> Self {
    Self("plan", ["timeline": timeline], and: plan.members)
  }

  /// The plan of `session` with its timeline, up to the end if that is known.
  @MainActor static func plan(of session: MeditationViewModel) -> Self {
    let plan = session.state.plan
    let end = PlanOutlook(of: session).end
    let cues = Timetable(plan, endedAt: end)
      .cues(atMost: mostCues, end: end.map { .end(of: plan, at: $0) })
    // Without songs and without a length, there is no session.
    return .plan(plan, timeline: end == .zero ? [] : cues.map { JSONMessage.cue($0, in: plan) })
  }
}
