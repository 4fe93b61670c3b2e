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
    let measured: Int?
    let seed: Int?
    let song: Int?
    let position: Duration?
    let volume: Int
    let level: LevelBody
    let segment: String?
    let elapsed: Duration
    let left: Duration?
    let plan: PlanBody
    let picked: Picked
    let summary: Summary

    @MainActor init(of session: MeditationViewModel) {
      let state = session.state
      phase = state.phase.rawValue
      transport = state.transport.jsonWord
      pausedBy = state.pauseCause.map(TransportChange.Cause.init)
      reason = state.pauseCause?.reason
      isRepeating = state.isRepeating
      measured = state.measured
      seed = state.arrangement.seed
      song = state.current.map { $0 + 1 }
      position = state.current.map { _ in state.position }
      volume = state.volume
      level = LevelBody(state)
      segment = state.segment?.jsonWord
      elapsed = state.elapsed
      left = session.timeLeft
      plan = PlanBody(plan: state.plan)
      picked = Picked(state.picked)
      summary = Summary(state)
    }

    func writeMembers(to json: inout JSONText) {
      json.add("elapsed", elapsed)
      json.add("gain", level.gain)
      json.add("left", left)
      json.add("level", level.level)
      json.add("measured", measured)
      json.add("pausedBy", pausedBy?.rawValue)
      json.add("phase", phase)
      json.add("picked", picked)
      json.add("plan", plan)
      json.add("position", position)
      json.add("reason", reason)
      json.add("repeat", isRepeating)
      json.add("seed", seed)
      json.add("segment", segment)
      json.add("song", song)
      json.add("summary", summary)
      json.add("transport", transport)
      json.add("volume", volume)
    }
  }
}

extension Segment {
  /// The name in the protocol.
  fileprivate var jsonWord: String {
    switch self {
    case .song: "song"
    case .silence: "silence"
    }
  }
}
