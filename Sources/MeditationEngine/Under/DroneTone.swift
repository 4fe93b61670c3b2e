import Glibc
import MeditationPlan

/// A tone like that of reeds that are almost in tune: each partial is three sines a little apart,
/// which beat slowly and never quite in the same way.
struct DroneTone: UnderPart {
  /// In hertz.
  let pitch: Double
  let partials: [DronePartial]

  /// Frames between two exact values of the oscillators.
  private static let step = NoiseCell.length
  /// How much of a partial is the sine in the middle; the rest is half of each at its sides. It is
  /// never cancelled.
  private static let middle = 0.56
  /// By how much the beats on the right are ahead of those on the left, in radians.
  private static let width = Double.pi / 2
  /// Partials wander in level between this, in decibels, and their amplitude.
  private static let depth = 3.0
  /// Higher partials than this part of the sample rate are left out.
  private static let highest = 0.45

  func add(
    to frames: UnsafeMutableBufferPointer<SIMD2<Double>>, from frame: Int, sampleRate: Double,
    seed: UnderSeed
  ) {
    for (index, partial) in partials.enumerated()
    where partial.ratio * pitch < Self.highest * sampleRate {
      let wander = Wander(-Self.depth...0, interval: partial.interval, voice: UInt64(index))
      var generator = SplitMix64(seed: seed.own, piece: index)
      let phases = (generator.nextPart(), generator.nextPart(), generator.nextPart())
      let hertz = partial.ratio * pitch
      for start in stride(from: 0, to: frames.count, by: Self.step) {
        let time = Double(frame + start) / sampleRate
        let end = Double(frame + start + Self.step) / sampleRate
        let level = partial.amplitude * wander.gain(at: time, seed: seed.own)
        let next = partial.amplitude * wander.gain(at: end, seed: seed.own)
        let change = (next - level) / Double(Self.step)
        var middle = Sine(hertz, phase: phases.0, at: time, sampleRate: sampleRate)
        var low = Sine(hertz - partial.beat, phase: phases.1, at: time, sampleRate: sampleRate)
        // The golden ratio: both beats never come together again in the same way.
        var high = Sine(
          hertz + 0.618 * partial.beat, phase: phases.2, at: time, sampleRate: sampleRate)
        let (near, far) = (cos(Self.width / 2), sin(Self.width / 2))
        for index in start..<(start + Self.step) {
          let sides = SIMD2(repeating: Self.middle * middle.next().sine)
          let (below, above) = (low.next(), high.next())
          let sine = (0.5 - Self.middle / 2) * near * (below.sine + above.sine)
          let cosine = (0.5 - Self.middle / 2) * far * (below.cosine - above.cosine)
          let amplitude = level + change * Double(index - start)
          frames[index] += amplitude * (sides + SIMD2(sine - cosine, sine + cosine))
        }
      }
    }
  }
}

struct DronePartial: Sendable {
  /// Its frequency as a multiple of the drone's.
  let ratio: Double
  /// When all that wanders is at its loudest.
  let amplitude: Double
  /// How much lower the lower of the two sines at its sides is, in hertz.
  let beat: Double
  /// Seconds from one random level to the next.
  let interval: Double
}

private struct Sine {
  private var angle: Rotation
  private let advance: Rotation

  /// - Parameter phase: At time 0, in turns.
  init(_ hertz: Double, phase: Double, at time: Double, sampleRate: Double) {
    let turns = (hertz * time + phase).truncatingRemainder(dividingBy: 1)
    angle = Rotation(2 * .pi * turns)
    advance = Rotation(2 * .pi * hertz / sampleRate)
  }

  @inline(__always)
  mutating func next() -> Rotation {
    defer { angle.turn(by: advance) }
    return angle
  }
}
