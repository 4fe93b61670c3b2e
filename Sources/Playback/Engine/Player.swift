import Score

/// Brings about what the session wants, one step after another: takes decoded sound, ramps it in
/// and out, crosses boundaries, writes it to the device, and tells what became of it.
///
/// Knows nothing of threads: the playing thread drives it, or an offline engine does. Whoever
/// drives it owns it. Only `step`, `endure` and `retry` write or open, and so may block.
final class Player {
  private let supply: Supply
  let device: Device
  private let voice: Voice
  private let reporter: Reporter

  private var hand = Hand()
  /// The edition of the supply that `hand` belongs to.
  private var seen = SupplyState.Edition()
  private var lateness = Lateness()
  /// Whether the generation has come to its end.
  private var isOver = false
  /// The wish to play that ended in the loss of the device; a newer one tries it again.
  private var lostRequest: Int?

  /// A player of what `supply` holds, on `device`; `now` counts from no matter when.
  init(
    supply: Supply, device: Device, now: @escaping () -> Duration,
    onEvent: @escaping (EngineEvent) -> Void
  ) {
    self.supply = supply
    self.device = device
    voice = Voice(device)
    reporter = Reporter(now: now, onEvent: onEvent)
  }

  /// Does the next thing that is to be done, writing at most `limit` frames.
  func step(limit: Int = .max) -> Step {
    let control = supply.control
    if device.hasUnwritten { return flush(limit, control) }
    if control.isQuitting {
      if voice.isSounding { return fade() }
      return voice.quietens() ? .worked(0) : .finished
    }
    if control.edition != seen {
      if control.edition.jump != seen.jump {
        if voice.isSounding { return fade() }
        jump(control)
      } else {
        cut(control)
      }
    }
    guard control.hasSegment, !isOver else { return voice.quietens() ? .worked(0) : .idle }
    guard control.isPlaying else {
      guard voice.isSounding else { return voice.quietens() ? .worked(0) : .idle }
      let step = fade()
      reporter.tell(.position)
      return step
    }
    if let lostRequest {
      guard lostRequest != control.requestCount else { return .idle }
      self.lostRequest = nil
    }
    return play(control, limit)
  }

  /// The decoder is late: ramps down what sounds, or leaves silence behind.
  ///
  /// - Returns: Whether something was done, so that steps may follow.
  func endure() -> Bool {
    if voice.isSounding {
      lateness.begin()
      _ = fade()
      return true
    }
    return voice.quietens()
  }

  /// Tells where it is, if anything sounds.
  func tellPosition() {
    if voice.isSounding { reporter.tell(.position) }
  }

  /// Tells, once, that it is silent because the decoder is late; not because it is unknown what
  /// follows a song.
  func tellStall() {
    guard hand.first?.ending == nil, lateness.tell() else { return }
    reporter.tell(.stalled)
  }

  /// Tries whether a lost device is back.
  func retry() {
    guard device.retry() else { return }
    lostRequest = nil
    reporter.tell(.deviceRestored)
  }

  /// Whether a device is held that nothing is played on.
  var isHoldingIdleDevice: Bool { device.isHoldingLiveDevice && !voice.isSounding }

  // MARK: Playing

