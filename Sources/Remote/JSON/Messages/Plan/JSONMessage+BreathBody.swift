import Score

extension JSONMessage {
  /// The lengths of the phases of a breath.
  struct BreathBody: JSONObject {
    let breath: Breath

    func writeMembers(to json: inout JSONText) {
      json.add("exhale", breath.exhale)
      json.add("holdEmpty", breath.holdEmpty)
      json.add("holdFull", breath.holdFull)
      json.add("inhale", breath.inhale)
    }
  }
}
