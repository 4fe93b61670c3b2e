/// A stored sample, of which four at a time are rounded to 24 bits.
protocol PCMSample: SIMDScalar, Codable, Hashable {
  /// `samples` in 24 bits.
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
  /// Adding 2^23 to a magnitude up to 2^23 leaves the nearest integer in the lowest bits: unlike a
  /// conversion, this needs neither a branch nor a call for each sample.
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
