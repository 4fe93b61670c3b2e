/// A gain over session time, computed at every 32nd frame and interpolated between.
///
/// The frames at which it is computed are those of the clock, so that it does not depend on where a
/// slice begins.
enum ControlCurve {
  static let interval = 32

  /// The first frame at which a change does not affect the gain of `frame`.
  static func frameOfChange(after frame: Int) -> Int { (frame / interval + 2) * interval }

  /// Scales interleaved `samples`, the first of them at the clock's frame `first`, by `gain`, a
  /// function of the frame.
  ///
  /// - Returns: Whether the gain was other than 1 anywhere.
  static func scale(
    _ samples: UnsafeMutableBufferPointer<Float>, channelCount: Int, from first: Int,
    by gain: (Int) -> Float
  ) -> Bool {
    let end = first + samples.count / channelCount
    var isScaled = false
    var knot = first & ~(interval - 1)
    var left = gain(knot)
    while knot < end {
      let right = gain(knot + interval)
      if left != 1 || right != 1 {
        isScaled = true
        let step = (right - left) / Float(interval)
        for frame in max(knot, first)..<min(knot + interval, end) {
          let factor = left + step * Float(frame - knot)
          let index = (frame - first) * channelCount
          for channel in 0..<channelCount { samples[index + channel] *= factor }
        }
      }
      left = right
      knot += interval
    }
    return isScaled
  }
}
