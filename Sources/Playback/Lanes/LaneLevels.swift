/// The levels of the bell lane around the frames at which gains are computed.
struct LaneLevels {
  /// The number of the first value's frame, in intervals of `ControlCurve`.
  private var first = 0
  /// Reused from slice to slice.
  private var values: [Float] = []

  /// Computes the levels for `count` frames from `frame` on with `level`, a function of the frame.
  mutating func compute(from frame: Int, count: Int, _ level: (Int) -> Float) {
    values.removeAll(keepingCapacity: true)
    first = frame / ControlCurve.interval - 1
    let last = (frame + count - 1) / ControlCurve.interval + 2
    for number in first...last { values.append(level(number * ControlCurve.interval)) }
  }

  /// The highest level around `frame`, one at which gains are computed.
  ///
  /// A line between two such values is nowhere below the level itself, if that has no peak between
  /// two frames: so gains that follow from it leave enough room.
  func peak(around frame: Int) -> Float {
    let index = frame / ControlCurve.interval - first
    return max(values[index - 1], values[index], values[index + 1])
  }
}
