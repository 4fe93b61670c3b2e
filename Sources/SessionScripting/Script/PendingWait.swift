public import CommandLanguage
public import MeditationCore
import Score

/// A wait of a script that is under way.
@MainActor public struct PendingWait: Sendable {
  /// What is waited for.
  public let wait: ScriptWait
  /// The line that asks for it, from 1.
  public let line: Int
  private let began: Generation
  /// Whether the session would end even if it repeats: all its songs are over at once.
  private let isEmptyRound: Bool

  init(_ wait: ScriptWait, line: Int, in session: MeditationViewModel) {
    self.wait = wait
    self.line = line
    began = session.score.generation
    isEmptyRound = !session.songs.contains { song in
      song.mode.isInSession && song.length.map { $0 > .zero } ?? true
    }
  }

  /// Whether it is over; a wait for a time never is by itself.
  public func isOver(in session: MeditationViewModel) -> Bool {
    switch wait {
    case .time(let time): time <= .zero
    case .endOfSong: session.score.generation != began
    case .endOfSession: session.phase == .finished
    }
  }

  /// Why it can never be over; `nil` where it can.
  public func obstacle(in session: MeditationViewModel) -> String? {
    switch (wait, session.phase, session.transport) {
    case (.time, _, _), (.endOfSong, .listening, .playing): nil
    case (.endOfSession, .listening, .playing):
      session.state.isRepeating && !isEmptyRound
        ? "waits for ever: the session repeats. 'repeat off' lets it end." : nil
    case (_, .listening, .paused):
      "waits for ever: the session is paused. 'play' resumes it."
    case (_, .picking, _), (_, .finished, _): "waits for ever: nothing is playing."
    }
  }
}
