import Glibc

/// The shape of all slow changes of a gain: half a period of a cosine.
enum RaisedCosine {
  /// From 0 at `phase` 0 to 1 at `phase` 1; constant beyond.
  static func rise(_ phase: Double) -> Double {
    if phase <= 0 { return 0 }
    if phase >= 1 { return 1 }
    return 0.5 - 0.5 * cos(.pi * phase)
  }
}

/// A gain that changes along a raised cosine, so that no change clicks.
struct GainRamp {
  private var from: Float
  private var to: Float
  private var frameCount = 0
  private var frame = 0

  init(_ gain: Float) {
    from = gain
    to = gain
  }

  var isSteady: Bool { frame >= frameCount }

  /// For how many more frames it changes; `Int.max` if it is constant.
  var remainingFrameCount: Int { isSteady ? Int.max : frameCount - frame }

  var target: Float { to }

  var gain: Float {
    guard frame < frameCount else { return to }
    let phase = Double(frame) / Double(frameCount)
    return from + (to - from) * Float(RaisedCosine.rise(phase))
  }

  /// Starts a ramp of `frames` frames from the present gain to `gain`.
  mutating func go(to gain: Float, within frames: Int) {
    from = self.gain
    to = gain
    frameCount = frames
    // The first frame already differs, and the last is at the target.
    frame = 1
  }

  /// The gain of the next frame; moves on by a frame.
  mutating func next() -> Float {
    let gain = gain
    if frame < frameCount { frame += 1 }
    return gain
  }
}
