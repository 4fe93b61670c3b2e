import CommandLanguage
import Score

extension JSONMessage {
  /// A plan.
  struct PlanBody: JSONObject {
    let plan: Plan

    func writeMembers(to json: inout JSONText) {
      json.add("bell", BellBody(bell: plan.bell))
      json.add("bells", BellsBody(plan.bells))
      json.add("breath", plan.breath.map(BreathBody.init))
      json.add("breathVolume", plan.breathVolume)
      json.add("closing", plan.closing)
      json.add("crossfade", plan.crossfade)
      json.add("end", plan.length.jsonWord)
      json.add("fade", plan.fade)
      json.add("length", plan.end)
      json.add("level", plan.level?.rawValue)
      json.add("notation", PlanText.line(of: plan))
      json.add("opening", plan.opening)
      json.add("repeat", plan.repeats)
      json.add("settling", plan.settling)
      json.add("volume", plan.volume)
    }
  }
}

extension Plan.Length {
  /// The name in the protocol.
  fileprivate var jsonWord: String {
    switch self {
    case .songs: "songs"
    case .open: "open"
    case .time: "time"
    }
  }
}
