import MeditationPlan
import MeditationSystem

/// The thread that plays.
///
/// It opens, writes and closes outputs, blocks as long as they do, and reports events. It never
/// reads a disk, never waits for the decoding thread while sound is due, and holds no lock while it
/// works.
struct PlayingThread {
  let decoding: DecodingThread
  let outputs: any OutputOpener
  let fallback: any OutputOpener
  let sounds: LaneSounds
  let timing: AudioEngine.Timing
  let onEvent: @Sendable (EngineEvent) -> Void
  let onExit: @Sendable () -> Void

  private var queue: DecodeQueue { decoding.queue }

  /// Starts the thread, which exits when `queue` shuts down.
  func start() { SystemThread.start("playing") { run() } }

  private func run() {
    SystemThread.prioritizeCurrent()
    let device = Device(
      opener: outputs, fallback: fallback, converters: decoding.converters,
      mixer: SessionMixer(sounds: sounds),
      proceedsWithoutDevice: timing.proceedsWithoutDevice, retryScale: timing.retryScale)
    let player = FramePlayer(
      queue: queue, device: device, systemTime: { SystemTime.now }, onEvent: onEvent)
    // True if a driver that did not answer in time has answered since this was last read.
    let hasAnswered = Locked(false)
    outputs.whenAnswering { [queue] in
      hasAnswered.withLock { $0 = true }
      queue.playerWake.signal()
    }
    // Why the sound has moved since this was last read.
    let move = Locked<String?>(nil)
    outputs.whenMoving { [queue] reason in
      move.withLock { $0 = reason }
      queue.playerWake.signal()
    }
    var decoderWait = DecoderWait()
    var retryWait = DeadlineWait()
    while true {
      if let reason = move.exchange(nil) { player.reportMove(reason) }
      if device.usesFallback || device.retryDelay != nil,
        hasAnswered.exchange(false) || device.isRetryDue
      {
        player.retryAtOnce()
      }
      switch player.step() {
      case .worked(let frameCount):
        guard frameCount > 0 else { continue }
        queue.latest.withLock { $0 = player.latest }
        queue.unheard.withLock { $0 = device.unheard }
        decoderWait = DecoderWait()
        retryWait = DeadlineWait()
      case .waits(let time):
        queue.playerWake.wait(time)
      case .starved:
        if decoderWait.epoch != player.epoch { decoderWait = DecoderWait(epoch: player.epoch) }
        waitForDecoder(player, device, &decoderWait)
      case .idle:
        waitForWork(player, device, &retryWait)
      case .finished:
        device.shutDown(exiting: queue.isExiting)
        onExit()
        return
      }
    }
  }

  /// Waits for the decoder while the device's buffer surely lasts; then ramps down and waits on.
  private func waitForDecoder(_ player: FramePlayer, _ device: Device, _ wait: inout DecoderWait) {
    if wait.stage == .buffered {
      let delay = max(timing.underrunDelay, device.latency * 3 / 8)
      if wait.time.isWoken(by: queue.playerWake, within: delay) { return }
      if !device.isUnpaced, player.handleUnderrun() { return }
      wait.stage = .silent
    }
    if wait.stage == .silent {
      if wait.time.isWoken(by: queue.playerWake, within: timing.stallDelay) { return }
      // The disk stalls in an unwanted file: its thread is left to finish the read.
      decoding.replaceStalled()
      wait.stage = .stalled
    }
    if wait.stage == .stalled {
      if wait.time.isWoken(by: queue.playerWake, within: timing.stallNoticeDelay) { return }
      guard !player.reportStall(decoding.gains) else {
        wait.time = DeadlineWait()
        return
      }
      wait.stage = .reported
    }
    queue.playerWake.wait()
  }

  /// Waits for work. Meanwhile releases an idle device and retries a lost one.
  private func waitForWork(_ player: FramePlayer, _ device: Device, _ wait: inout DeadlineWait) {
    if let delay = device.retryDelay {
      if !wait.isWoken(by: queue.playerWake, within: delay) { player.retry() }
    } else if player.isHoldingIdleDevice {
      if !queue.playerWake.wait(timing.releaseDelay) { device.close() }
    } else {
      queue.playerWake.wait()
    }
  }
}

/// How long the player has waited for the decoder.
private struct DecoderWait {
  enum Stage {
    /// The device still plays its buffer.
    case buffered
    /// The sound has ramped down.
    case silent
    /// The decoder had its time to return from an unwanted file.
    case stalled
    /// The stall was reported.
    case reported
  }

  /// The epoch of the awaited chunks. Another one restarts the wait.
  var epoch = QueueEpoch()
  var stage = Stage.buffered
  var time = DeadlineWait()
}

/// A wait that keeps its deadline across wake-ups that change nothing, such as a new volume.
private struct DeadlineWait {
  /// When it began; `nil` before it begins, and once its time is up.
  private var beginning: Duration?

  /// Waits for `signal` until `limit` has passed since the first call; false if the time is up. The
  /// next call then begins a new wait.
  mutating func isWoken(by signal: TimedWake, within limit: Duration) -> Bool {
    let now = PacingClock.monotonic.now()
    let beginning = beginning ?? now
    self.beginning = beginning
    if signal.wait(max(limit - (now - beginning), .zero)) { return true }
    self.beginning = nil
    return false
  }
}
