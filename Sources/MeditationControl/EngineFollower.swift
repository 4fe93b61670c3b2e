import MeditationCore
import MeditationEngine
import MeditationPlan

/// Has the engine follow the score of a session, and beside it play the sentences of a guide that are
/// ready.
@MainActor final class EngineFollower {
  private let engine: any PlaybackEngine
  /// The score of the session, as it is without speech.
  private var score: Score
  private var speech: [String: String] = [:]

  init(of session: MeditationViewModel, engine: any PlaybackEngine) {
    (self.engine, score) = (engine, session.score)
  }

  /// Passes `score` on if it is another one. The sentences of another guide have no files.
  func follow(_ score: Score) {
    guard score != self.score else { return }
    if score.plan.guide != self.score.plan.guide { speech = [:] }
    self.score = score
    passOn()
  }

  /// Plays these files for the sentences that are their keys.
  func speak(_ files: [String: String]) {
    speech = files
    passOn()
  }

  private func passOn() {
    var spoken = score
    spoken.plan.guide = score.plan.guide.map { guide in
      Guide(
        guide.path,
        lines: guide.lines.map { line in
          var line = line
          line.speech = speech[line.text]
          return line
        })
    }
    engine.follow(spoken)
  }
}
