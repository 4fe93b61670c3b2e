/// Rounds samples to the integers of an output, in native byte order.
///
/// Samples beyond full scale are clipped, never wrapped around. NaN, from a rate converter that
/// overflowed, is silence.
enum Quantizer {
  /// The integer nearest to `value`, clipped to `-limit` to `limit - 1`.
  ///
  /// Adding 1.5 * 2^52 leaves the integer in the lowest bits of a double. Unlike a conversion, this
  /// needs no branch and no call, and can be vectorised.
  @inline(__always)
  private static func round(_ value: Double, below limit: Double) -> Int32 {
    let number = value == value ? value : 0
    let low = number < -limit ? -limit : number
    let held = low > limit - 1 ? limit - 1 : low
    return Int32(truncatingIfNeeded: (held + 0x1.8p52).bitPattern)
  }

  /// Appends `samples` in three bytes each.
  static func append24<Sample: PCMSample>(
    _ samples: UnsafeBufferPointer<Sample>, to bytes: inout [UInt8]
  ) {
    let start = bytes.count
    bytes.append(repeating: 0, count: samples.count * 3)
    bytes.withUnsafeMutableBytes { buffer in
      let room = UnsafeMutableRawBufferPointer(rebasing: buffer[start...])
      var index = 0
      #if _endian(little)
        let stored = UnsafeRawBufferPointer(samples)
        // Each store writes two bytes too many, which the next one overwrites.
        while index + 4 < samples.count {
          let offset = index * MemoryLayout<Sample>.stride
          let four = stored.loadUnaligned(fromByteOffset: offset, as: SIMD4<Sample>.self)
          let pairs = unsafeBitCast(Sample.int24(four), to: SIMD2<UInt64>.self)
          let packed = pairs & 0xFF_FFFF | pairs &>> 8 & 0xFFFF_FF00_0000
          room.storeBytes(of: packed[0], toByteOffset: index * 3, as: UInt64.self)
          room.storeBytes(of: packed[1], toByteOffset: index * 3 + 6, as: UInt64.self)
          index += 4
        }
        let first = 0
      #else
        let first = 1
      #endif
      while index < samples.count {
        withUnsafeBytes(of: Sample.int24(SIMD4(repeating: samples[index]))[0]) { whole in
          for byte in 0..<3 { room[index * 3 + byte] = whole[first + byte] }
        }
        index += 1
      }
    }
  }

  /// Appends `samples` in two bytes each, with noise from `dither`, but none for digital silence.
  static func append16(
    _ samples: UnsafeBufferPointer<Float>, dither: inout Dither, isDithered: Bool,
    to bytes: inout [UInt8]
  ) {
    let start = bytes.count
    bytes.append(repeating: 0, count: samples.count * 2)
    bytes.withUnsafeMutableBytes { buffer in
      for (index, sample) in samples.enumerated() {
        let noise = isDithered && sample != 0 ? dither.next() : 0
        let value = round(Double(sample) * 0x1p15 + Double(noise), below: 0x1p15)
        buffer.storeBytes(
          of: Int16(truncatingIfNeeded: value), toByteOffset: start + index * 2, as: Int16.self)
      }
    }
  }
}

/// A stored sample; four at a time are rounded to 24 bits.
protocol PCMSample: SIMDScalar, Codable, Hashable {
  static func int24(_ samples: SIMD4<Self>) -> SIMD4<Int32>
}

extension Int16: PCMSample {
  @inline(__always)
  static func int24(_ samples: SIMD4<Int16>) -> SIMD4<Int32> {
    SIMD4(truncatingIfNeeded: samples) &<< 8
  }
}

/// With the sample in the upper 24 bits.
extension Int32: PCMSample {
  @inline(__always)
  static func int24(_ samples: SIMD4<Int32>) -> SIMD4<Int32> { samples &>> 8 }
}

/// Full scale is ±1.
extension Float: PCMSample {
  /// Adding 2^23 to a magnitude up to 2^23 leaves the nearest integer in the lowest bits. Unlike a
  /// conversion, this needs no branch and no call for each sample.
  @inline(__always)
  static func int24(_ samples: SIMD4<Float>) -> SIMD4<Int32> {
    let values = samples * 0x1p23
    let isNumber = unsafeBitCast(values .== values, to: SIMD4<Int32>.self)
    let bits = unsafeBitCast(values, to: SIMD4<Int32>.self) & isNumber
    var magnitudes = unsafeBitCast(bits & 0x7FFF_FFFF, to: SIMD4<Float>.self)
    magnitudes.replace(with: 0x1p23, where: magnitudes .> 0x1p23)
    let integers = unsafeBitCast(magnitudes + 0x1p23, to: SIMD4<Int32>.self) & 0xFF_FFFF
    let signs = bits &>> 31
    var result = (integers ^ signs) &- signs
    result.replace(with: 0x7F_FFFF, where: result .> 0x7F_FFFF)
    return result
  }
}

/// Noise with a triangular density, two steps wide. It turns the rounding error, which follows the
/// music and is heard as distortion, into a steady hiss.
///
/// Source: Lipshitz, Wannamaker, Vanderkooy, "Quantization and Dither: A Theoretical Survey", J.
/// Audio Eng. Soc. 40 (1992): with this density, mean and power of the error do not depend on the
/// signal.
struct Dither {
  /// Always the same at first, so that a rendering can be repeated.
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// The next value, between -1 and 1 steps.
  @inline(__always)
  mutating func next() -> Float {
    // xorshift64 (Marsaglia 2003); its halves are the two uniform parts of the sum.
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    let high = Int32(truncatingIfNeeded: state >> 32)
    let low = Int32(truncatingIfNeeded: state)
    return (Float(high) + Float(low)) * 0x1p-32
  }
}
