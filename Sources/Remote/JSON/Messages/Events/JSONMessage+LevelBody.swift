import MeditationCore
import Score

extension JSONMessage {
  /// Whether songs are brought to one loudness, and the gain of the current one.
  struct LevelBody: JSONObject {
    let level: String
    let gain: JSONDecibels?

    init(_ state: SessionState) {
      level = state.level.rawValue
      gain = state.gain.map(JSONDecibels.init)
    }

    func writeMembers(to json: inout JSONText) {
      json.add("gain", gain)
      json.add("level", level)
    }
  }
}
