import SessionControl

extension JSONMessage {
  /// The answer to `sets`.
  struct Sets: JSONObject {
    let page: SetsPage

    func writeMembers(to json: inout JSONText) {
      json.add("now", page.now)
      json.add("problems", page.problems.map(SetProblemBody.init))
      json.add("sets", page.sets.map(SetBody.init))
    }
  }
}
