/// The last stage before an output: mixes the session's lanes into samples of its rate and channels,
/// and rounds them to its integers.
final class OutputStage {
  private let format: OutputFormat
  private let mixer: SessionMixer
  private var dither = Dither()

  init(_ format: OutputFormat, mixer: SessionMixer) {
    self.format = format
    self.mixer = mixer
  }

  /// Appends the first `count` of `samples`, whole frames, to `bytes`; mixes them in place.
  ///
  /// - Parameter dithers: Whether 16 bits are to be dithered even if nothing is mixed.
  func append(_ samples: inout [Float], _ count: Int, dithers: Bool, to bytes: inout [UInt8]) {
    samples.withUnsafeMutableBufferPointer { samples in
      let part = UnsafeMutableBufferPointer(rebasing: samples[..<count])
      let isMixed = mixer.mix(part)
      if format.bits == 24 {
        Quantizer.append24(UnsafeBufferPointer(part), to: &bytes)
      } else {
        Quantizer.append16(
          UnsafeBufferPointer(part), dither: &dither, isDithered: dithers || isMixed, to: &bytes)
      }
    }
  }
}
