/// A random number generator whose numbers for a seed never change between versions.
///
/// Source: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators" (2014):
/// SplitMix64.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Shuffles songs by a seed.
enum Shuffling {
  /// The numbers from 0 to `count - 1`, shuffled by `seed`.
  ///
  /// Fisher–Yates, from the last position down: position `p` swaps with
  /// `floor(random × (p + 1) / 2^64)`, where `random` is the next number of SplitMix64. The
  /// standard library's shuffle is not used, because it may change and seeds must stay valid. For
  /// 100,000 songs, the bias is below one in 2^47.
  static func order(of count: Int, seed: Int) -> [Int] {
    var random = SplitMix64(seed: UInt64(bitPattern: Int64(seed)))
    var order = Array(0..<count)
    for place in order.indices.dropFirst().reversed() {
      let chosen = random.next().multipliedFullWidth(by: UInt64(place) + 1).high
      order.swapAt(place, Int(chosen))
    }
    return order
  }
}
