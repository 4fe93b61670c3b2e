/// The gain of each frame: the song's, the session's volume, and the transport's ramps, multiplied.
struct OutputGain {
  /// The ramp at a pause, a resume and a jump.
  static let transportRamp = Duration.milliseconds(10)
  static let volumeRamp = Duration.milliseconds(20)

  private var envelope = GainRamp(1)
  private var volume = GainRamp(1)
  /// The gain of each frame of the prepared slice; empty for full gain.
  private(set) var gains: [Float] = []

  /// For how many frames the gain changes; `Int.max` if it is constant.
  var remainingFrameCount: Int {
    min(envelope.remainingFrameCount, volume.remainingFrameCount)
  }

  /// Starts sound at `percent`, with a ramp up or at once.
  mutating func begin(percent: Int, ramps: Bool, sampleRate: Int) {
    volume = GainRamp(VolumeCurve.gain(percent: percent))
    envelope = GainRamp(ramps ? 0 : 1)
    if ramps { envelope.go(to: 1, within: Self.transportRamp.frameCount(at: sampleRate)) }
  }

  mutating func change(percent: Int, sampleRate: Int) {
    let gain = VolumeCurve.gain(percent: percent)
    guard volume.target != gain else { return }
    volume.go(to: gain, within: Self.volumeRamp.frameCount(at: sampleRate))
  }

  mutating func end(within frameCount: Int) { envelope.go(to: 0, within: frameCount) }

  /// Sets `gains` for the next `count` frames of a song with the factor `song`.
  mutating func prepare(_ count: Int, of song: Float) {
    gains.removeAll(keepingCapacity: true)
    if volume.isSteady && envelope.isSteady {
      let gain = volume.gain * envelope.gain * song
      if gain != 1 { gains.append(repeating: gain, count: count) }
      return
    }
    for _ in 0..<count { gains.append(volume.next() * envelope.next() * song) }
  }
}

enum VolumeCurve {
  /// The gain for `percent` of full scale: its cube.
  ///
  /// Perceived loudness is about the cube root of amplitude, so that 50 % (-18 dB) sounds half as
  /// loud. PulseAudio's and mpv's software volume have this curve. 0 is silence, 100 is exactly 1.
  static func gain(percent: Int) -> Float {
    let part = Float(percent) / 100
    return part * part * part
  }
}
