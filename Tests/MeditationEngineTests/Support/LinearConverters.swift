import MeditationEngine

/// Makes converters that interpolate between two frames: exact lengths, and a plain sound.
struct LinearConverters: RateConverterMaker {
  /// How many input frames are held back, as a real converter does.
  var heldCount = 400

  func makeConverter(
    from inputRate: Int, to outputRate: Int, channelCount: Int
  ) -> any RateConverter {
    LinearConverter(self, from: inputRate, to: outputRate, channelCount: channelCount)
  }
}

/// Converts no rate.
struct RefusingConverters: RateConverterMaker {
  func makeConverter(
    from inputRate: Int, to outputRate: Int, channelCount: Int
  ) throws(SongDecodingError) -> any RateConverter {
    throw SongDecodingError(from: inputRate, to: outputRate, cause: "nothing is converted")
  }
}

final class LinearConverter: RateConverter {
  private let heldCount: Int
  private let step: Double
  private let channelCount: Int
  /// All input of the run.
  private var run: [Float] = []
  private var outputCount = 0

  init(_ maker: LinearConverters, from inputRate: Int, to outputRate: Int, channelCount: Int) {
    heldCount = maker.heldCount
    step = Double(inputRate) / Double(outputRate)
    self.channelCount = channelCount
  }

  func convert(_ input: [Float], into output: inout [Float]) {
    run += input
    let ready = run.count / channelCount - heldCount
    while Double(outputCount) * step < Double(ready) { append(to: &output) }
  }

  func finish(into output: inout [Float]) {
    let total = Int((Double(run.count / channelCount) / step).rounded())
    while outputCount < total { append(to: &output) }
    run = []
    outputCount = 0
  }

  private func append(to output: inout [Float]) {
    let position = Double(outputCount) * step
    let frame = Int(position)
    let next = min(frame + 1, run.count / channelCount - 1)
    for channel in 0..<channelCount {
      let (a, b) = (run[frame * channelCount + channel], run[next * channelCount + channel])
      output.append(a + (b - a) * Float(position - Double(frame)))
    }
    outputCount += 1
  }
}
