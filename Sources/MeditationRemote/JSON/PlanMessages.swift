import MeditationPlan
import MeditationText

extension JSONMessage {
  /// A plan: the members of its clauses, its line, and its parts.
  struct PlanBody: JSONObject {
    let plan: Plan

    func writeMembers(to json: inout JSONText) {
      json.add(
        PlanClauses.all.flatMap { $0.members(of: plan) } + [
          JSONMember("notation", PlanText.line(of: plan)),
          JSONMember("parts", plan.soundingParts.map(PartBody.init)),
        ])
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
