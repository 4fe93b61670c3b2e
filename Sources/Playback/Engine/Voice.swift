/// What sounds on the device: how it begins, goes on, and ends, without a click.
final class Voice {
  private let device: Device
  private var loudness = Loudness()
  /// Whether the device's last frame is sound that has to be ramped down.
  var isSounding = false
  /// Whether silence is still to be written before the device may be left alone.
  private var owesSilence = false
  /// Whether the device is running, so that the next frame will be heard from its first sample on.
  var isPrimed = false

  /// The voice of `device`, silent.
  init(_ device: Device) { self.device = device }

  /// For how many frames the gain either changes or stands still.
  var steadyFrameCount: Int { loudness.remainingFrameCount }

  /// Makes a device run that does not yet.
  ///
  /// - Returns: Whether something has to be written first.
  func primes() -> Bool {
    guard !isPrimed else { return false }
    isPrimed = true
    device.appendSilence(atMost: Loudness.transportRamp)
    return device.hasUnwritten
  }

  /// Sets the gains for sound that begins, ramping up if it `ramps`, or that goes on.
  func sound(percent: Int, ramps: Bool, sampleRate: Int) {
    guard !isSounding else {
      loudness.change(percent: percent, sampleRate: sampleRate)
      return
    }
    loudness.begin(percent: percent, ramps: ramps, sampleRate: sampleRate)
    isSounding = true
    owesSilence = true
  }

  /// Writes `piece`, as it is where that is possible. Blocks until it is taken.
  ///
  /// - Returns: How many frames were written, at most `limit` of those that had to be converted.
  func write(_ piece: Hand.Piece, of hand: Hand, limit: Int) throws(OutputError) -> Int {
    loudness.prepare(piece.range.count)
    let isDirect = device.isTransparent && loudness.gains.isEmpty
    let result = hand.withFrames(piece) { frames -> Result<Int, OutputError> in
      do throws(OutputError) {
        guard isDirect else {
          device.append(frames, gains: loudness.gains)
          return .success(try device.flush(limit))
        }
        try device.write(frames)
        return .success(piece.range.count)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Ramps down what sounds, within the frames of `hand`, which stay there to be played again.
  func fade(_ hand: Hand) {
    isSounding = false
    guard let format = hand.first?.format else { return }
    let pieces = hand.pieces(Loudness.transportRamp.frameCount(at: format.sampleRate))
    loudness.end(within: pieces.reduce(0) { $0 + $1.range.count })
    for piece in pieces {
      loudness.prepare(piece.range.count)
      hand.withFrames(piece) { device.append($0, gains: loudness.gains) }
    }
    device.finishRun()
  }

  /// Leaves silence in the device, if that was not done since the last sound.
  ///
  /// - Returns: Whether there was anything to do.
  func quietens() -> Bool {
    guard owesSilence else { return false }
    owesSilence = false
    isPrimed = false
    device.appendSilence()
    return true
  }

  /// The device is gone, and all that was in it.
  func forget() {
    isSounding = false
    owesSilence = false
  }
}
