import MeditationPlan

/// One of the sounds that make up a layer.
protocol UnderPart: Sendable {
  /// Adds the part's left and right, from `frame` on.
  ///
  /// - Parameters:
  ///   - frame: Since the layer began; a multiple of `NoiseCell.length`.
  ///   - sampleRate: In hertz.
  func add(
    to frames: UnsafeMutableBufferPointer<SIMD2<Double>>, from frame: Int, sampleRate: Double,
    seed: UnderSeed)
}

extension SplitMix64 {
  /// The generator of one of many pieces of a sound.
  init(seed: UInt64, piece: Int) {
    var generator = SplitMix64(seed: seed ^ UInt64(bitPattern: Int64(piece)))
    self.init(seed: generator.next())
  }

  /// Evenly distributed from 0 to 1.
  mutating func nextPart() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Evenly distributed over `range`.
  mutating func next(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * nextPart()
  }
}

/// A few frames of white noise that depend only on their number and a seed.
enum NoiseCell {
  /// In frames.
  static let length = 1_024
  /// The amplitude of evenly distributed samples whose power is 1.
  private static let amplitude = 3.0.squareRoot()

  /// Writes two independent noises, each of power 1 at 44 100 Hz.
  ///
  /// At a higher rate the power grows, because the audible part of the spectrum stays the same.
  ///
  /// - Parameters:
  ///   - frames: Whole cells.
  ///   - frame: A multiple of `length`; may be negative.
  static func write(
    to frames: UnsafeMutableBufferPointer<SIMD2<Double>>, from frame: Int, sampleRate: Double,
    seed: UInt64
  ) {
    let scale = (sampleRate / 44_100).squareRoot() * amplitude * 0x1p-31
    for start in stride(from: 0, to: frames.count, by: length) {
      var generator = SplitMix64(seed: seed, piece: (frame + start) / length)
      for index in start..<(start + length) {
        let bits = generator.next()
        let pair = SIMD2<Int32>(
          Int32(truncatingIfNeeded: bits), Int32(truncatingIfNeeded: bits >> 32))
        frames.initializeElement(at: index, to: SIMD2<Double>(pair) * scale)
      }
    }
  }
}

/// Two independent noises as left and right.
enum StereoImage {
  /// The first noise is on both sides, the second with opposite signs: the sum of both sides keeps
  /// 75 % of their power.
  private static let center = 0.75.squareRoot()
  private static let width = 0.25.squareRoot()

  @inline(__always)
  static func sides(_ pair: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(center * pair.x + width * pair.y, center * pair.x - width * pair.y)
  }
}
