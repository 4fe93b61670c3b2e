/// A short sound in memory.
struct Recording: Sendable {
  /// Interleaved stereo, within full scale.
  var samples: [Float]
  /// In hertz.
  var sampleRate: Int
  /// Whether the file that it was read of is longer.
  var isCut = false

  var frameCount: Int { samples.count / 2 }

  /// The largest magnitude of a sample from `frame` on.
  func peak(from frame: Int = 0) -> Float {
    samples[(2 * frame)...].reduce(0) { max($0, abs($1)) }
  }

  /// Fades the last `count` frames to exactly 0.
  mutating func fadeOut(last count: Int) {
    let count = min(count, frameCount)
    for index in 0..<count {
      let gain = Float(RaisedCosine.rise(Double(index) / Double(count)))
      let frame = frameCount - 1 - index
      samples[2 * frame] *= gain
      samples[2 * frame + 1] *= gain
    }
  }
}
