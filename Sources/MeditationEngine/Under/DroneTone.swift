import Glibc
import MeditationPlan

/// A tone as of slightly mistuned reeds: each partial is three sines, whose beats never repeat.
struct DroneTone: UnderPart {
  /// In hertz.
  let pitch: Double
  let partials: [DronePartial]

  /// Frames between two exact values of the oscillators.
  private static let step = NoiseCell.length
  /// The share of a partial's middle sine; the outer two share the rest. It is never cancelled.
  private static let middle = 0.56
  /// How far the beats on the right are ahead of those on the left, in radians.
  private static let width = Double.pi / 2
  /// How far the level of a partial falls below its amplitude, in decibels, as it wanders.
  private static let depth = 3.0
  /// Partials above this fraction of the sample rate are left out.
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
        // The golden ratio, so that the beats never repeat together.
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
  /// Its amplitude at the loudest.
  let amplitude: Double
  /// How much lower the lower of the two side sines is, in hertz.
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
