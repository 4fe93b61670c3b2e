import Foundation

/// A gain that changes along a raised cosine, so that no change is heard as a click.
struct GainRamp {
  private var from: Float
  private var to: Float
  private var frameCount = 0
  private var frame = 0

  /// A gain that stands still at `gain`.
  init(_ gain: Float) {
    from = gain
    to = gain
  }

  /// Whether the gain stands still.
  var isSteady: Bool { frame >= frameCount }

  /// How many frames it still changes for; `Int.max` where it stands still.
  var remainingFrameCount: Int { isSteady ? Int.max : frameCount - frame }

  /// Where the gain goes.
  var target: Float { to }

  /// The gain now.
  var gain: Float {
    guard frame < frameCount else { return to }
    let phase = Double(frame) / Double(frameCount)
    return from + (to - from) * Float(0.5 - 0.5 * cos(Double.pi * phase))
  }

  /// Begins to go from the gain as it is now to `gain`, within `frames`.
  mutating func go(to gain: Float, within frames: Int) {
    from = self.gain
    to = gain
    frameCount = frames
    // The first frame already differs, and the last one has arrived.
    frame = 1
  }

  /// The gain of the next frame.
  mutating func next() -> Float {
    let gain = gain
    if frame < frameCount { frame += 1 }
    return gain
  }
}

/// Loudness as people set it.
enum Volume {
  /// The gain for `percent` of full scale: its cube.
  ///
  /// Loudness is felt about as the cube root of amplitude, so that 50 % (-18 dB) sounds half as
  /// loud. It is the curve of PulseAudio's and mpv's software volume. 0 is silence, 100 is exactly 1.
  static func gain(percent: Int) -> Float {
    let part = Float(percent) / 100
    return part * part * part
  }
}
