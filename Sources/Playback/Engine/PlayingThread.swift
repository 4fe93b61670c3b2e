import Score

/// The thread that plays.
///
/// It opens, writes and closes outputs, blocks as long as they do, and reports events. It never
/// reads a disk, never waits for the decoding thread while sound is due, and holds no lock while it
/// works.
struct PlayingThread {
  let queue: DecodeQueue
  let decoders: any DecoderOpener
  let gains: (any GainSource)?
  let outputs: any OutputOpener
  let converters: (any RateConverterMaker)?
  let fallback: any OutputOpener
  let sounds: LaneSounds
  let timing: AudioEngine.Timing
  let onEvent: @Sendable (EngineEvent) -> Void
  let onExit: @Sendable () -> Void

  /// Starts the thread, which exits when `queue` shuts down.
  func start() { SystemThread.start("playing") { run() } }

  private func run() {
    SystemThread.prioritizeCurrent()
    let device = Device(
      opener: outputs, fallback: fallback, converters: converters,
      mixer: SessionMixer(sounds: sounds))
    let player = Player(
      queue: queue, device: device, now: PacingClock.monotonic.now, onEvent: onEvent)
    let answer = DriverAnswer()
    outputs.whenAnswering { [queue] in
      answer.arrive()
      queue.playerWake.signal()
    }
    while true {
      if device.usesFallback || device.retryDelay != nil, answer.take() { player.retryAtOnce() }
      switch player.step() {
      case .worked:
        continue
      case .starved:
        waitForDecoder(player)
      case .idle:
        waitForWork(player)
      case .finished:
        device.shutDown()
        onExit()
        return
      }
    }
  }

  /// Waits for the decoder as long as the device's buffer surely lasts, then ramps down and waits
  /// on.
  private func waitForDecoder(_ player: Player) {
    if queue.playerWake.wait(timing.underrunDelay) { return }
    if !player.device.isUnpaced, player.handleUnderrun() { return }
    if queue.playerWake.wait(timing.stallDelay) { return }
    // The disk stalls in a file that is no longer wanted: its thread is left to finish the read.
    if let id = queue.replaceStalledDecoder() {
      DecodingThread.start(id, queue: queue, decoders: decoders, gains: gains)
    }
    if queue.playerWake.wait(timing.stallNoticeDelay) { return }
    player.reportStall()
    queue.playerWake.wait()
  }

  /// Waits for work. Meanwhile releases an idle device and retries a lost one.
  private func waitForWork(_ player: Player) {
    if let delay = player.device.retryDelay {
      if !queue.playerWake.wait(delay * timing.retryScale) { player.retry() }
    } else if player.isHoldingIdleDevice {
      if !queue.playerWake.wait(timing.releaseDelay) { player.device.close() }
    } else {
      queue.playerWake.wait()
    }
  }
}
