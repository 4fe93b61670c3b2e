/// Whether an open output is good for other frames.
extension Device {
  /// Whether an open output keeps its format, whatever the songs have.
  ///
  /// Opening a device anew takes some 20 ms of silence, which would move the bells of a plan, and
  /// break off one that rings.
  var keepsFormat: Bool { mixer.followsPlan && buffer.canConvertRates }

  /// Whether opening for `ideal` would give nothing better than the open output.
  func fits(_ ideal: OutputFormat) -> Bool {
    guard let requested else { return false }
    return requested.sampleRate == ideal.sampleRate
      && requested.channelCount == ideal.channelCount && requested.bits >= ideal.bits
  }
}
