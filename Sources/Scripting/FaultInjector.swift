import MeditationCore
import Playback
import Score

/// A fault of the sound. Songs are identified by their index in the current list, from 0.
public enum Fault: Hashable, Sendable {
  /// The song fails: at once if it is the current one, otherwise when it becomes current.
  case song(Int, reason: String)
  /// The sound device is lost.
  case deviceLost(reason: String)
  /// The sound device is back.
  case deviceRestored

  /// Injects the fault.
  ///
  /// - Throws: That `session` does not have the song.
  @MainActor package func inject(
    into faults: FaultInjector, of session: MeditationViewModel
  ) throws(Refusal) {
    switch self {
    case .song(let song, let reason):
      guard session.songs.indices.contains(song) else {
        throw .noSuchSong(number: song == .max ? song : song + 1, count: session.songs.count)
      }
      faults.fail(session.songs[song].id, reason: reason)
    case .deviceLost(let reason): faults.loseDevice(reason: reason)
    case .deviceRestored: faults.restoreDevice()
    }
  }
}

/// Wraps an engine and injects faults.
@MainActor package final class FaultInjector: PlaybackEngine {
  /// Receives all events: those of the wrapped engine, and the injected faults.
  package var onEvent: (EngineEvent) -> Void = { _ in }

  /// Whether the session is over and its bells have rung out: none is struck before the next.
  package private(set) var hasRungOut = false

  private let engine: any PlaybackEngine
  private var score: Score?
  private var position = Duration.zero
  private var elapsed = Duration.zero
  private var failures: [Int: String] = [:]
  private var deviceLoss: String?

  /// Creates an injector that wraps `engine`. The engine's events must be passed to `receive`.
  package init(before engine: any PlaybackEngine) { self.engine = engine }

  package func append(_ tracks: [Track]) { engine.append(tracks) }

  package func length(ofFile path: String) throws(SongDecodingError) -> Duration? {
    try engine.length(ofFile: path)
  }

  package func load(bell path: String) throws(SongDecodingError) -> BellFile {
    try engine.load(bell: path)
  }

  package func follow(_ new: Score) {
    if new.generation != score?.generation { position = new.start }
    let isOther = new.session != score?.session
    if isOther { elapsed = new.beginning }
    // No bell is struck after a session without a plan, whatever is planned then.
    if isOther || !new.isOver || score?.isOver != true {
      hasRungOut = new.isOver && new.plan.isOfSongsAlone
    }
    score = new
    if let song = new.segment?.songID, let reason = failures.removeValue(forKey: song) {
      return report(.failed(reason: reason))
    }
    guard let deviceLoss, new.segment != nil else { return engine.follow(new) }
    followPaused(new)
    if new.transport == .playing { report(.deviceLost(reason: deviceLoss)) }
  }

  /// Receives an event of the wrapped engine and passes it on.
  package func receive(_ event: EngineEvent) {
    if event.generation == score?.generation {
      (position, elapsed) = (event.position, event.elapsed)
    }
    // An engine that has nothing to strike reports it before it hears that the session is over.
    if event.kind == .rangOut, score?.isOver == true { hasRungOut = true }
    onEvent(event)
  }

  /// Makes the song with id `song` fail: at once if it is the current one, otherwise when it
  /// becomes current.
  package func fail(_ song: Int, reason: String) {
    if score?.segment?.songID == song {
      report(.failed(reason: reason))
    } else {
      failures[song] = reason
    }
  }

  /// Makes the device unavailable until `restoreDevice()`.
  package func loseDevice(reason: String) {
    deviceLoss = reason
    guard let score, score.segment != nil else { return }
    followPaused(score)
    report(.deviceLost(reason: reason))
  }

  /// Makes the device available again.
  package func restoreDevice() {
    guard deviceLoss != nil else { return }
    deviceLoss = nil
    if score?.segment != nil { report(.deviceRestored) }
  }

  private func followPaused(_ score: Score) {
    var paused = score
    paused.transport = .paused
    engine.follow(paused)
  }

  private func report(_ kind: EngineEvent.Kind) {
    guard let score else { return }
    onEvent(
      EngineEvent(
        generation: score.generation, position: position, elapsed: elapsed, kind: kind))
  }
}
