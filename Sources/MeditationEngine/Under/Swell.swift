import Glibc
import MeditationPlan

/// How the level of a part varies over time, without repeating.
enum Swell: Sendable {
  case steady
  case wandering(Wander)
  case waves(WaveTrain)

  /// Frames between two exact values.
  static let step = 64

  /// The gains of left and right at `time`, in seconds.
  func gains(at time: Double, seed: UnderSeed) -> SIMD2<Double> {
    switch self {
    case .steady: SIMD2(repeating: 1)
    case .wandering(let wander): SIMD2(repeating: wander.gain(at: time, seed: seed.shared))
    case .waves(let train): train.gains(at: time, seed: seed.shared)
    }
  }
}

/// A value that wanders smoothly between two bounds.
struct Wander: Sendable {
  let range: ClosedRange<Double>
  /// Seconds from one random value to the next.
  let interval: Double
  /// Keeps values with the same interval from wandering in step.
  let voice: UInt64

  /// - Parameter range: In decibels, for a gain.
  init(_ range: ClosedRange<Double>, interval: Double, voice: UInt64 = 0) {
    self.range = range
    self.interval = interval
    self.voice = voice
  }

  func value(at time: Double, seed: UInt64) -> Double {
    // A second course, twice as fast and half as deep: one speed alone sounds like a machine.
    let slow = Self.course(time / interval, seed: seed ^ voice << 32)
    let fast = Self.course(2.3 * time / interval, seed: ~seed ^ voice << 32)
    return range.lowerBound + (range.upperBound - range.lowerBound) * (2 * slow + fast) / 3
  }

  /// The gain for a range in decibels.
  func gain(at time: Double, seed: UInt64) -> Double { pow(10, value(at: time, seed: seed) / 20) }

  /// Between 0 and 1; random at each whole number.
  private static func course(_ place: Double, seed: UInt64) -> Double {
    let index = place.rounded(.down)
    var before = SplitMix64(seed: seed, piece: Int(index))
    var after = SplitMix64(seed: seed, piece: Int(index) + 1)
    let (start, end) = (before.nextPart(), after.nextPart())
    return start + (end - start) * RaisedCosine.rise(place - index)
  }
}

/// Waves that arrive at irregular times.
struct WaveTrain: Sendable {
  /// The average time between waves, and how early or late each may be, in seconds.
  private static let period = 10.5
  private static let jitter = 1.75
  /// The height of the smallest wave, relative to the largest.
  private static let smallest = 0.6
  /// The gain on the side that is farther from a wave.
  private static let farthest = 0.75

  /// Seconds from silence to the crest, and from the crest to silence.
  let rise: Double
  let fall: Double
  /// How many seconds this part's crest comes after the wave's.
  let delay: Double
  /// The gain between waves; at a crest it is 1.
  let floor: Double

  func gains(at time: Double, seed: UInt64) -> SIMD2<Double> {
    var gains = SIMD2<Double>(repeating: floor)
    let now = time - delay
    let first = ((now - fall - Self.jitter) / Self.period).rounded(.down)
    let last = ((now + rise + Self.jitter) / Self.period).rounded(.up)
    for index in Int(first)...Int(last) {
      var generator = SplitMix64(seed: seed, piece: index)
      let crest =
        Double(index) * Self.period + generator.next(in: -Self.jitter...Self.jitter)
      let height = generator.next(in: Self.smallest...1)
      let isLeft = generator.next() & 1 == 0
      let far = generator.next(in: Self.farthest...1)
      let passed = now - crest
      let shape = RaisedCosine.rise(passed < 0 ? 1 + passed / rise : 1 - passed / fall)
      let level = (1 - floor) * height * shape
      gains += level * (isLeft ? SIMD2(1, far) : SIMD2(far, 1))
    }
    return gains
  }
}
