import Foundation
import Testing

@testable import MeditationEngine

/// The synthesised sounds that lie under a session.
struct UnderSoundTests {
  static let noises: [SynthesizedLayer] = [
    .white, .pink, .brown, .rain, .waves, .wind, .stream, .fire, .fan,
  ]
  static let layers = noises + [.drone(hertz: 110)]

  private static func power(_ samples: some Sequence<Float>) -> Double {
    var (sum, count) = (0.0, 0)
    for sample in samples {
      sum += Double(sample) * Double(sample)
      count += 1
    }
    return count == 0 ? 0 : sum / Double(count)
  }

  @Test("a frame has the same samples, whatever the chunks are and whatever was asked for before")
  func chunks() {
    for layer in Self.layers {
      let sound = layer.makeSound(seed: 7)
      for (start, rate) in [(0.0, 48_000), (3_600.25, 48_000), (20, 44_100)] {
        let whole = sound.render(1, from: start, rate: rate, chunks: [.max / 2])
        let pieces = layer.makeSound(seed: 7).render(
          1, from: start, rate: rate, chunks: [1, 13, 480, 997, 17_000])
        #expect(whole.distance(to: pieces) == 0, "\(layer)")
        let later = sound.render(0.5, from: start + 0.5, rate: rate)
        #expect(whole.left.suffix(rate / 2) == later.left[...], "\(layer)")
        #expect(whole.right.suffix(rate / 2) == later.right[...], "\(layer)")
      }
    }
  }

  @Test("a seed gives one sound, and another seed another", arguments: layers)
  func seeds(of layer: SynthesizedLayer) {
    let sound = layer.makeSound(seed: 1).render(0.2, from: 5)
    #expect(layer.makeSound(seed: 1).render(0.2, from: 5).left == sound.left)
    #expect(layer.makeSound(seed: 2).render(0.2, from: 5).distance(to: sound) > 0.01)
  }

  @Test("the bound holds and is the same at all times; before time 0 there is silence")
  func bound() {
    for layer in Self.layers {
      let sound = layer.makeSound(seed: 3)
      let level = sound.level(at: 0)
      #expect(level < 0.261)
      #expect([-1, 0.1, 7, 4_000].allSatisfy { sound.level(at: $0) == level })
      #expect(sound.render(2).magnitudes.allSatisfy { $0 <= level }, "\(layer)")
      #expect(sound.render(1, from: -1).magnitudes.allSatisfy { $0 == 0 }, "\(layer)")
      #expect(sound.length > .seconds(1_000_000))
      // Twice as loud where the gain is twice as high.
      let (once, twice) = (sound.render(0.1, from: 1), sound.render(0.1, from: 1, gain: 2))
      #expect(zip(once.left, twice.left).allSatisfy { 2 * $0 == $1 }, "\(layer)")
    }
  }

  @Test("it is calm: no half second is much louder than the rest, and there is no DC")
  func calm() throws {
    for layer in Self.layers {
      let samples = layer.makeSound(seed: 5).render(12, rate: 44_100).left
      let whole = Self.power(samples)
      #expect((0.03...0.1).contains(whole.squareRoot()), "\(layer)")
      let parts = stride(from: 0, to: samples.count, by: 22_050).map {
        Self.power(samples[$0..<($0 + 22_050)])
      }
      let loudest = try #require(parts.max())
      #expect(loudest < 5 * whole, "\(layer)")
      let mean = samples.reduce(0.0) { $0 + Double($1) } / Double(samples.count)
      #expect(abs(mean) < 3e-4, "\(layer)")
    }
  }

  @Test("the sides differ, and their sum keeps 70 % of their power")
  func sides() {
    for layer in Self.layers {
      let sound = layer.makeSound(seed: 11).render(6, from: 100)
      let both = (Self.power(sound.left) + Self.power(sound.right)) / 2
      #expect(Self.power(sound.mono) > 0.7 * both, "\(layer)")
      #expect(Self.power(sound.mono) < 0.95 * both, "\(layer)")
    }
  }

  @Test("what wanders in one layer does so by itself, and as before in each session")
  func voices() {
    func course(_ voice: UInt64) -> [Double] {
      let wander = Wander(0...1, interval: 5, voice: voice)
      return (0..<200).map { wander.value(at: Double($0), seed: 7) }
    }
    #expect(course(1) == course(1))
    for (one, other) in [(0, 1), (1, 2), (2, 4)] as [(UInt64, UInt64)] {
      let distance = zip(course(one), course(other)).reduce(0) { $0 + abs($1.0 - $1.1) } / 200
      #expect(distance > 0.1)
    }
  }

