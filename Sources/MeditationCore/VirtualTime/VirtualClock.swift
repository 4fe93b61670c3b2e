import MeditationPlan

/// The clock of a session without sound, advanced on request: songs have their declared lengths.
///
/// It follows the session by itself. Scripts and tests of sessions run on it.
@MainActor package final class VirtualClock {
  /// The longest single step; longer than any song. An open session has an event each second.
  package static let longestStep = Duration.seconds(100 * 3600)

  package let session: MeditationViewModel
  /// Injects faults. Its events go to the session, unless another handler is set.
  package let faults: FaultInjector
  package var now: Duration { engine.now.clamped() }

  private let engine = ScriptedEngine()
  /// The session's score when last seen; only a different one goes to the engine.
  private var score: Score
  private var subscription: Subscription?

  /// Creates a clock for `session`, which must not have one. A running session goes on where it is.
  package init(of session: MeditationViewModel) {
    self.session = session
    score = session.score
    faults = FaultInjector { [engine] in engine.follow($0) }
    session.timekeeper = self
    engine.onEvent = { [weak faults] in faults?.receive($0) }
    faults.onEvent = { [weak session] in _ = session?.receive($0) }
    engine.append(session.songs.sorted { $0.id < $1.id }.map(\.length))
    subscription = session.observeSettled { [weak self] change in
      if case .length(let song, let length) = change.cause, change.outcome == .changed {
        self?.engine.setLength(length, of: song)
      }
      self?.follow(change.after.score)
    }
    if session.phase == .listening { resume() }
  }

  /// The clock of `session`; `nil` if it has none.
  package static func of(_ session: MeditationViewModel) -> VirtualClock? {
    session.timekeeper as? VirtualClock
  }

  private func follow(_ new: Score) {
    engine.append(session.songs[engine.lengths.count...].map(\.length))
    guard new != score else { return }
    score = new
    faults.follow(new)
  }

  private func resume() {
    var rest = score
    (rest.start, rest.beginning) = (session.position, session.state.elapsed)
    if session.state.latestStroke?.time == session.state.elapsed {
      // Strokes due now were struck already. A plan that arrives later has its strokes after now.
      var silent = rest
      silent.plan = Plan()
      silent.plan.crossfade = rest.plan.crossfade
      faults.follow(silent)
    }
    faults.follow(rest)
    engine.setBeginning(score.start, crossfade: session.progress.crossfade)
  }

  /// Advances by `time`, or until `isEnough`, asked after each event; returns how far it advanced.
  @discardableResult package func advance(
    by time: Duration, until isEnough: () -> Bool = { false }
  ) -> Duration {
    engine.advance(by: time, until: isEnough)
  }

  /// Damages the current song at its position: `lost` of it is skipped.
  package func damage(losing lost: Duration) {
    faults.report(.damaged(lost: engine.skip(lost.clamped())))
  }
}
