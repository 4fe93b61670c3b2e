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

/// A part of a plan.
extension Part: JSONObject {
  package func writeMembers(to json: inout JSONText) {
    json.add(PlanClauses.all.flatMap { $0.members(of: self) } + [JSONMember("title", title)])
  }
}

extension JSONMessage {
  /// The plan of a session after a change, or as the answer to `plan`, with what happens when.
  struct PlanMessage: JSONLine {
    static let type = "plan"

    /// The most cues of a timeline: a bell each second strikes as often in a quarter of an hour.
    private static let mostCues = 1_000

    let plan: Plan
    /// `nil` unless somebody asks.
    let timeline: [CueReached]?

    /// A plan that has changed.
    init(changed plan: Plan) { (self.plan, timeline) = (plan, nil) }

    /// The plan of `session` with its timeline, up to the end where that is known.
    @MainActor init(of session: MeditationViewModel) {
      let plan = session.state.plan
      self.plan = plan
      let end = PlanOutlook(of: session).end
      let cues = Timetable(plan, endedAt: end)
        .cues(atMost: Self.mostCues, end: end.map { .end(of: plan, at: $0) })
      // Without songs and without a length, there is no session.
      timeline = end == .zero ? [] : cues.map { CueReached($0, in: plan) }
    }

    func writeMembers(to json: inout JSONText) {
      json.add(plan.members + [JSONMember("timeline", timeline)])
    }
  }
}