  @Test("blocks join without a step")
  func joints() {
    let length = UnderSound.blockLength
    for layer in Self.layers {
      let samples = layer.makeSound(seed: 13).render(8).left
      // The second difference leaves little but steps of a dull sound.
      func bend(_ frame: Int) -> Float {
        samples[frame - 1] - 2 * samples[frame] + samples[frame + 1]
      }
      let joints = stride(from: length, to: samples.count - 1, by: length)
        .flatMap { [$0 - 1, $0] }
      let elsewhere = stride(from: 1, to: samples.count - 1, by: 101)
      #expect(
        Self.power(joints.lazy.map(bend)) < 2 * Self.power(elsewhere.lazy.map(bend)), "\(layer)")
    }
  }

  @Test("noise is not like itself any time later", arguments: noises)
  func neverRepeats(layer: SynthesizedLayer) {
    let sound = layer.makeSound(seed: 17)
    let count = 48_000
    let samples = sound.render(3).left
    let first = samples.prefix(count)
    for lag in [4, 16, 33, 80].map({ $0 * NoiseCell.length }) {
      let later = samples[lag..<(lag + count)]
      let product = zip(first, later).reduce(0.0) { $0 + Double($1.0) * Double($1.1) }
      let power = (Self.power(first) * Self.power(later)).squareRoot()
      // Repeated noise would give 1; a second of dull noise alone may give 0.2 by chance.
      #expect(abs(product / Double(count) / power) < 0.35, "\(lag)")
    }
  }

  @Test(
    "white noise rises by 3 dB an octave, pink noise is level, brown noise falls by 3 dB",
    arguments: zip([SynthesizedLayer.white, .pink, .brown], [3.0, 0, -3]))
  func slopes(of layer: SynthesizedLayer, slope: Double) {
    for rate in [44_100, 96_000] {
      let levels = octaveLevels(
        layer.makeSound(seed: 19).render(8, rate: rate).left, rate: rate)
      for (lower, higher) in zip(levels, levels.dropFirst()) {
        #expect(abs(higher - lower - slope) < 1, "\(rate) Hz: \(levels)")
      }
    }
  }

  @Test("what is heard outdoors or in a room has the octaves of a recording, within 6 dB")
  func spectra() throws {
    // The octaves around 125 Hz to 8 kHz of recordings, in decibels below the strongest.
    let recordings: [(SynthesizedLayer, [Double])] = [
      (.rain, [-8, -8, -6, -5, -4, -3, 0]),
      (.waves, [-11, -5, -1, 0, -2, -3, -7]),
      (.wind, [-1, 0, -10, -16, -22, -26, -34]),
      (.stream, [-19, -11, -3, 0, -1, -4, -6]),
      (.fire, [-6, -12, -12, -14, -6, -1, 0]),
      // The recording has nothing above.
      (.fan, [-2, -3, -5, -10, -14]),
    ]
    for (layer, recorded) in recordings {
      let levels = octaveLevels(
        layer.makeSound(seed: 23).render(11, rate: 44_100).left, rate: 44_100)
      let differences = zip(levels.dropFirst(), recorded).map { $0 - $1 }
      let (least, most) = (differences.min() ?? 0, differences.max() ?? 0)
      #expect(most - least < 12, "\(layer): \(levels)")
    }
  }

  @Test("a sample rate changes neither the loudness of what is heard nor the pitch")
  func rates() {
    for layer in [SynthesizedLayer.pink, .rain, .stream] {
      let low = octaveLevels(layer.makeSound(seed: 29).render(3, rate: 44_100).left, rate: 44_100)
      let high = octaveLevels(layer.makeSound(seed: 29).render(3, rate: 96_000).left, rate: 96_000)
      for (one, other) in zip(low, high).dropFirst() {
        #expect(abs(one - other) < 2, "\(layer): \(low) \(high)")
      }
    }
    let drone = SynthesizedLayer.drone(hertz: 110).makeSound(seed: 29)
    let (low, high) = (drone.render(1, rate: 44_100), drone.render(1, rate: 48_000))
    for index in 0..<300 {
      #expect(abs(low.left[index * 147] - high.left[index * 160]) < 1e-3)
    }
  }

  @Test("waves come and go within 7 to 14 s, by more than 8 dB")
  func waves() throws {
    let samples = SynthesizedLayer.waves.makeSound(seed: 31).render(28, from: 60).left
    let levels = stride(from: 0, to: samples.count, by: 24_000).map {
      10 * log10(Self.power(samples[$0..<($0 + 24_000)]))
    }
    for start in stride(from: 0, through: levels.count - 28, by: 14) {
      let part = levels[start..<(start + 28)]
      let (least, most) = (try #require(part.min()), try #require(part.max()))
      #expect((8...24).contains(most - least))
    }
    // No wave breaks at once.
    #expect(zip(levels, levels.dropFirst()).allSatisfy { $1 - $0 < 6 })
  }

  @Test("a drone has its pitch and the harmonics, and nothing between them")
  func drone() {
    let sound = SynthesizedLayer.drone(hertz: 146.83).makeSound(seed: 37).render(2).left[...]
    for harmonic in 1...4 {
      let level = amplitude(sound, at: 146.83 * Double(harmonic))
      #expect(level > 0.004)
      #expect(amplitude(sound, at: 146.83 * (Double(harmonic) + 0.5)) < 0.03 * level)
    }
  }
}

/// The synthesised layers, with a seed of the test's own.
enum SynthesizedLayer: Hashable, Sendable {
  case white, pink, brown, rain, waves, wind, stream, fire, fan
  case drone(hertz: Double)

  func makeSound(seed: UInt64) -> UnderSound {
    switch self {
    case .white: UnderSound(.white, seed: seed)
    case .pink: UnderSound(.pink, seed: seed)
    case .brown: UnderSound(.brown, seed: seed)
    case .rain: UnderSound(.rain, seed: seed)
    case .waves: UnderSound(.waves, seed: seed)
    case .wind: UnderSound(.wind, seed: seed)
    case .stream: UnderSound(.stream, seed: seed)
    case .fire: UnderSound(.fire, seed: seed)
    case .fan: UnderSound(.fan, seed: seed)
    case .drone(let hertz): UnderSound(.drone(hertz), seed: seed)
    }
  }
}
