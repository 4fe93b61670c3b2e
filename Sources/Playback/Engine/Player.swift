/// Brings about what the session wants, one step after another: takes decoded sound, ramps it in
/// and out, crosses boundaries, writes it to the device, and tells what became of it.
///
/// Knows nothing of threads: the playing thread drives it, or an offline engine does. Whoever
/// drives it owns it. Only `step`, `endure` and `retry` write or open, and so may block.
final class Player {
  /// What became of a step.
  enum Step: Equatable {
    /// So many frames were written, or (0) something else was done; there may be more.
    case worked(Int)
    /// The decoder is behind, or it is not known what follows. Nothing was done.
    case starved
    /// There is nothing to do until the supply's bell rings.
    case idle
    /// The end was asked for; the sound has ramped down.
    case finished
  }

  /// How long transport ramps last, and changes of volume.
  static let transportRamp = Duration.milliseconds(10)
  static let volumeRamp = Duration.milliseconds(20)
  /// How often positions are told, at most.
  static let positionInterval = Duration.milliseconds(100)
  /// How much has to be there before sound goes on after the decoder was late.
  private static let recovery = Duration.milliseconds(250)

  private let supply: Supply
  let device: Device
  private let now: () -> Duration
  private let onEvent: (PlaybackEvent) -> Void

  /// Taken from the supply, not yet played; the first frame to be played is `cursor` in the first.
  private var hand: [Chunk] = []
  private var cursor = 0
  private var spent: [[UInt8]] = []
  /// The edition of the supply that `hand` belongs to, and the stretch.
  private var seen = SupplyState.Edition()
  private var stamp = Stamp(generation: 0)
  /// Where in its track the next frame lies.
  private var position = Duration.zero

  private var envelope = GainRamp(1)
  private var volume = GainRamp(1)
  /// One gain a frame of the slice at hand; reused.
  private var gains: [Float] = []
  /// Whether the device's last frame is sound that has to be ramped down.
  private var isSounding = false
  /// Whether silence is still to be written before the device may be left alone.
  private var owesSilence = false
  /// Whether the device is running, so that the next frame will be heard from its first sample on.
  private var isPrimed = false
  /// Whether the decoder was late, so that more has to be there before the sound goes on.
  private var isRecovering = false
  /// Whether the generation has come to its end.
  private var isOver = false
  /// The wish to play that ended in the loss of the device; a newer one tries it again.
  private var lostRequest: Int?
  private var lastPositionTime: Duration?

  /// A player of what `supply` holds, on `device`; `now` counts from no matter when.
  init(
    supply: Supply, device: Device, now: @escaping () -> Duration,
    onEvent: @escaping (PlaybackEvent) -> Void
  ) {
    self.supply = supply
    self.device = device
    self.now = now
    self.onEvent = onEvent
  }

