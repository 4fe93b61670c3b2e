import Foundation
import Testing

/// Sounds to test with.
enum Signal {
  /// A sine of `frequency` at `amplitude` of full scale, in 16 bits.
  static func sine(
    _ frequency: Double, _ amplitude: Double = 0.5, frames: Int, rate: Int = 44_100,
    from first: Int = 0
  ) -> [Int16] {
    (first..<(first + frames)).map {
      Int16((amplitude * 32_767 * sin(2 * .pi * frequency * Double($0) / Double(rate))).rounded())
    }
  }

  /// Noise that never repeats, so that any lost or doubled frame shows.
  static func noise(frames: Int, seed: UInt64 = 1) -> [Int16] {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    return (0..<frames).map { _ in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int16(truncatingIfNeeded: state >> 40)
    }
  }

  /// Where two sounds differ first; `nil`: they are the same.
  static func firstDifference(_ one: some Sequence<Int16>, _ other: some Sequence<Int16>) -> Int? {
    let (one, other) = (Array(one), Array(other))
    // Looking for the place takes seconds in a build for debugging.
    if one == other { return nil }
    let index = zip(one, other).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    return index ?? (one.count == other.count ? nil : min(one.count, other.count))
  }

  /// The largest step between neighbouring samples.
  static func largestStep(_ samples: [Int16]) -> Int {
    zip(samples, samples.dropFirst()).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  /// The largest step between neighbouring samples, of which there must be some.
  static func largestStep<Sample: SignedNumeric & Comparable>(_ samples: [Sample]) -> Sample {
    if samples.isEmpty { Issue.record("nothing was heard") }
    return zip(samples, samples.dropFirst()).map { abs($0 - $1) }.max() ?? 0
  }
}
