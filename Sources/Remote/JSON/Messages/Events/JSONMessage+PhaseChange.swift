import MeditationCore

extension JSONMessage {
  /// A change of the session's phase.
  struct PhaseChange: JSONObject {
    let from: String
    let to: String

    init(from old: Phase, to new: Phase) {
      from = old.rawValue
      to = new.rawValue
    }

    func writeMembers(to json: inout JSONText) {
      json.add("from", from)
      json.add("to", to)
    }
  }
}
