import Foundation
import MeditationAudio
import MeditationEngine
import Testing

/// The effect of libsoxr on a sound, measured.
struct SoxrConverterTests {
  static let rates = [
    (44_100, 48_000), (48_000, 44_100), (96_000, 44_100), (44_100, 96_000), (192_000, 48_000),
    (8_000, 44_100), (44_100, 22_050), (44_056, 48_000),
  ]

  @Test("the length is exact, however the run is cut into pieces", arguments: rates)
  func length(input: Int, output: Int) throws {
    let converter = try SoxrConverters().makeConverter(
      from: input, to: output, channelCount: 2)
    for count in [1, 2, 100, 12_345, 0, 200_001] {
      var result: [Float] = []
      var rest = count
      while rest > 0 {
        let piece = min(rest, rest.isMultiple(of: 2) ? 997 : 20_000)
        converter.convert([Float](repeating: 0.5, count: piece * 2), into: &result)
        rest -= piece
      }
      converter.finish(into: &result)
      let expected = (Double(count) * Double(output) / Double(input)).rounded()
      #expect(result.count == Int(expected) * 2)
    }
  }

  @Test("the second run begins as the first did", arguments: rates)
  func secondRun(input: Int, output: Int) throws {
    let converter = try SoxrConverters().makeConverter(
      from: input, to: output, channelCount: 1)
    let runs = (0..<2).map { _ in convert(sine(997, input, count: 10_000), by: converter) }
    #expect(runs[0] == runs[1])
  }

  @Test("pass band: gain, delay and noise of sines up to 90 % of the band", arguments: rates)
  func passBand(input: Int, output: Int) throws {
    let half = Double(min(input, output)) / 2
    for frequency in [0.002 * half, 0.0453 * half, 0.25 * half, 0.5 * half, 0.9 * half] {
      let converter = try SoxrConverters().makeConverter(
        from: input, to: output, channelCount: 1)
      let result = convert(sine(frequency, input, count: input), by: converter)
      let middle = output / 10..<output * 9 / 10
      let fit = SineFit(result[middle], frequency, rate: output, from: middle.lowerBound)
      let gain = SineFit.decibels(fit.amplitude)
      // In output frames.
      let delay = -fit.phase / (2 * .pi * frequency / Double(output))
      #expect(abs(gain) < 0.01)
      #expect(abs(delay) < 0.0001)
      // Rates without a small common ratio are interpolated, which costs some dB.
      #expect(fit.residue < (input == 44_056 ? -110 : -120))
    }
  }

  @Test("stop band: what the lower rate cannot carry is gone, not mirrored")
  func stopBand() throws {
    for (input, output) in Self.rates where input > output {
      let (low, high) = (Double(output) / 2, Double(input) / 2)
      for part in [0.01, 0.1, 0.5, 0.9] {
        let frequency = low + (high - low) * part
        let converter = try SoxrConverters().makeConverter(
          from: input, to: output, channelCount: 1)
        let result = convert(sine(frequency, input, count: input), by: converter)
        let largest = SineFit.decibels(
          result[(output / 10)..<(output * 9 / 10)].map(abs).max() ?? 1)
        #expect(largest < -120)
      }
    }
  }

  @Test("little is held back", arguments: rates)
  func latency(input: Int, output: Int) throws {
    let converter = try SoxrConverters().makeConverter(
      from: input, to: output, channelCount: 1)
    var result: [Float] = []
    var held = 0.0
    for piece in 1...100 {
      converter.convert([Float](repeating: 0.5, count: 500), into: &result)
      let time = Double(piece * 500) / Double(input) - Double(result.count) / Double(output)
      held = max(held, time)
    }
    #expect(held < (min(input, output) < 44_000 ? 0.06 : 0.011))
  }

  @Test("a sample that is no number does not silence the rest")
  func notANumber() throws {
    let converter = try SoxrConverters().makeConverter(from: 48_000, to: 44_100, channelCount: 1)
    var source = [Float](repeating: 0.5, count: 48_000)
    source[10_000] = .nan
    source[10_001] = .infinity
    var result: [Float] = []
    converter.convert(source, into: &result)
    converter.finish(into: &result)
    #expect(result.count == 44_100)
    let lost = result.filter { !$0.isFinite }.count
    #expect(lost < 1_000)
  }

  @Test("rates that make no sense are refused")
  func refusal() {
    #expect(throws: SongDecodingError.self) {
      try SoxrConverters().makeConverter(from: 0, to: 44_100, channelCount: 2)
    }
  }

  private func sine(_ frequency: Double, _ rate: Int, count: Int) -> [Float] {
    (0..<count).map { Float(sin(2 * .pi * frequency * Double($0) / Double(rate))) }
  }

  private func convert(_ source: [Float], by converter: any RateConverter) -> [Double] {
    var result: [Float] = []
    converter.convert(source, into: &result)
    converter.finish(into: &result)
    return result.map(Double.init)
  }
}
