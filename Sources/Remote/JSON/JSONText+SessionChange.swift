import MeditationCore
import Score

extension JSONText {
  /// Adds the messages of one batch: first the fault or the cue, which is the cause; then the songs,
  /// in the order of their changes; then the session.
  mutating func add(_ change: SessionChange) {
    let (before, after) = (change.before, change.after)
    if let fault = JSONMessage.Fault(change) { add(.fault(fault)) }
    if let cue = JSONMessage.CueReached(change) { add(.cue(cue)) }
    makeRoom(for: change.changes.count)
    for change in change.changes { add(.mode(JSONMessage.Mode(change))) }
    if before.phase != after.phase {
      add(.phase(JSONMessage.PhaseChange(from: before.phase, to: after.phase)))
    }
    if let change = JSONMessage.TransportChange(change) { add(.transport(change)) }
    let (old, new) = (before.score.generation, after.score.generation)
    if old != new, let song = after.current {
      // Playback jumped to this position, or crossed into this song.
      let isJump = old.jump != new.jump
      add(.position(JSONMessage.Position(song: song, at: after.position, jump: isJump)))
    }
    if before.volume != after.volume {
      add(.volume(JSONMessage.Volume(percent: after.volume)))
    }
    if before.level != after.level { add(.level(JSONMessage.LevelBody(after))) }
    if before.isRepeating != after.isRepeating {
      add(.repeating(JSONMessage.Repeating(isOn: after.isRepeating)))
    }
    if before.plan != after.plan { add(.plan(JSONMessage.PlanBody(plan: after.plan))) }
    if before.phase != .finished, after.phase == .finished {
      add(.summary(JSONMessage.Summary(after)))
    }
  }
}
