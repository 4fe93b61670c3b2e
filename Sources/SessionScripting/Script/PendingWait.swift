import CommandLanguage
import MeditationCore
import Score

/// A `wait` statement in progress.
@MainActor package struct PendingWait: Sendable {
  /// The event or time to wait for.
  package let wait: ScriptWait
  /// The line number of the statement, from 1.
  package let line: Int
  private let began: Generation
  private let bellCount: Int
  /// Whether the session ends even with repeat on, because all its songs have length 0.
  private let isEmptyRound: Bool

  init(_ wait: ScriptWait, line: Int, in session: MeditationViewModel) {
    self.wait = wait
    self.line = line
    began = session.score.generation
    bellCount = session.state.summary.bellCount
    isEmptyRound = !session.songs.contains { song in
      song.mode.isInSession && song.length.map { $0 > .zero } ?? true
    }
  }

  /// Whether the wait is over; a wait for a positive time never ends by itself.
  package func isOver(in session: MeditationViewModel) -> Bool {
    switch wait {
    case .time(let time): time <= .zero
    case .endOfSong: session.score.generation != began
    case .endOfSession: session.phase == .finished
    case .bell: session.state.summary.bellCount > bellCount
    }
  }

  /// Why the wait can never end; `nil` if it can.
  package func obstacle(in session: MeditationViewModel) -> String? {
    switch (wait, session.phase, session.transport) {
    case (.time, _, _), (.endOfSong, .listening, .playing): nil
    case (.bell, _, _) where session.state.nextStroke == nil:
      "waits forever: no bell is to come."
    case (.bell, .listening, .playing), (.bell, .finished, _): nil
    case (.endOfSession, .listening, .playing):
      switch session.state.plan.length {
      case .time: nil
      case .open: "waits forever: the session is open. Use 'finish' or 'for 20m'."
      case .songs:
        session.state.isRepeating && !isEmptyRound
          ? "waits forever: the session repeats. Use 'repeat off'." : nil
      }
    case (_, .listening, .paused):
      "waits forever: the session is paused. Use 'play'."
    case (_, .picking, _), (_, .finished, _), (_, _, nil): "waits forever: nothing is playing."
    }
  }
}
