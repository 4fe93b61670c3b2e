import SystemPackage

extension Recording {
  /// The rate to which files are converted, in hertz: that of most sound devices.
  static let convertedRate = 48_000
  /// Below this, -80 dBFS, a sound is silence.
  static let silence: Float = 1e-4

  /// Reads the first minute of the file at `path`. Blocks on the disk.
  ///
  /// - Parameter converters: Convert it to 48 kHz; without them, or where they cannot, it keeps its
  ///   rate.
  init(
    _ path: FilePath, decoders: any DecoderOpener, converters: (any RateConverterMaker)?
  ) throws(DecodingError) {
    let decoder = try decoders.openPlayable(path)
    let rate = decoder.format.sampleRate
    let target = Self.convertedRate
    let converter =
      rate == target
      ? nil : try? converters?.makeConverter(from: rate, to: target, channelCount: 2)
    self.init(samples: [], sampleRate: converter == nil ? rate : target)

    var reader = StereoReader(decoder)
    var frames: [Float] = []
    var rest = BellFile.longest.frameCount(at: rate)
    samples.reserveCapacity(2 * min(decoder.frameCount ?? 0, rest) / rate * sampleRate)
    repeat {
      try reader.read(into: &frames, limit: rest)
      rest -= frames.count / 2
      if let converter { converter.convert(frames, into: &samples) } else { samples += frames }
    } while !frames.isEmpty && rest > 0
    if rest == 0 {
      // Damage there is damage of nothing that is heard.
      try? reader.read(into: &frames, limit: 1)
      isCut = !frames.isEmpty
    }
    converter?.finish(into: &samples)
    StereoReader.limit(&samples)

    if samples.isEmpty { throw DecodingError("the file is empty") }
    if peak() < Self.silence { throw DecodingError("the file is silent") }
    fadeEnd()
  }

  /// Fades an end that would click: over 1 s where the file is cut, else over 20 ms.
  private mutating func fadeEnd() {
    let last = max(0, frameCount - sampleRate / 1_000)
    guard peak(from: last) >= Self.silence else { return }
    fadeOut(last: isCut ? sampleRate : sampleRate / 50)
  }
}
