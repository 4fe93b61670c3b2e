/// A sound of the bell lane, as a function of the time since it began.
///
/// It keeps no state, so that it can be held at a pause, go on at the very frame, and change its
/// sample rate while it rings.
protocol LaneSound: Sendable {
  /// How long it sounds; silence follows.
  var length: Duration { get }

  /// How long the music gives way to it in full, before it comes back.
  var hold: Duration { get }

  /// A bound of its samples' magnitude at `time`, in seconds since it began; continuous in time.
  func level(at time: Double) -> Float

  /// Adds frames to `frames`, which are interleaved stereo.
  ///
  /// - Parameters:
  ///   - time: Of the first frame, in seconds since the sound began.
  ///   - sampleRate: In hertz.
  ///   - gain: Scales what is added.
  func add(
    to frames: UnsafeMutableBufferPointer<Float>, from time: Double, sampleRate: Int, gain: Float)
}

extension LaneSound {
  /// The music comes back while the sound dies away.
  var hold: Duration { .zero }
}
