import Score

/// Which format an output is opened for, and whether an open one is good for other frames.
extension Device {
  /// The format to open for frames of `input`: what loses nothing of them, and of the songs to come
  /// where the output keeps its format.
  func ideal(for input: StreamFormat, volume: Int) -> OutputFormat {
    let ideal = FormatNegotiation.ideal(for: input, volume: volume)
    guard let songs = mixer.target?.format else {
      guard isUnpaced, let rate = fixedSampleRate else { return ideal }
      return OutputFormat(sampleRate: rate, channelCount: ideal.channelCount, bits: ideal.bits)
    }
    if isUnpaced {
      return FormatNegotiation.fileFormat(for: ideal, songs: songs, fixedRate: fixedSampleRate)
    }
    return mixer.followsPlan ? FormatNegotiation.covering(songs, ideal) : ideal
  }

  /// Whether an open output is kept although the songs have other formats.
  ///
  /// Opening a device anew takes some 20 ms of silence, which would move the bells of a plan, and
  /// break off one that rings. It is worth that if the output was opened, before there was a plan,
  /// for fewer channels than `ideal` has.
  func keeps(for ideal: OutputFormat) -> Bool {
    guard let requested, mixer.followsPlan, buffer.canConvertRates, !isForPreview else {
      return false
    }
    return requested.channelCount >= ideal.channelCount
  }

  /// Whether opening for `ideal` would give nothing better than the open output.
  func fits(_ ideal: OutputFormat) -> Bool {
    guard let requested else { return false }
    return requested.sampleRate == ideal.sampleRate
      && requested.channelCount == ideal.channelCount && requested.bits >= ideal.bits
  }
}
