import MeditationCore
import Score

extension JSONText {
  /// Adds what a batch is told as: first what went wrong, for it is the cause; then the songs, in
  /// the order in which they changed; then the session.
  mutating func add(_ change: SessionChange) {
    let (before, after) = (change.before, change.after)
    if let fault = JSONMessage.Fault(change) { add(.fault(fault)) }
    makeRoom(for: change.changes.count)
    for change in change.changes { add(.mode(JSONMessage.Mode(change))) }
    if before.phase != after.phase {
      add(.phase(JSONMessage.PhaseChange(from: before.phase, to: after.phase)))
    }
    if let change = JSONMessage.TransportChange(change) { add(.transport(change)) }
    let (old, new) = (before.score.generation, after.score.generation)
    if old != new, let song = after.current {
      // Where playing goes on: it broke off, or went over into the next song.
      let isJump = old.jump != new.jump
      add(.position(JSONMessage.Position(song: song, at: after.position, jump: isJump)))
    }
    if before.volume != after.volume {
      add(.volume(JSONMessage.Volume(percent: after.volume)))
    }
    if before.phase != .finished, after.phase == .finished {
      add(.summary(JSONMessage.Summary(after.summary, end: after.end)))
    }
  }
}
