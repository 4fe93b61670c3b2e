import CommandLanguage
import MeditationCore
import Score
import Text

/// What changed, or was to change.
extension SessionLines {
  /// How what `command` asks for stands already.
  func tellUnchanged(by command: Command) {
    if case .action(.volume) = command { return volume() }
    if case .action(.repeat) = command { return repeating() }
    if case .action(.move) = command { return playingOrder() }
    tellStatus()
  }

  func volume() { output.say("Volume \(session.volume)%") }

  /// What a batch changed.
  func tell(_ settlement: Settlement) {
    if case .engine(let event) = settlement.cause { tell(event, on: settlement.before.current) }
    let (before, after) = (settlement.before, settlement.after)
    guard before.phase == after.phase else {
      return after.phase == .finished ? summary() : list()
    }
    if before.volume != after.volume { volume() }
    if before.isRepeating != after.isRepeating { repeating() }
    if before.arrangement != after.arrangement { order(before.arrangement, after.arrangement) }
    if after.phase == .picking, !settlement.changes.isEmpty {
      rows(settlement.changes.map { session.songs[$0.song] }, areNews: true)
      total()
    }
    let goesOn =
      before.score.generation != after.score.generation || before.pauseCause != after.pauseCause
    if after.phase == .listening, goesOn { current() }
  }

  func repeating() { output.say(session.state.isRepeating ? "Repeat on" : "Repeat off") }

  /// What became of the list's order, or of the order in which songs play.
  private func order(_ before: Arrangement, _ after: Arrangement) {
    let isInOrder = before.playing == .asListed && after.playing == .asListed
    let isSorted = before.sort != after.sort || isInOrder
    if isSorted { list() }
    if before.playing != after.playing || !isSorted { playingOrder() }
  }

  private func playingOrder() {
    let seeing = "'list picked' shows it."
    switch session.state.arrangement.playing {
    case .asListed: output.say("Songs play in the order of the list.")
    case .moved: output.say("Songs play in an order of your own; \(seeing)")
    case .shuffled(let seed):
      output.say("Songs play in an order by chance, 'shuffle \(seed)'; \(seeing)")
    }
  }

  private func tell(_ event: EngineEvent, on current: Int?) {
    switch event.kind {
    case .failed(let reason):
      guard let current else { return }
      output.warn(
        "Song \(current + 1), \(session.songs[current].title), failed at "
          + "\(event.position.timeText): \(reason).")
    case .deviceLost(let reason):
      output.warn("The sound device is gone: \(reason). 'play' tries it again.")
    case .deviceRestored: output.say("The sound device is back.")
    case .noDevice(let reason):
      output.warn("No sound device opens: \(reason). The session goes on in silence.")
    case .stalled:
      output.warn("No sound: the disk is slow. The song goes on as soon as it can be read.")
    case .outputFailed(let reason): output.warn("The output file cannot be written: \(reason).")
    case .position, .crossed, .ended: break
    }
  }
}
