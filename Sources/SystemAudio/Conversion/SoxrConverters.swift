import Playback

/// Makes rate converters of libsoxr.
public struct SoxrConverters: RateConverterMaker {
  /// Creates a maker of converters.
  public init() {}

  public func makeConverter(
    from inputRate: Int, to outputRate: Int, channelCount: Int
  ) throws(RateConversionError) -> any RateConverter {
    try SoxrConverter(from: inputRate, to: outputRate, channelCount: channelCount)
  }
}
