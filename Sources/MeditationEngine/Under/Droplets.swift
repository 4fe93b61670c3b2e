import Glibc
import MeditationPlan

/// Many short tones at random times: drops that strike, or bubbles that ring.
struct Droplets: UnderPart {
  /// The average number per second.
  let rate: Double
  /// How the rate varies, in decibels; the level varies by its square root.
  let flow: Wander
  /// The pitches in hertz, evenly distributed over octaves.
  let pitch: ClosedRange<Double>
  /// In how many periods a tone falls by 8.7 dB.
  let ring: ClosedRange<Double>
  /// The relative rise of the pitch in that time: a bubble that nears the surface sounds higher.
  let glide: ClosedRange<Double>
  /// The amplitude of the loudest.
  let gain: Double
  /// The softest, in decibels below the loudest.
  let depth: Double
  /// How much softer tones are for each octave, in decibels.
  let tilt: Double

  /// Random times are drawn for this long at once, in seconds.
  private static let slot = 0.02
  /// A tone ends when it has fallen by 70 dB: after this many times the time for 8.7 dB.
  private static let end = 8.0
  /// The farthest position from the middle, in radians of a constant-power pan.
  private static let width = 0.2 * Double.pi

  func add(
    to frames: UnsafeMutableBufferPointer<SIMD2<Double>>, from frame: Int, sampleRate: Double,
    seed: UnderSeed
  ) {
    let longest = Self.end * ring.upperBound / pitch.lowerBound
    let start = Double(frame) / sampleRate
    let end = Double(frame + frames.count) / sampleRate
    let first = ((start - longest) / Self.slot).rounded(.down)
    let last = (end / Self.slot).rounded(.up)
    for slot in Int(first)...Int(last) {
      let flow = pow(10, flow.value(at: Double(slot) * Self.slot, seed: seed.own) / 10)
      var generator = SplitMix64(seed: seed.own, piece: slot)
      // The gaps between random times have an exponential distribution.
      var place = -log(1 - generator.nextPart()) / (rate * flow)
      while place < Self.slot {
        let droplet = droplet(&generator)
        let time = Double(slot) * Self.slot + place
        droplet.add(
          to: frames, from: Int((time * sampleRate).rounded(.up)) - frame, sampleRate: sampleRate)
        place -= log(1 - generator.nextPart()) / (rate * flow)
      }
    }
  }

  private func droplet(_ generator: inout SplitMix64) -> Droplet {
    let octaves = log2(pitch.upperBound / pitch.lowerBound) * generator.nextPart()
    let hertz = pitch.lowerBound * exp2(octaves)
    let fall = generator.next(in: ring) / hertz
    let decibels = -depth * generator.nextPart() - tilt * octaves
    let pan = .pi / 4 + Self.width * generator.next(in: -1...1)
    // Half of them begin downwards, so that there is no DC.
    let amplitude = (generator.next() & 1 == 0 ? gain : -gain) * pow(10, decibels / 20)
    return Droplet(
      hertz: hertz, glide: hertz * generator.next(in: glide) / fall, fall: fall,
      end: Self.end * fall, sides: amplitude * SIMD2(cos(pan), sin(pan)))
  }
}

/// One tone with a soft attack and a decay.
private struct Droplet {
  /// The attack's time constant, as a part of the decay's.
  private static let attack = 0.15

  let hertz: Double
  /// Hertz per second.
  let glide: Double
  /// The time constant of its decay, in seconds.
  let fall: Double
  /// When it is over, in seconds.
  let end: Double
  /// The amplitudes of left and right.
  let sides: SIMD2<Double>

  /// Adds the tone, which began at `start`, a frame of `frames` or earlier.
  func add(
    to frames: UnsafeMutableBufferPointer<SIMD2<Double>>, from start: Int, sampleRate: Double
  ) {
    let step = 1 / sampleRate
    let range = (start..<(start + Int(end * sampleRate))).clamped(to: frames.indices)
    guard !range.isEmpty, hertz < 0.4 * sampleRate else { return }
    let passed = Double(range.lowerBound - start) * step
    let turn = 2 * Double.pi
    var tone = Rotation(turn * passed * (hertz + glide * passed / 2))
    var advance = Rotation(turn * step * (hertz + glide * (passed + step / 2)))
    let change = Rotation(turn * glide * step * step)
    var level = exp(-passed / fall)
    let decay = exp(-step / fall)
    var missing = exp(-passed / (Self.attack * fall))
    let rise = exp(-step / (Self.attack * fall))
    for index in range {
      frames[index] += (level * (1 - missing) * tone.sine) * sides
      tone.turn(by: advance)
      advance.turn(by: change)
      level *= decay
      missing *= rise
    }
  }
}
