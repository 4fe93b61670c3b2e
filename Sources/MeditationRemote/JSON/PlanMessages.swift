import MeditationCore
import MeditationPlan
import MeditationScreens
import MeditationText

extension JSONMessage {
  /// A plan: the members of its clauses, its line, and its parts.
  struct PlanBody: JSONObject {
    let plan: Plan

    fileprivate var members: [JSONMember] {
      PlanClauses.all.flatMap { $0.members(of: plan) } + [
        JSONMember("notation", PlanText.line(of: plan)),
        JSONMember("parts", plan.soundingParts.map(PartBody.init)),
      ]
    }

    func writeMembers(to json: inout JSONText) { json.add(members) }
  }

  /// The plan of a session after a change, or as the answer to `plan`, with what happens when.
  struct PlanMessage: JSONLine {
    static let type = "plan"

    /// The most cues of a timeline: a bell each second strikes as often in a quarter of an hour.
    private static let mostCues = 1_000

    let body: PlanBody
    /// `nil` unless somebody asks.
    let timeline: [CueReached]?

    /// A plan that has changed.
    init(changed plan: Plan) { (body, timeline) = (PlanBody(plan: plan), nil) }

    /// The plan of `session` with its timeline, up to the end where that is known.
    @MainActor init(of session: MeditationViewModel) {
      let plan = session.state.plan
      body = PlanBody(plan: plan)
      let end = PlanOutlook(of: session).end
      let cues = Timetable(plan, endedAt: end)
        .cues(atMost: Self.mostCues, end: end.map { .end(of: plan, at: $0) })
      // Without songs and without a length, there is no session.
      timeline = end == .zero ? [] : cues.map { CueReached($0, in: plan) }
    }

    func writeMembers(to json: inout JSONText) {
      json.add(body.members + [JSONMember("timeline", timeline)])
    }
  }

  /// A part of a plan.
  private struct PartBody: JSONObject {
    let part: Part

    func writeMembers(to json: inout JSONText) {
      json.add(
        PlanClauses.all.flatMap { $0.members(of: part) } + [JSONMember("title", part.title)])
    }
  }
}
