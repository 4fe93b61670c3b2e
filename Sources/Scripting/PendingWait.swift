import CommandLanguage
import MeditationCore
import Score

/// A `wait` statement in progress.
@MainActor package struct PendingWait: Sendable {
  /// The event or time to wait for.
  package let wait: ScriptWait
  /// The line number of the statement, from 1.
  package let line: Int
  private let session: MeditationViewModel
  private let faults: FaultInjector
  private let endsUnknownLengths: Bool
  private let began: Generation
  private let bellCount: Int
  private let part: Int
  private let isSettling: Bool
  /// Whether the session ends even with repeat on, because all its songs have length 0.
  private let isEmptyRound: Bool

  /// A wait that begins now, in `session`, whose engine is behind `faults`.
  ///
  /// - Parameter endsUnknownLengths: Whether a song of unknown length ends.
  init(
    _ wait: ScriptWait, line: Int, in session: MeditationViewModel, faults: FaultInjector,
    endsUnknownLengths: Bool
  ) {
    self.wait = wait
    self.line = line
    self.session = session
    self.faults = faults
    self.endsUnknownLengths = endsUnknownLengths
    began = session.score.generation
    bellCount = session.state.summary.bellCount
    part = session.state.plan.part(at: session.state.elapsed)
    isSettling = session.state.isSettling
    isEmptyRound = !session.songs.contains { song in
      song.mode.isInSession && song.length.map { $0 > .zero } ?? true
    }
  }

  /// Whether the wait is over; a wait for a positive time never ends by itself.
  package var isOver: Bool {
    switch wait {
    case .time(let time): time <= .zero
    case .endOfSong: session.score.generation != began
    case .endOfSession: session.phase == .finished
    case .bell: session.state.summary.bellCount > bellCount
    case .part:
      session.state.plan.part(at: session.state.elapsed) != part
        || isSettling && !session.state.isSettling
    }
  }

  /// Why the wait can never end; `nil` if it can.
  package var obstacle: String? {
    switch (wait, session.phase, session.transport) {
    case (.time, _, _): nil
    case (.bell, _, _) where session.state.nextStroke == nil:
      "waits forever: no bell is to come."
    // The plan is for the next session.
    case (.bell, .finished, _) where faults.hasRungOut:
      "waits forever: the session is over, and no bell is to come."
    case (.bell, .listening, .playing), (.bell, .finished, _): nil
    case (.part, .listening, .playing):
      part == session.state.plan.parts.count - 1 && !isSettling
        ? "waits forever: no part is to come." : nil
    case (.endOfSong, .listening, .playing): obstacleToEndOfSegment
    case (.endOfSession, .listening, .playing):
      switch session.state.plan.length {
      case .time: nil
      case .open: "waits forever: the session is open. Use 'finish' or 'for 20m'."
      case .songs:
        session.state.isRepeating && !isEmptyRound
          ? "waits forever: the session repeats. Use 'repeat off'." : obstacleToEndOfSegment
      }
    case (_, .listening, .paused):
      "waits forever: the session is paused. Use 'play'."
    case (_, .picking, _), (_, .finished, _), (_, _, nil): "waits forever: nothing is playing."
    }
  }

  /// Why the current song or silence never ends; `nil` if it does.
  private var obstacleToEndOfSegment: String? {
    guard session.state.plan.end == nil else { return nil }
    if let song = session.currentSong {
      return song.length == nil && !endsUnknownLengths
        ? "waits forever: the length of the current song is unknown." : nil
    }
    return session.state.isSettling ? nil : "waits forever: there is silence until 'finish'."
  }
}
