/// Mixes bells into music that leaves them room.
struct LaneBlend {
  private var map = ChannelMap(from: 2, to: 2)
  private var levels = LaneLevels()
  /// Stereo frames of the bell lane; reused.
  private var bells: [Float] = []

  /// The channels of the music.
  var channelCount: Int { map.outputCount }

  /// Mixes into frames of `channelCount` channels from here on.
  mutating func prepare(channelCount: Int) {
    if channelCount != map.outputCount { map = ChannelMap(from: 2, to: channelCount) }
  }

  /// Scales `samples`, the first of them at the clock's `frame`, by `gain`, and adds `lane`.
  ///
  /// - Parameters:
  ///   - volume: Scales the lane.
  ///   - upcoming: The next stroke, for which there has to be room.
  ///   - rampFrame: As in `BellLane.add`.
  /// - Returns: Whether any sample was changed.
  mutating func apply(
    to samples: UnsafeMutableBufferPointer<Float>, from frame: Int, of clock: SessionClock,
    gain: MusicGain, lane: inout BellLane, volume: LaneVolume, upcoming: LaneVoice?,
    rampFrame: Int?
  ) -> Bool {
    let count = samples.count / channelCount
    let hasLevels = !lane.isEmpty || upcoming != nil
    if hasLevels {
      levels.compute(from: frame, count: count) { frame in
        lane.level(at: clock.seconds(of: frame), upcoming)
      }
    }
    let isScaled = ControlCurve.scale(samples, channelCount: channelCount, from: frame) { frame in
      let gain = Float(gain.gain(at: clock.seconds(of: frame)))
      return hasLevels ? min(gain, BellLane.musicRoom(levels.peak(around: frame))) : gain
    }
    guard !lane.isEmpty else { return isScaled }
    bells.removeAll(keepingCapacity: true)
    bells.append(repeating: 0, count: 2 * count)
    bells.withUnsafeMutableBufferPointer { [levels, map] bells in
      lane.add(to: bells, from: frame, of: clock, rampFrame: rampFrame)
      _ = ControlCurve.scale(bells, channelCount: 2, from: frame) { frame in
        BellLane.limiterGain(levels.peak(around: frame))
          * volume.gain(at: clock.seconds(of: frame))
      }
      map.add(bells, to: samples)
    }
    return true
  }
}
