/// Starts, continues and ends sound on the device without clicks.
final class Fader {
  /// The end of the device's buffer.
  private enum State {
    /// Silence: the device may be left alone.
    case silent
    /// Sound that has to be ramped down.
    case sounding
    /// A ramp down or the end of a song: silence must follow before the device is left alone.
    case stopped
  }

  private let device: Device
  private let mixer: SessionMixer
  private var gain = OutputGain()
  private var state = State.silent
  /// True if the device is running, so that the next frame is heard from its first sample on.
  private var isPrimed = false

  init(_ device: Device) {
    self.device = device
    mixer = device.mixer
  }

  /// True if the device's last frame is music that must be ramped down.
  var isMusicSounding: Bool { state == .sounding }
  /// True if the last frame is music or a bell that must be ramped down.
  var isSounding: Bool { isMusicSounding || mixer.isHeard }

  /// For how many frames the gain is constant, or changes, and no bell begins or ends.
  ///
  /// With resampling, input frames are not the session's frames.
  var constantGainFrameCount: Int {
    let count = gain.remainingFrameCount
    return device.buffer.convertsRate ? count : min(count, mixer.constantGainFrameCount)
  }

  func deviceOpened() { isPrimed = false }

  /// Appends silence for a device that is not running yet; true if that must be written first.
  func primeDevice() -> Bool {
    guard !isPrimed else { return false }
    isPrimed = true
    device.rest()
    device.appendSilence(atMost: OutputGain.transportRamp)
    return device.hasUnwritten
  }

  /// Sets the gain of sound that continues or starts, with a ramp up if it `ramps`.
  func sound(percent: Int, ramps: Bool, sampleRate: Int) {
    mixer.open()
    guard !isMusicSounding else {
      gain.change(percent: percent, sampleRate: sampleRate)
      return
    }
    gain.begin(percent: percent, ramps: ramps, sampleRate: sampleRate)
    state = .sounding
  }

  /// Writes `piece`, without a copy where possible, blocking until it is accepted. Returns how many
  /// frames were written; at most `limit` if they had to be converted.
  func write(
    _ piece: Lookahead.Piece, of lookahead: Lookahead, limit: Int
  ) throws(OutputError) -> Int {
    gain.prepare(piece.range.count, of: lookahead.gain(of: piece).factor)
    let isDirect =
      device.buffer.isTransparent && gain.gains.isEmpty && mixer.passes(piece.range.count)
    return try lookahead.withFrames(piece) { frames throws(OutputError) -> Int in
      guard isDirect else {
        device.buffer.append(frames, gains: gain.gains)
        return try device.flush(limit)
      }
      try device.write(frames)
      return piece.range.count
    }
  }

  /// Writes `count` silent frames as music, over which bells ring, blocking until they are
  /// accepted. Returns how many were written, at most `limit`.
  func writeSilence(_ count: Int, limit: Int) throws(OutputError) -> Int {
    state = .stopped
    device.buffer.appendMusicSilence(frameCount: count)
    return try device.flush(limit)
  }

  /// Notes that the music has ended, and needs no ramp.
  func stop() {
    if state == .sounding { state = .stopped }
  }

  /// Fills the device's buffer with silence; false if that was done since the last sound.
  func drainWithSilence() -> Bool {
    guard state != .silent else { return false }
    state = .silent
    isPrimed = false
    device.buffer.finishRun()
    device.appendDrain()
    return true
  }

  /// The lost device has dropped its buffer, and will not be running when it is back.
  func deviceLost() {
    state = .silent
    isPrimed = false
    mixer.deviceLost()
  }

  // MARK: - Fading out

  /// The lanes that ramp down.
  enum Lanes {
    /// The music; session time goes on, and bells ring on.
    case music
    /// Both lanes; session time is held.
    case all
  }

  /// Ramps the sound down within the frames of `lookahead`, which stay there to be played again.
  ///
  /// With resampling, the ramp is applied to the output, and what follows it is dropped: a ramp in
  /// the input would be heard late, after the converter's held frames.
  ///
  /// If the next frames have another format than the device was prepared for, they begin a song,
  /// and the sound has reached the end of the one before.
  ///
  /// - Parameter heldCount: The ramp begins this many frames before the next one of `lookahead`:
  ///   those held by the device and played again later.
  func fadeOut(within lookahead: Lookahead, heldCount: Int, _ lanes: Lanes) {
    let holdsLanes = lanes == .all
    // Without music, the device holds the end of a song.
    if !isMusicSounding { device.buffer.finishRun() }
    if holdsLanes, !device.buffer.convertsRate { mixer.beginHold() }
    if isMusicSounding { fadeMusic(within: lookahead, heldCount: heldCount, holdsLanes) }
    guard holdsLanes else { return }
    mixer.beginHold()
    device.buffer.appendMusicSilence(frameCount: mixer.holdFrameCount)
    mixer.endHold()
  }

  private func fadeMusic(within lookahead: Lookahead, heldCount: Int, _ holdsLanes: Bool) {
    stop()
    var count = heldCount
    defer { device.buffer.fadeRun(last: count, holdsLanes: holdsLanes) }
    guard let format = lookahead.first?.format, format == device.buffer.input else { return }
    let pieces = lookahead.pieces(OutputGain.transportRamp.frameCount(at: format.sampleRate))
    let pieceCount = pieces.reduce(0) { $0 + $1.range.count }
    if !device.buffer.convertsRate { gain.end(within: pieceCount) }
    count += pieceCount
    for piece in pieces {
      gain.prepare(piece.range.count, of: lookahead.gain(of: piece).factor)
      lookahead.withFrames(piece) { device.buffer.append($0, gains: gain.gains) }
    }
  }
}
