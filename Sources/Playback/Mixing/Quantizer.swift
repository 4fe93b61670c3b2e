/// Rounds samples to the integers of an output, in native byte order.
///
/// Samples beyond full scale are clipped, never wrapped around. NaN, from a damaged file, is silence.
enum Quantizer {
  /// `sample` in 24 bits.
  @inline(__always)
  static func int24(_ sample: Float) -> Int32 {
    round(Double(sample) * 0x1p23, below: 0x1p23)
  }

  /// The integer nearest to `value`, clipped to `-limit` to `limit - 1`.
  ///
  /// Adding 1.5 * 2^52 leaves the integer in the lowest bits of a double: unlike a conversion, this
  /// needs neither a branch nor a call, and so can be vectorised.
  @inline(__always)
  private static func round(_ value: Double, below limit: Double) -> Int32 {
    let number = value == value ? value : 0
    let low = number < -limit ? -limit : number
    let held = low > limit - 1 ? limit - 1 : low
    return Int32(truncatingIfNeeded: (held + 0x1.8p52).bitPattern)
  }

  /// Appends `count` samples of three bytes.
  @inline(__always)
  static func append24(count: Int, to bytes: inout [UInt8], _ sample: (Int) -> Int32) {
    guard count > 0 else { return }
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: count * 3))
    bytes.withUnsafeMutableBytes { buffer in
      let room = UnsafeMutableRawBufferPointer(rebasing: buffer[start...])
      #if _endian(little)
        // Each store writes a fourth byte, which the next one replaces.
        for index in 0..<(count - 1) {
          room.storeBytes(of: sample(index), toByteOffset: index * 3, as: Int32.self)
        }
        withUnsafeBytes(of: sample(count - 1)) { last in
          for byte in 0..<3 { room[(count - 1) * 3 + byte] = last[byte] }
        }
      #else
        for index in 0..<count {
          withUnsafeBytes(of: sample(index)) { whole in
            for byte in 0..<3 { room[index * 3 + byte] = whole[byte + 1] }
          }
        }
      #endif
    }
  }

  /// Appends samples of two bytes, with noise from `dither`; digital silence gets none.
  static func append16(
    _ samples: UnsafeBufferPointer<Float>, dither: inout Dither, isDithered: Bool,
    to bytes: inout [UInt8]
  ) {
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: samples.count * 2))
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
