public import Playback

/// Stands before any engine, and reports faults that the engine itself does not have.
@MainActor public final class FaultInjector: PlaybackEngine {
  /// Takes the events: those of the engine behind, and the faults.
  public var onEvent: (PlaybackEvent) -> Void = { _ in }

  private let engine: any PlaybackEngine
  private var intent: PlaybackIntent?
  private var position = Duration.zero
  private var failures: [Int: String] = [:]
  private var deviceLoss: String?

  /// Stands before `engine`, whose events are to be handed to `receive`.
  public init(before engine: any PlaybackEngine) { self.engine = engine }

  public func follow(_ new: PlaybackIntent) {
    if new.stamp != intent?.stamp { position = new.start }
    intent = new
    if let track = new.track, let reason = failures.removeValue(forKey: track.song) {
      return report(.failed(reason: reason))
    }
    guard let deviceLoss, new.track != nil else { return engine.follow(new) }
    followPaused(new)
    if new.isPlaying { report(.deviceLost(reason: deviceLoss)) }
  }

  /// Takes an event of the engine behind, and passes it on.
  public func receive(_ event: PlaybackEvent) {
    if event.stamp == intent?.stamp { position = event.position }
    onEvent(event)
  }

  /// Lets `song`, an id, break: now, if it is the current one, else as soon as it becomes so.
  public func fail(_ song: Int, reason: String) {
    if intent?.track?.song == song {
      report(.failed(reason: reason))
    } else {
      failures[song] = reason
    }
  }

  /// Takes the device away until it is restored.
  public func loseDevice(reason: String) {
    deviceLoss = reason
    guard let intent, intent.track != nil else { return }
    followPaused(intent)
    report(.deviceLost(reason: reason))
  }

  /// Brings the device back.
  public func restoreDevice() {
    guard deviceLoss != nil else { return }
    deviceLoss = nil
    if intent?.track != nil { report(.deviceRestored) }
  }

  private func followPaused(_ intent: PlaybackIntent) {
    var paused = intent
    paused.isPlaying = false
    engine.follow(paused)
  }

  private func report(_ kind: PlaybackEvent.Kind) {
    guard let intent else { return }
    onEvent(PlaybackEvent(stamp: intent.stamp, position: position, kind: kind))
  }
}
