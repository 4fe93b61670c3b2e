extension Duration {
  /// In seconds, rounded; the error is a hundredth of a nanosecond in a day.
  ///
  /// By halves: Swift 6.3 converts 128 bits in code that is not specialised, which took half of the time
  /// of mixing a bell.
  var inSeconds: Double {
    let high = Double(Int64(truncatingIfNeeded: attoseconds >> 64))
    let low = Double(UInt64(truncatingIfNeeded: attoseconds))
    return (high * 0x1p64 + low) / 1e18
  }

  /// The duration of `frames` at `sampleRate` in hertz, rounded down to an attosecond.
  package init(frames: Int, sampleRate: Int) {
    self.init(attoseconds: Int128(frames) * 1_000_000_000_000_000_000 / Int128(sampleRate))
  }

  /// The number of frames nearest to this time at `sampleRate`; the inverse of `init(frames:)`.
  /// `Int.max` for a time that is too long.
  package func frameCount(at sampleRate: Int) -> Int {
    let scale: Int128 = 1_000_000_000_000_000_000
    let product = attoseconds.multipliedReportingOverflow(by: Int128(sampleRate))
    let sum = product.partialValue.addingReportingOverflow(scale / 2)
    guard !product.overflow, !sum.overflow else { return attoseconds < 0 ? 0 : Int.max }
    let (quotient, remainder) = sum.partialValue.quotientAndRemainder(dividingBy: scale)
    return Int(clamping: remainder < 0 ? quotient - 1 : quotient)
  }
}
