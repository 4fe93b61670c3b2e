/// Silence in place of music, over which bells may ring.
extension Device {
  /// Prepares for silence over which bells may ring: for the output that is open, or one for the
  /// latest frames. May block.
  ///
  /// - Throws: As `prepare(for:volume:)`.
  func prepareForSilence(volume: Int) throws(OutputError) -> Preparation {
    guard let format, buffer.input == nil else {
      return output == nil ? try prepare(for: lastInput, volume: volume) : .ready
    }
    let input = StreamFormat(
      sampleRate: format.sampleRate, channelCount: format.channelCount, sample: .int16)
    // Nothing is to be converted, so this does not throw.
    try? buffer.convert(from: input, to: format)
    return .ready
  }

  /// Whether `prepare(for:volume:)` closes an open output.
  func reopens(for input: StreamFormat, volume: Int) -> Bool {
    guard output != nil, buffer.input != input || isForPreview, !isUnpaced else { return false }
    let ideal = ideal(for: input, volume: volume)
    return !keeps(for: ideal) && !fits(ideal)
  }

  /// How many frames of silence to write at once.
  var silenceSliceFrameCount: Int {
    isUnpaced ? 4_096 : sliceFrameCount(atRate: format?.sampleRate ?? 44_100)
  }

  /// Appends `frameCount` frames of silence as the music of the session.
  func appendMusicSilence(frameCount: Int) { buffer.appendMusicSilence(frameCount: frameCount) }
}
