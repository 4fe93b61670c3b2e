import Foundation
import Testing

@testable import Playback

struct RateConverterTests {
  static let rates = [
    (44_100, 48_000), (48_000, 44_100), (96_000, 44_100), (8_000, 44_100), (44_100, 22_050),
  ]

  @Test("the length is exact, however the run is cut into pieces", arguments: rates)
  func length(input: Int, output: Int) {
    var converter = RateConverter(from: input, to: output, channelCount: 2)
    for count in [1, 100, 12_345] {
      var result: [Float] = []
      var rest = count
      while rest > 0 {
        let piece = min(rest, 997)
        converter.convert([Float](repeating: 0.5, count: piece * 2), into: &result)
        rest -= piece
      }
      converter.finish(into: &result)
      let expected = (Double(count) * Double(output) / Double(input)).rounded()
      #expect(result.count == Int(expected) * 2)
    }
  }

  @Test("a sine stays a sine", arguments: rates)
  func sine(input: Int, output: Int) {
    var converter = RateConverter(from: input, to: output, channelCount: 1)
    let source = (0..<input).map { Float(sin(2 * .pi * 997 * Double($0) / Double(input))) }
    var result: [Float] = []
    converter.convert(source, into: &result)
    converter.finish(into: &result)
    let errors = (output / 10..<output * 9 / 10).map {
      abs(Double(result[$0]) - sin(2 * .pi * 997 * Double($0) / Double(output)))
    }
    // -80 dB.
    #expect((errors.max() ?? 1) < 1e-4)
  }

  @Test("frequencies above the lower rate's limit are removed, not aliased")
  func aliases() {
    var converter = RateConverter(from: 96_000, to: 44_100, channelCount: 1)
    let source = (0..<96_000).map { Float(sin(2 * .pi * 30_000 * Double($0) / 96_000)) }
    var result: [Float] = []
    converter.convert(source, into: &result)
    converter.finish(into: &result)
    #expect((result[4_410..<39_690].map(abs).max() ?? 1) < 1e-4)
  }
}
