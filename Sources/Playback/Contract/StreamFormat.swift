/// How a sample is stored, in native byte order.
public enum SampleFormat: Equatable, Sendable {
  /// Signed 16-bit integers.
  case int16
  /// Signed 32-bit integers of which the upper 24 bits carry the sample.
  case int24in32
  /// 32-bit floating point, full scale at ±1.
  case float32

  /// Bytes of one sample.
  public var byteCount: Int {
    switch self {
    case .int16: 2
    case .int24in32, .float32: 4
    }
  }
}

/// The shape of a stream of interleaved frames.
public struct StreamFormat: Equatable, Sendable {
  /// Frames a second.
  public var sampleRate: Int
  /// Samples a frame, 1 to 8.
  public var channelCount: Int
  /// How each sample is stored.
  public var sample: SampleFormat

  /// A stream of `channelCount` channels at `sampleRate`.
  public init(sampleRate: Int, channelCount: Int, sample: SampleFormat) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.sample = sample
  }

  /// Bytes of one frame.
  public var frameByteCount: Int { channelCount * sample.byteCount }
}
