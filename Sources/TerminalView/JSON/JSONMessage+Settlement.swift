import MeditationCore

extension JSONMessage {
  /// What a batch is told as: first what went wrong, for it is the cause; then the songs, in the
  /// order in which they changed; then the session.
  static func messages(of settlement: Settlement) -> [JSONMessage] {
    let (before, after) = (settlement.before, settlement.after)
    let session: [JSONMessage?] = [
      before.phase == after.phase
        ? nil : .phase(PhaseChange(from: before.phase, to: after.phase)),
      TransportChange(settlement).map { .transport($0) },
      position(before, after).map { .position($0) },
      before.volume == after.volume ? nil : .volume(Volume(percent: after.volume)),
      before.phase != .finished && after.phase == .finished
        ? .summary(Summary(after.summary)) : nil,
    ]
    return (Fault(settlement).map { [.fault($0)] } ?? [])
      + settlement.changes.map { .mode(Mode($0)) }
      + session.compactMap { $0 }
  }

  /// Where playing goes on, if it broke off or went over into the next song.
  private static func position(_ before: SessionState, _ after: SessionState) -> Position? {
    let (old, new) = (before.intent.generation, after.intent.generation)
    guard old != new, let song = after.current else { return nil }
    return Position(song: song, at: after.position, jump: old.jump != new.jump)
  }
}
