import Practice
import SessionControl

extension JSONMessage {
  /// A sit in the journal.
  struct SitBody: JSONObject {
    let sit: Sit
    /// `nil` if the line of the plan is not valid.
    let plan: PlanBody?

    @MainActor init(_ sit: Sit) {
      self.sit = sit
      plan = SetPlan.plan(sit.plan).map(PlanBody.init)
    }

    func writeMembers(to json: inout JSONText) {
      json.add("began", sit.began)
      json.add("counts", sit.counts)
      json.add("end", sit.end?.rawValue)
      json.add("heard", sit.heard)
      json.add("marks", sit.marks.words)
      json.add("notation", sit.plan)
      json.add("note", sit.note)
      json.add("plan", plan)
      json.add("planned", sit.planned)
      json.add("sat", sit.sat)
      json.add("set", sit.set)
    }
  }
}
