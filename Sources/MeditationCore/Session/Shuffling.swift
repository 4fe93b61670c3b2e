/// Chance that is the same for the same seed, today and in a later version.
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

/// The order into which a seed brings songs.
enum Shuffling {
  /// The numbers from 0 to `count - 1` in the order of `seed`.
  ///
  /// Fisher and Yates, from the last place down: place `p` takes the one at
  /// `floor(random × (p + 1) / 2^64)`, `random` being the next of SplitMix64. Written out, and not
  /// left to the standard library, which may change how it shuffles: a seed that was noted down
  /// stays good. No place is favoured by more than one in 2^47 for 100,000 songs.
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
