import MeditationCore
import Score
import SessionControl

extension JSONMessage {
  /// The current state of the session, without the modes of its songs.
  struct Status: JSONObject {
    let phase: String
    let transport: String
    let pausedBy: TransportChange.Cause?
    let reason: String?
    let isRepeating: Bool
    let seed: Int?
    let song: Int?
    let position: Duration?
    let volume: Int
    let picked: Picked
    let summary: Summary

    init(_ state: SessionState) {
      phase = state.phase.rawValue
      transport = state.transport.jsonWord
      pausedBy = state.pauseCause.map(TransportChange.Cause.init)
      reason = state.pauseCause?.reason
      isRepeating = state.isRepeating
      seed = state.arrangement.seed
      song = state.current.map { $0 + 1 }
      position = state.current.map { _ in state.position }
      volume = state.volume
      picked = Picked(state.picked)
      summary = Summary(state.summary, end: state.end)
    }

    func writeMembers(to json: inout JSONText) {
      json.add("pausedBy", pausedBy?.rawValue)
      json.add("phase", phase)
      json.add("picked", picked)
      json.add("position", position)
      json.add("reason", reason)
      json.add("repeat", isRepeating)
      json.add("seed", seed)
      json.add("song", song)
      json.add("summary", summary)
      json.add("transport", transport)
      json.add("volume", volume)
    }
  }
}