  private func play(_ control: SupplyState.Control, _ limit: Int) -> Step {
    refill()
    guard let first = hand.first else { return .starved }
    if first.ending != nil { return end() ? .worked(0) : .starved }
    guard let format = first.format else { return .starved }
    do throws(OutputError) {
      switch try device.prepare(for: format, volume: control.volume) {
      case .ready:
        break
      case .opened:
        voice.isPrimed = false
        return .worked(0)
      case .fellBack(let error):
        voice.isPrimed = false
        reporter.tell(.noDevice(reason: error.reason))
        return .worked(0)
      }
    } catch {
      return lose(error, control)
    }
    // A change of the sample rate leaves the last frames of the run before to be written first.
    if device.hasUnwritten { return .worked(0) }

    let ramp = Loudness.transportRamp.frameCount(at: format.sampleRate)
    let held = hand.frameCount
    let slice = min(
      first.frameCount - hand.cursor, device.sliceFrameCount(format), device.inputLimit(limit),
      held - (hand.holdsOwnEnd ? 0 : ramp))
    guard slice > 0 else { return hand.holdsDamage ? fadeOut() : .starved }
    guard lateness.recover(with: held, sampleRate: format.sampleRate, isAll: hand.holdsEnding)
    else { return .starved }
    if voice.primes() { return .worked(0) }
    lateness.end()
    // A song's own beginning is not touched.
    voice.sound(
      percent: control.volume, ramps: reporter.position != .zero, sampleRate: format.sampleRate)
    // A slice is either ramped or not: what is not ramped stays as it is, to the last bit.
    return write(min(slice, voice.steadyFrameCount), limit, control)
  }

  /// Takes more from the supply, so that there is a slice to play and a ramp to keep.
  private func refill() {
    hand.refill(from: supply, to: lateness.wanted, seen: seen)
    if let position = hand.position { reporter.position = position }
  }

  /// Writes `count` frames of the first chunk, and goes on behind them.
  private func write(_ count: Int, _ limit: Int, _ control: SupplyState.Control) -> Step {
    let piece = Hand.Piece(index: 0, range: hand.cursor..<(hand.cursor + count))
    do throws(OutputError) {
      let written = try voice.write(piece, of: hand, limit: limit)
      reporter.position = hand.end(of: piece) ?? reporter.position
      hand.advance(count)
      reporter.tellPositionIfDue()
      // A boundary is told exactly when the last frame before it was handed to the device.
      refill()
      if hand.first?.ending != nil { _ = end() }
      return .worked(written)
    } catch {
      return lose(error, control)
    }
  }

  // MARK: Ends

  /// Deals with the mark at the head of the hand.
  ///
  /// - Returns: Whether it was dealt with; otherwise it is not yet known what follows.
  private func end() -> Bool {
    guard let ending = hand.first?.ending else { return false }
    switch ending {
    case .damage(let reason):
      stop()
      reporter.tell(.failed(reason: reason))
    case .end:
      switch supply.cross(reporter.generation.segment, seen: seen) {
      case .unknown:
        // The song has come to its own end; whatever comes begins anew.
        voice.isSounding = false
        return false
      case .nothing:
        stop()
        reporter.tell(.ended)
      case .segment:
        hand.dropFirst()
        reporter.cross()
      }
    }
    return true
  }

  /// Ends the generation: nothing sounds until the session jumps.
  private func stop() {
    device.finishRun()
    voice.isSounding = false
    isOver = true
    hand.empty()
  }

  /// Plays what is left before the damage as a ramp.
  private func fadeOut() -> Step {
    if voice.isSounding { _ = fade() }
    hand.dropSound()
    return .worked(0)
  }

  // MARK: Jumps

  private func jump(_ control: SupplyState.Control) {
    hand.empty()
    seen = control.edition
    reporter.begin(control.generation)
    isOver = false
    lateness = Lateness()
  }

  /// Forgets what was decoded ahead of a boundary, but does not follow it any more.
  private func cut(_ control: SupplyState.Control) {
    seen = control.edition
    hand.cut(after: control.cutIndex)
  }

  /// Ramps down what sounds, within the frames at hand, which stay there to be played again.
  private func fade() -> Step {
    voice.fade(hand)
    return .worked(0)
  }

  // MARK: The device

  private func flush(_ limit: Int, _ control: SupplyState.Control) -> Step {
    do throws(OutputError) {
      return .worked(try device.flush(limit))
    } catch {
      return lose(error, control)
    }
  }

  private func lose(_ error: OutputError, _ control: SupplyState.Control) -> Step {
    device.lose(error)
    voice.forget()
    lostRequest = control.requestCount
    let reason = error.reason
    reporter.tell(device.isUnpaced ? .outputFailed(reason: reason) : .deviceLost(reason: reason))
    return .worked(0)
  }
}
