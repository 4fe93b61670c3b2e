/// Noise with a triangular density, two steps wide: it turns the error of rounding, which follows
/// the music and is heard as distortion, into a steady hiss.
///
/// Source: Lipshitz, Wannamaker, Vanderkooy, "Quantization and Dither: A Theoretical Survey",
/// J. Audio Eng. Soc. 40 (1992): this density makes mean and power of the error independent of the
/// signal.
struct Dither {
  private var state: UInt64

  /// The same noise for the same `seed`, so that a render can be repeated.
  init(seed: UInt64 = 0x9E37_79B9_7F4A_7C15) { state = seed | 1 }

  /// The next value, between -1 and 1 steps.
  @inline(__always)
  mutating func next() -> Float {
    // xorshift64 (Marsaglia 2003): its two halves are the two uniform parts of the sum.
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    let high = Int32(truncatingIfNeeded: state >> 32)
    let low = Int32(truncatingIfNeeded: state)
    return (Float(high) + Float(low)) * 0x1p-32
  }
}
