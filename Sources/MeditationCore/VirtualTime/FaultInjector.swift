import MeditationPlan

/// Injects faults between a session and its engine.
@MainActor package final class FaultInjector {
  /// Receives all events: those of the engine, and the injected faults.
  package var onEvent: (EngineEvent) -> Void = { _ in }

  private let play: (Score) -> Void
  private var score: Score?
  private var position = Duration.zero
  private var elapsed = Duration.zero
  private var failures: [SongID: String] = [:]
  private var deviceLoss: String?

  /// Creates an injector for the engine behind `play`. Pass its events to `receive`.
  package init(playing play: @escaping (Score) -> Void) { self.play = play }

  package func follow(_ new: Score) {
    if new.generation != score?.generation { position = new.start }
    if new.session != score?.session { elapsed = new.beginning }
    score = new
    if let song = new.segment?.songID, let reason = failures.removeValue(forKey: song) {
      return report(.failed(reason: reason))
    }
    guard let deviceLoss, new.segment != nil else { return play(new) }
    followPaused(new)
    if new.transport == .playing { report(.deviceLost(reason: deviceLoss)) }
  }

  package func receive(_ event: EngineEvent) {
    if event.generation == score?.generation {
      (position, elapsed) = (event.position, event.elapsed)
    }
    onEvent(event)
  }

  /// Makes the song with id `song` fail: at once if it is current, otherwise when it becomes so.
  package func fail(_ song: SongID, reason: String) {
    if score?.segment?.songID == song {
      report(.failed(reason: reason))
    } else {
      failures[song] = reason
    }
  }

  /// Makes the song at `index` in the list of `session` fail, like `fail(_:reason:)`.
  package func fail(
    songAt index: Int, of session: MeditationViewModel, reason: String
  ) throws(Refusal) {
    guard session.songs.indices.contains(index) else { throw session.course.noSuchSong(index) }
    fail(session.songs[index].id, reason: reason)
  }

  /// Makes the device unavailable until `restoreDevice()`.
  package func loseDevice(reason: String) {
    deviceLoss = reason
    guard let score, score.segment != nil else { return }
    followPaused(score)
    report(.deviceLost(reason: reason))
  }

  package var hasLostDevice: Bool { deviceLoss != nil }

  package func restoreDevice() {
    guard deviceLoss != nil else { return }
    deviceLoss = nil
    if score?.segment != nil { report(.deviceRestored) }
  }

  private func followPaused(_ score: Score) {
    var paused = score
    paused.transport = .paused
    play(paused)
  }

  /// Reports `kind` at the engine's present position; does nothing before the first score.
  package func report(_ kind: EngineEvent.Kind) {
    guard let score else { return }
    let event = EngineEvent(
      generation: score.generation, position: position, elapsed: elapsed, kind: kind)
    if case .damaged(let lost) = kind { position += lost }
    onEvent(event)
  }
}
