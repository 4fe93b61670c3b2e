extension SongDecodingError {
  /// A sample rate that cannot be converted; `cause` is a clause: "libsoxr gives no reason".
  package init(from inputRate: Int, to outputRate: Int, cause: String) {
    self.init(
      "its \(inputRate) Hz cannot be converted to the output's \(outputRate) Hz: \(cause)",
      concernsFile: false)
  }
}

/// Converts the sample rate of interleaved frames, full scale at ±1.
///
/// The input between two calls of `finish` is a run. A run of N frames becomes exactly `round(N *
/// outputRate / inputRate)` frames, without any delay. Frames may be held back until more input
/// comes, or until `finish`. At a pause the engine drops the held frames, so that it takes effect
/// at once, and later converts them again.
///
/// Created, used and released on one thread, which plays or decodes. Never blocks.
package protocol RateConverter: AnyObject {
  /// Converts the next frames of the run, and appends those that are ready to `output`.
  func convert(_ input: [Float], into output: inout [Float])

  /// Ends the run: appends its last frames to `output`. The next frames begin another run.
  func finish(into output: inout [Float])
}

/// Makes rate converters, for outputs that do not accept a song's rate.
package protocol RateConverterMaker: Sendable {
  /// A converter between two rates in hertz.
  func makeConverter(
    from inputRate: Int, to outputRate: Int, channelCount: Int
  ) throws(SongDecodingError) -> any RateConverter
}

extension RateConverterMaker {
  /// A converter between two rates in hertz; `nil` if they are the same.
  func converter(
    from inputRate: Int, to outputRate: Int, channelCount: Int
  ) throws(SongDecodingError) -> (any RateConverter)? {
    inputRate == outputRate
      ? nil : try makeConverter(from: inputRate, to: outputRate, channelCount: channelCount)
  }
}
