import Practice
import SessionControl

extension JSONMessage {
  /// A saved set.
  struct SetBody: JSONObject {
    let set: SetSummary

    func writeMembers(to json: inout JSONText) {
      json.add("lastSat", set.lastSat)
      json.add("length", set.length.known)
      json.add("more", set.length.isMore)
      json.add("name", set.name.text)
      json.add("plan", set.plan.map(PlanBody.init))
      json.add("songs", set.songCount)
    }
  }

  /// A file of a set that cannot be read.
  struct SetProblemBody: JSONObject {
    let problem: SetProblem

    func writeMembers(to json: inout JSONText) {
      json.add("name", problem.name)
      json.add("reason", PracticeRefusal.set(problem).word)
      json.add("text", problem.text)
    }
  }
}

extension SetProblem {
  /// The name of the set or of its file.
  fileprivate var name: String {
    switch self {
    case .unknown(let name, _), .taken(let name), .file(let name, _): name
    }
  }
}
