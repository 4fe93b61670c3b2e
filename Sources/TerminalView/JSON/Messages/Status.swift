import MeditationCore

extension JSONMessage {
  /// Where the session stands, apart from the modes of its songs.
  struct Status: Encodable {
    let phase: String
    let transport: String
    let pausedBy: OrNull<TransportChange.Cause>
    let reason: OrNull<String>
    let song: OrNull<Int>
    let position: OrNull<Seconds>
    let volume: Int
    let picked: Picked
    let summary: Summary

    init(_ state: SessionState) {
      phase = state.phase.jsonWord
      transport = state.transport.jsonWord
      pausedBy = OrNull(state.pauseCause.map(TransportChange.Cause.init))
      reason = OrNull(state.pauseCause?.reason)
      song = OrNull(state.current.map { $0 + 1 })
      position = OrNull(state.current.map { _ in Seconds(state.position) })
      volume = state.volume
      picked = Picked(state.picked)
      summary = Summary(state.summary)
    }
  }
}