  /// Does the next thing that is to be done, writing at most `limit` frames.
  func step(limit: Int = .max) -> Step {
    let control = supply.control
    if device.hasUnwritten { return flush(limit, control) }
    if control.isQuitting {
      if isSounding { return fade() }
      return quietens() ? .worked(0) : .finished
    }
    if control.edition != seen {
      if control.edition.jump != seen.jump {
        if isSounding { return fade() }
        jump(control)
      } else {
        cut(control)
      }
    }
    guard control.hasTrack, !isOver else { return quietens() ? .worked(0) : .idle }
    guard control.isPlaying else {
      guard isSounding else { return quietens() ? .worked(0) : .idle }
      let step = fade()
      tellPosition()
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
    if isSounding {
      isRecovering = true
      _ = fade()
      return true
    }
    return quietens()
  }

  /// Tries whether a lost device is back.
  func retry() {
    guard device.retry() else { return }
    lostRequest = nil
    tell(.deviceRestored)
  }

  /// Whether a device is held that nothing is played on.
  var isHoldingIdleDevice: Bool { device.isHoldingLiveDevice && !isSounding }

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
        isPrimed = false
        return .worked(0)
      case .fellBack(let error):
        isPrimed = false
        tell(.noDevice(reason: error.reason))
        return .worked(0)
      }
    } catch {
      return lose(error, control)
    }
    // A change of the sample rate leaves the last frames of the run before to be written first.
    if device.hasUnwritten { return .worked(0) }

    let ramp = Self.transportRamp.frameCount(at: format.sampleRate)
    let kept = hand.contains { $0.ending == .end } ? 0 : ramp
    let slice = min(
      first.frameCount - cursor, device.sliceFrameCount(format), device.inputLimit(limit),
      heldFrameCount - kept)
    guard slice > 0 else { return breaksOff() ? fadeOut() : .starved }
    if isRecovering {
      let enough = Self.recovery.frameCount(at: format.sampleRate)
      guard heldFrameCount >= enough || hand.contains(where: { $0.ending != nil }) else {
        return .starved
      }
      isRecovering = false
    }
    if !isPrimed {
      isPrimed = true
      device.appendSilence(atMost: Self.transportRamp)
      if device.hasUnwritten { return .worked(0) }
    }
    begin(control, format)
    // A slice is either ramped or not: what is not ramped stays as it is, to the last bit.
    let ramping = min(envelope.remainingFrameCount, volume.remainingFrameCount)
    return write(min(slice, ramping), limit, control)
  }

  /// Takes more from the supply, so that there is a slice to play and a ramp to keep.
  private func refill() {
    let rate = hand.first?.format?.sampleRate ?? 48_000
    let needed = isRecovering ? Self.recovery * 2 : .milliseconds(40)
    let count = needed.frameCount(at: rate)
    guard heldFrameCount < count, !hand.contains(where: { $0.ending != nil }) || hand.count < 4
    else { return }
    supply.take(into: &hand, atLeast: count + cursor, returning: &spent, seen: seen)
    if let first = hand.first, cursor == 0 { position = first.time }
  }

  /// Sets the gains for sound that begins, or goes on.
  private func begin(_ control: SupplyState.Control, _ format: StreamFormat) {
    let gain = Volume.gain(percent: control.volume)
    if isSounding {
      if volume.target != gain {
        volume.go(to: gain, within: Self.volumeRamp.frameCount(at: format.sampleRate))
      }
      return
    }
    volume = GainRamp(gain)
    isSounding = true
    owesSilence = true
    // A song's own beginning is not touched.
    if position == .zero {
      envelope = GainRamp(1)
    } else {
      envelope = GainRamp(0)
      envelope.go(to: 1, within: Self.transportRamp.frameCount(at: format.sampleRate))
    }
  }

  /// Writes `count` frames of the first chunk, and goes on behind them.
  private func write(_ count: Int, _ limit: Int, _ control: SupplyState.Control) -> Step {
    prepareGains(count)
    let frameByteCount = hand[0].format?.frameByteCount ?? 0
    let range = (cursor * frameByteCount)..<((cursor + count) * frameByteCount)
    let isDirect = device.isTransparent && gains.isEmpty
    let result = hand[0].storage.withUnsafeBytes { bytes -> Result<Int, OutputError> in
      do throws(OutputError) {
        let frames = UnsafeRawBufferPointer(rebasing: bytes[range])
        guard isDirect else {
          device.append(frames, gains: gains)
          return .success(try device.flush(limit))
        }
        try device.write(frames)
        return .success(count)
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .failure(let error):
      return lose(error, control)
    case .success(let written):
      advance(count)
      tellPositionIfDue()
      // A boundary is told exactly when the last frame before it was handed to the device.
      refill()
      if hand.first?.ending != nil { _ = end() }
      return .worked(written)
    }
  }

  /// Fills `gains` for the next `count` frames, or empties it if they stay as they are.
  private func prepareGains(_ count: Int) {
    gains.removeAll(keepingCapacity: true)
    if volume.isSteady && envelope.isSteady {
      let gain = volume.gain * envelope.gain
      if gain != 1 { gains.append(contentsOf: repeatElement(gain, count: count)) }
      return
    }
    for _ in 0..<count { gains.append(volume.next() * envelope.next()) }
  }

  /// Goes `count` frames on.
  private func advance(_ count: Int) {
    cursor += count
    guard let first = hand.first, let format = first.format else { return }
    position = Duration(frames: first.firstFrame + cursor, sampleRate: format.sampleRate)
    if cursor >= first.frameCount {
      spent.append(hand.removeFirst().storage)
      cursor = 0
    }
  }

  private var heldFrameCount: Int { hand.reduce(0) { $0 + $1.frameCount } - cursor }

  // MARK: Ends

  /// Deals with the mark at the head of the hand.
  ///
  /// - Returns: Whether it was dealt with; otherwise it is not yet known what follows.
  private func end() -> Bool {
    guard let first = hand.first, let ending = first.ending else { return false }
    switch ending {
    case .damage(let reason):
      position = first.time
      stop()
      tell(.failed(reason: reason))
    case .end:
      position = first.time
      switch supply.cross(stamp.leg, seen: seen) {
      case .unknown:
        // The song has come to its own end; whatever comes begins anew.
        isSounding = false
        return false
      case .nothing:
        stop()
        tell(.ended)
      case .track:
        hand.removeFirst()
        tell(.crossed)
        stamp = stamp.following
        position = .zero
      }
    }
    return true
  }

  /// Ends the generation: nothing sounds until the session jumps.
  private func stop() {
    device.finishRun()
    isSounding = false
    isOver = true
    empty()
  }

  /// Whether all that is left of the track is a ramp before its damage.
  private func breaksOff() -> Bool {
    hand.contains {
      if case .damage = $0.ending { true } else { false }
    }
  }

  /// Plays what is left before the damage as a ramp.
  private func fadeOut() -> Step {
    if isSounding { _ = fade() }
    for chunk in hand where chunk.ending == nil { spent.append(chunk.storage) }
    hand.removeAll { $0.ending == nil }
    cursor = 0
    return .worked(0)
  }

  private func empty() {
    for chunk in hand where !chunk.storage.isEmpty { spent.append(chunk.storage) }
    hand.removeAll(keepingCapacity: true)
    cursor = 0
  }

  // MARK: Jumps and ramps

  private func jump(_ control: SupplyState.Control) {
    empty()
    seen = control.edition
    stamp = control.stamp
    position = .zero
    isOver = false
    isRecovering = false
    lastPositionTime = nil
  }

  /// Forgets what was decoded ahead of a boundary, but does not follow it any more.
  private func cut(_ control: SupplyState.Control) {
    seen = control.edition
    let firstUseless = hand.firstIndex { $0.leg > control.cutLeg } ?? hand.count
    for chunk in hand[firstUseless...] where !chunk.storage.isEmpty { spent.append(chunk.storage) }
    hand.removeSubrange(firstUseless...)
  }

  /// Ramps down what sounds, within the frames at hand, which stay there to be played again.
  private func fade() -> Step {
    isSounding = false
    defer { envelope = GainRamp(0) }
    guard let format = hand.first?.format else { return .worked(0) }
    let wanted = Self.transportRamp.frameCount(at: format.sampleRate)
    var pieces: [(index: Int, range: Range<Int>)] = []
    var count = 0
    for (index, chunk) in hand.enumerated() {
      if chunk.ending == .end { continue }
      guard chunk.ending == nil, chunk.format == format, count < wanted else { break }
      let start = index == 0 ? cursor : 0
      let end = min(chunk.frameCount, start + wanted - count)
      pieces.append((index, start..<end))
      count += end - start
    }
    envelope.go(to: 0, within: count)
    for (index, range) in pieces {
      prepareGains(range.count)
      let size = format.frameByteCount
      hand[index].storage.withUnsafeBytes { bytes in
        device.append(
          UnsafeRawBufferPointer(
            rebasing: bytes[(range.lowerBound * size)..<(range.upperBound * size)]),
          gains: gains)
      }
    }
    device.finishRun()
    return .worked(0)
  }

  /// Leaves silence in the device, if that was not done since the last sound.
  private func quietens() -> Bool {
    guard owesSilence else { return false }
    owesSilence = false
    isPrimed = false
    device.appendSilence()
    return true
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
    isSounding = false
    owesSilence = false
    lostRequest = control.requestCount
    tell(.deviceLost(reason: error.reason))
    return .worked(0)
  }

  // MARK: Telling

  private func tell(_ kind: PlaybackEvent.Kind) {
    onEvent(PlaybackEvent(stamp: stamp, position: position, kind: kind))
  }

  private func tellPosition() {
    lastPositionTime = now()
    tell(.position)
  }

  private func tellPositionIfDue() {
    let time = now()
    if let lastPositionTime, time - lastPositionTime < Self.positionInterval { return }
    lastPositionTime = time
    tell(.position)
  }
}
