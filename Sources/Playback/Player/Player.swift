import Score

/// Plays decoded frames, one step after another: ramps them in and out, crosses boundaries, writes
/// them to the device and reports events.
///
/// Not thread-safe: owned by whoever calls `step`, the playing thread or an offline engine. Only
/// `step`, `retry` and `retryAtOnce` open or write, and so may block.
final class Player {
  let queue: DecodeQueue
  let device: Device
  let mixer: SessionMixer
  let fader: Fader
  let reporter: EventReporter

  var lookahead = Lookahead()
  /// The epoch that `lookahead` belongs to.
  var epoch = QueueEpoch()
  var recovery = UnderrunRecovery()
  /// Whether the generation has come to its end.
  var hasEnded = false
  /// Whether the bells of the session, which is over, have rung out.
  var hasRungOut = false
  /// The request to play that was answered by the loss of the device; a newer one retries it.
  var lostRequest: Int?
  /// Whether the next step tries to open the real device in place of the fallback.
  var replacesFallback = false
  /// Whether the next step closes the device, so that it is opened with a longer buffer.
  var opensAnew = false
  /// The song whose end was last given to the mixer.
  var lastSong: LastSong?
  /// The session in which a listener was last told that channels are mixed down.
  var toldSession: Int?
  /// The number of the last bell that was to be heard while no session plays.
  var lastPreview = 0

  /// A player of `queue` on `device`; `now` is monotonic time with an arbitrary origin.
  init(
    queue: DecodeQueue, device: Device, now: @escaping () -> Duration,
    onEvent: @escaping (EngineEvent) -> Void
  ) {
    self.queue = queue
    self.device = device
    mixer = device.mixer
    fader = Fader(device)
    reporter = EventReporter(now: now, elapsed: { device.elapsed }, onEvent: onEvent)
  }

  /// Does the next thing that is due, writing at most `limit` frames.
  func step(limit: Int = .max) -> Step {
    let control = queue.control
    if device.hasUnwritten { return flush(limit, control) }
    if control.isQuitting {
      if fader.isSounding { return fadeOut(.all) }
      return drain() ?? .finished
    }
    if replacesFallback { return replaceFallback() }
    mixer.follow(volume: control.volume)
    if let step = follow(control) { return step }
    if opensAnew { return reopenDevice() }
    if let step = preview(control, limit) { return step }
    if mixer.isOver { return ringOut(control, limit) }
    guard control.segment != nil, !hasEnded else { return rest(control, limit) }
    guard control.isPlaying else {
      guard fader.isSounding else { return drain() ?? .idle }
      let step = fadeOut(.all)
      updatePosition()
      reporter.report(.position)
      return step
    }
    return waitsForDevice(control) ? .idle : play(control, limit)
  }

  // MARK: Playing

  private func play(_ control: PlayerControl, _ limit: Int) -> Step {
    // Otherwise converted frames would pile up from slice to slice.
    if device.isReady { return flush(limit, control) }
    refill()
    guard let first = lookahead.first else { return .starved }
    if first.ending != nil { return endSegment() ? .worked(0) : .starved }
    if first.lostFrameCount != nil { return passDamage() }
    guard let format = first.format else { return .starved }
    if let step = prepareDevice(for: format, control) { return step }
    // After a change of the sample rate the last frames of the run before are written first.
    if device.hasUnwritten { return .worked(0) }
    reportMixing(of: format, control)

    let ramp = OutputGain.transportRamp.frameCount(at: format.sampleRate)
    let held = lookahead.frameCountBeforeDamage
    // A ramp is held back, so that the sound can always end with one; an end of file needs none.
    let slice = min(
      first.frameCount - lookahead.cursor, device.sliceFrameCount(atRate: format.sampleRate),
      device.inputLimit(limit), held - (lookahead.holdsEndOfFile ? 0 : ramp))
    guard slice > 0 else { return lookahead.holdsDamage ? fadeOutBeforeDamage() : .starved }
    guard
      recovery.resume(with: held, sampleRate: format.sampleRate, isAll: lookahead.holdsEnding)
    else { return .starved }
    if fader.primeDevice() { return .worked(0) }
    recovery.sounded()
    noticeUnderrun()
    fadeMusic(control)
    // The beginning of a song gets no ramp.
    fader.sound(
      percent: control.volume, ramps: reporter.position != .zero, sampleRate: format.sampleRate)
    // No slice is ramped in part: frames without a ramp stay bit-exact.
    let steady = fader.steadyFrameCount
    if reportCues() { return .worked(0) }
    return write(min(slice, steady), limit, control)
  }

  private func refill() {
    lookahead.refill(from: queue, to: recovery.lookahead, in: epoch)
    updatePosition()
  }

  /// The position is that of what the device gets next; a segment that ends is heard to its end.
  func updatePosition() {
    guard let position = lookahead.position else { return }
    let first = lookahead.first
    if let first, !first.isMarker { reporter.gain = first.gain.decibels }
    let held = first?.isMarker == true ? .zero : device.held
    reporter.position = max(position - held, .zero)
  }

  /// Writes `count` frames of the first chunk, and moves on.
  private func write(_ count: Int, _ limit: Int, _ control: PlayerControl) -> Step {
    let piece = Lookahead.Piece(
      index: 0, range: lookahead.cursor..<(lookahead.cursor + count))
    do throws(OutputError) {
      let written = try fader.write(piece, of: lookahead, limit: limit)
      if let end = lookahead.end(of: piece) { reporter.position = max(end - device.held, .zero) }
      lookahead.advance(count, heldCount: device.heldInputFrameCount)
      reportCues(before: device.elapsed)
      reporter.reportPositionIfDue()
      // A boundary is reported exactly when the last frame before it was handed to the device, and
      // before the cues of the same time: the opening bell rings in the first song.
      refill()
      if lookahead.first?.ending != nil { _ = endSegment() }
      reportCues()
      return .worked(written)
    } catch {
      return lose(error, control)
    }
  }
}
