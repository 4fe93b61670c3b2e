import Foundation
import Score

/// The thread that plays.
///
/// It opens, writes and closes devices, and blocks as long as they do; it tells the session what
/// became of its wishes. It never reads a disk, never waits for the decoding thread while sound is
/// due, and holds no lock while it works.
struct PlayingThread {
  let supply: Supply
  let decoders: any DecoderOpener
  let outputs: any OutputOpener
  let fallback: any OutputOpener
  let timing: AudioEngine.Timing
  let onEvent: @Sendable (EngineEvent) -> Void
  let onEnd: @Sendable () -> Void

  /// Starts the thread, which ends when `supply` is told to quit.
  func start() {
    let thread = Thread { run() }
    thread.qualityOfService = .userInteractive
    thread.start()
  }

  private func run() {
    Thread.nameCurrent("playing")
    let device = Device(opener: outputs, fallback: fallback)
    let player = Player(
      supply: supply, device: device, now: PacingClock.monotonic.now, onEvent: onEvent)
    while true {
      switch player.step() {
      case .worked:
        continue
      case .starved:
        starve(player)
      case .idle:
        rest(player)
      case .finished:
        device.shutDown()
        onEnd()
        return
      }
    }
  }

  /// The decoder is behind: waits for it as long as the device's buffer surely lasts, then ramps
  /// down and waits on.
  private func starve(_ player: Player) {
    if supply.playing.wait(timing.patience) { return }
    if !player.device.isUnpaced, player.endure() { return }
    if supply.playing.wait(timing.stall) { return }
    // The disk stalls in a file that nobody wants any more: it is left alone with its thread.
    if let id = supply.relieve() {
      DecodingThread.start(id, supply: supply, decoders: decoders)
    }
    if supply.playing.wait(timing.notice) { return }
    player.tellStall()
    supply.playing.wait()
  }

  /// Waits for the bell; meanwhile gives a device back that nobody uses, and tries a lost one.
  private func rest(_ player: Player) {
    if let delay = player.device.retryDelay {
      if !supply.playing.wait(delay * timing.retryScale) { player.retry() }
    } else if player.isHoldingIdleDevice {
      if !supply.playing.wait(timing.release) { player.device.close() }
    } else {
      supply.playing.wait()
    }
  }
}
