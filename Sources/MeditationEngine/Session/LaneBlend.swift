/// Mixes lanes into music, and makes room for them.
struct LaneBlend {
  private var map = ChannelMap(from: 2, to: 2)
  private var levels = LaneLevels()
  /// Stereo frames of the lanes; reused.
  private var sum: [Float] = []

  var channelCount: Int { map.outputCount }

  /// Mixes into frames of `channelCount` channels from here on.
  mutating func prepare(channelCount: Int) {
    if channelCount != map.outputCount { map = ChannelMap(from: 2, to: channelCount) }
  }

  /// Scales `samples`, the first of which is at the clock's `frame`, by `gain`, and adds `lanes`.
  ///
  /// - Parameters:
  ///   - volume: Scales the lanes.
  ///   - upcoming: The next strokes, for which there must be room.
  ///   - rampFrame: As in `Lanes.add`.
  mutating func apply(
    to samples: UnsafeMutableBufferPointer<Float>, from frame: Int, of clock: FrameClock,
    gain: MusicGain, lanes: inout Lanes, volume: LaneVolume, upcoming: [Lane],
    rampFrame: Int?
  ) {
    let count = samples.count / channelCount
    let hasLevels = !lanes.isEmpty || !upcoming.isEmpty
    if hasLevels {
      levels.compute(from: frame, count: count) { frame in
        lanes.level(at: clock.seconds(of: frame), upcoming)
      }
    }
    ControlCurve.scale(samples, channelCount: channelCount, from: frame) { frame in
      let gain = Float(gain.gain(at: clock.seconds(of: frame)))
      return hasLevels ? min(gain, Lanes.musicRoom(levels.peak(around: frame))) : gain
    }
    guard !lanes.isEmpty else { return }
    sum.removeAll(keepingCapacity: true)
    sum.append(repeating: 0, count: 2 * count)
    sum.withUnsafeMutableBufferPointer { [levels, map] sum in
      lanes.add(to: sum, from: frame, of: clock, rampFrame: rampFrame)
      ControlCurve.scale(sum, channelCount: 2, from: frame) { frame in
        Lanes.limiterGain(levels.peak(around: frame))
          * volume.gain(at: clock.seconds(of: frame))
      }
      map.add(UnsafeBufferPointer(sum), to: samples)
    }
  }
}

/// A gain over session time, computed at every 32nd frame and interpolated in between.
///
/// These frames are counted by the clock, so that the gain does not depend on where a slice begins.
enum ControlCurve {
  static let interval = 32

  static func duration(at sampleRate: Int) -> Duration {
    Duration(frames: interval, sampleRate: sampleRate)
  }

  /// The last such frame until `frame`.
  static func frame(atOrBefore frame: Int) -> Int { frame & ~(interval - 1) }

  /// The first such frame from `frame` on.
  static func frame(atOrAfter frame: Int) -> Int { self.frame(atOrBefore: frame + interval - 1) }

  /// The first frame at which a change does not affect the gain of `frame`.
  static func frameOfChange(after frame: Int) -> Int { (frame / interval + 2) * interval }

  /// Scales interleaved `samples`, from the clock's frame `first` on, by the `gain` of each frame.
  static func scale(
    _ samples: UnsafeMutableBufferPointer<Float>, channelCount: Int, from first: Int,
    by gain: (Int) -> Float
  ) {
    let end = first + samples.count / channelCount
    var knot = frame(atOrBefore: first)
    var left = gain(knot)
    while knot < end {
      let right = gain(knot + interval)
      if left != 1 || right != 1 {
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
  }
}

/// The levels of the lanes around the frames at which gains are computed.
private struct LaneLevels {
  /// The number of the first value's frame, in intervals of `ControlCurve`.
  private var first = 0
  /// Reused from slice to slice.
  private var values: [Float] = []

  mutating func compute(from frame: Int, count: Int, _ level: (Int) -> Float) {
    values.removeAll(keepingCapacity: true)
    first = frame / ControlCurve.interval - 1
    let last = (frame + count - 1) / ControlCurve.interval + 2
    for number in first...last { values.append(level(number * ControlCurve.interval)) }
  }

  /// The highest level around `frame`, one at which gains are computed.
  ///
  /// A line between two such values is never below the level itself, unless that has a peak between
  /// two frames: so gains computed from it leave enough room.
  func peak(around frame: Int) -> Float {
    let index = frame / ControlCurve.interval - first
    return max(values[index - 1], values[index], values[index + 1])
  }
}

/// The session's volume over session time, for the lanes.
///
/// The music has it before it reaches the mixer. The room for lanes does not depend on it, so that
/// a session sounds the same at any volume, only softer.
struct LaneVolume {
  private(set) var percent = 100
  private var (old, new): (Float, Float) = (1, 1)
  /// When it goes from the old gain to the new one, in seconds of session time.
  private var start = 0.0

  /// Changes to `percent`: with a ramp from session time `time` on, or at once.
  mutating func change(to percent: Int, from time: Duration?) {
    guard percent != self.percent else { return }
    self.percent = percent
    if let time { (old, start) = (gain(at: time.inSeconds), time.inSeconds) }
    new = VolumeCurve.gain(percent: percent)
    if time == nil { settle() }
  }

  /// Ends a ramp, because session time begins again or nothing is heard.
  mutating func settle() { old = new }

  /// The gain at session time `seconds`.
  func gain(at seconds: Double) -> Float {
    guard old != new else { return new }
    let passed = (seconds - start) / OutputGain.volumeRamp.inSeconds
    return old + (new - old) * Float(RaisedCosine.rise(passed))
  }
}
