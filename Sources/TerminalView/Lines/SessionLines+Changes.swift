import CommandLanguage
import MeditationCore
import Score
import SessionControl

/// What changed, or was to change.
extension SessionLines {
  /// How what `command` asks for stands already.
  func tellUnchanged(by command: Command) {
    switch command {
    case .action(.volume): volume()
    case .action(.repeat): repeating()
    case .action(.move): playingOrder()
    default: tellStatus()
    }
  }

  func volume() { output.say("Volume \(session.volume)%") }

  func repeating() { output.say(session.state.isRepeating ? "Repeat on" : "Repeat off") }

  /// What a batch changed.
  func tell(_ change: SessionChange) {
    let (before, after) = (change.before, change.after)
    let news = cells.takeNews()
    if let fault = fault(of: change) {
      if fault.isWarning { output.warn(fault.text) } else { output.say(fault.text) }
    }
    guard before.phase == after.phase else {
      return after.phase == .finished ? summary() : list()
    }
    if before.volume != after.volume { volume() }
    if before.isRepeating != after.isRepeating { repeating() }
    if before.arrangement != after.arrangement { order(before.arrangement, after.arrangement) }
    if after.phase == .picking, !change.changes.isEmpty {
      changes(news, of: change.changes.count)
      total()
    }
    let goesOn =
      before.score.generation != after.score.generation || before.pauseCause != after.pauseCause
    if after.phase == .listening, goesOn { current() }
  }

  private func fault(of change: SessionChange) -> FaultText? {
    let song = change.before.current.map { ($0 + 1, session.songs[$0].title) }
    return FaultText(change, song: song)
  }

  /// The list's order, or the order in which songs play.
  private func order(_ before: Arrangement, _ after: Arrangement) {
    let isInOrder = before.playing == .asListed && after.playing == .asListed
    let isSorted = before.sort != after.sort || isInOrder
    if isSorted { list() }
    if before.playing != after.playing || !isSorted { playingOrder() }
  }

  private func playingOrder() { output.say(session.state.arrangement.text) }
}
