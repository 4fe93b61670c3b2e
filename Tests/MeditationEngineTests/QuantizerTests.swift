import Testing

@testable import MeditationEngine

/// Samples in three bytes, against the same arithmetic in doubles, one sample at a time.
struct QuantizerTests {
  @Test("floats are rounded to the nearest integer, ties to even, and clipped")
  func floats() {
    var noise = SystemRandomNumberGenerator()
    let edges: [Float] = [
      0, -0.0, 1, -1, 1.5, -1.5, .infinity, -.infinity, .nan, .signalingNaN, -.nan,
      .leastNonzeroMagnitude, -.greatestFiniteMagnitude, Float(1).nextDown, Float(-1).nextDown,
    ]
    let ties: [Float] = (-20...20).map { Float($0) * 0x1p-24 } + [8_388_606.5 * 0x1p-23]
    let patterns: [Float] = (0..<100_000).map { _ in Float(bitPattern: noise.next()) }
    let audible: [Float] = (0..<100_000).map { _ in .random(in: -1.1...1.1, using: &noise) }
    for samples: [Float] in [edges, ties, patterns, audible] {
      let expected: [UInt8] = samples.flatMap { bytes(of: Self.rounded($0)) }
      #expect(packed(samples) == expected)
    }
  }

  @Test("integers are shifted, whatever their number", arguments: 0..<12)
  func integers(count: Int) {
    let narrow = (0..<count).map { _ in Int16.random(in: .min ... .max) }
    #expect(packed(narrow) == narrow.flatMap { bytes(of: Int32($0) << 8) } as [UInt8])
    let wide = (0..<count).map { _ in Int32.random(in: .min ... .max) }
    #expect(packed(wide) == wide.flatMap { bytes(of: $0 >> 8) } as [UInt8])
  }

  /// `samples` as they are appended to a buffer that is not empty.
  private func packed<Sample: PCMSample>(_ samples: [Sample]) -> [UInt8] {
    var bytes: [UInt8] = [1, 2, 3]
    samples.withUnsafeBufferPointer { Quantizer.append24($0, to: &bytes) }
    #expect(bytes.starts(with: [1, 2, 3]))
    return Array(bytes.dropFirst(3))
  }

  private static func rounded(_ sample: Float) -> Int32 {
    guard !sample.isNaN else { return 0 }
    let value = (Double(sample) * 0x1p23).rounded(.toNearestOrEven)
    return Int32(min(max(value, -0x1p23), 0x1p23 - 1))
  }

  private func bytes(of sample: Int32) -> [UInt8] {
    let whole = withUnsafeBytes(of: sample) { Array($0) }
    #if _endian(little)
      return Array(whole[..<3])
    #else
      return Array(whole[1...])
    #endif
  }
}

struct DitherTests {
  @Test("its density is a triangle, two steps wide, and no value tells the next")
  func density() {
    var dither = Dither()
    let values = (0..<400_000).map { _ in Double(dither.next()) }
    func mean(_ part: (Int) -> Double) -> Double {
      values.indices.dropLast().reduce(0) { $0 + part($1) } / Double(values.count - 1)
    }
    #expect(values.allSatisfy { abs($0) <= 1 })
    #expect(abs(mean { values[$0] }) < 0.005)
    // Of a triangle from -1 to 1: a sixth, and a fifteenth.
    #expect(abs(mean { values[$0] * values[$0] } - 1 / 6) < 0.002)
    #expect(abs(mean { values[$0] * values[$0] * values[$0] * values[$0] } - 1 / 15) < 0.002)
    #expect(abs(mean { values[$0] * values[$0 + 1] }) < 0.002)
  }
}
