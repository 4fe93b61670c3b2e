import Glibc

/// Noise with a spectrum of straight slopes, whose level may change.
struct ShapedNoise: UnderPart {
  /// The amplitude below the first slope, as a multiple of white noise of power 1.
  let gain: Double
  let slopes: [Slope]
  let swell: Swell
  /// A wandering band to which the spectrum is limited; `nil` keeps all of it.
  let band: WanderingBand?

  /// Below this frequency the spectrum falls, so that there is no DC; in hertz.
  private static let lowCut = 20.0
  /// Filters run for this long before each block, in seconds, until the effect of their start is at
  /// -100 dB, so that neighbouring blocks join without a seam.
  private static let settling = 0.1

  init(_ gain: Double, _ slopes: [Slope], swell: Swell = .steady, band: WanderingBand? = nil) {
    self.gain = gain
    self.slopes = slopes
    self.swell = swell
    self.band = band
  }

  func add(
    to frames: UnsafeMutableBufferPointer<SIMD2<Double>>, from frame: Int, sampleRate: Double,
    seed: UnderSeed
  ) {
    let cellCount = (Self.settling * sampleRate / Double(NoiseCell.length)).rounded(.up)
    let settling = Int(cellCount) * NoiseCell.length
    let count = settling + frames.count
    withUnsafeTemporaryAllocation(of: SIMD2<Double>.self, capacity: count) { noise in
      NoiseCell.write(
        to: noise, from: frame - settling, sampleRate: sampleRate, seed: seed.own)
      if !slopes.isEmpty { Slope.cutLows(of: noise, below: Self.lowCut / sampleRate) }
      for slope in slopes { slope.filter(noise, sampleRate: sampleRate) }
      band?.filter(noise, from: frame - settling, sampleRate: sampleRate, seed: seed)
      let settled = UnsafeMutableBufferPointer(rebasing: noise[settling...])
      mix(settled, into: frames, from: frame, sampleRate: sampleRate, seed: seed)
    }
  }

  private func mix(
    _ noise: UnsafeMutableBufferPointer<SIMD2<Double>>,
    into frames: UnsafeMutableBufferPointer<SIMD2<Double>>, from frame: Int, sampleRate: Double,
    seed: UnderSeed
  ) {
    var level = gain * swell.gains(at: Double(frame) / sampleRate, seed: seed)
    for start in stride(from: 0, to: frames.count, by: Swell.step) {
      let time = Double(frame + start + Swell.step) / sampleRate
      let next = gain * swell.gains(at: time, seed: seed)
      let change = (next - level) / Double(Swell.step)
      for index in 0..<Swell.step {
        let sides = StereoImage.sides(noise[start + index])
        frames[start + index] += sides * (level + change * Double(index))
      }
      level = next
    }
  }
}

/// A part of a spectrum that falls or rises by 6 dB per octave, and is level on both sides.
struct Slope: Sendable {
  /// Hertz.
  private let pole: Double
  private let zero: Double

  static func falling(from start: Double, to end: Double = .infinity) -> Slope {
    Slope(pole: start, zero: end)
  }

  static func rising(from start: Double, to end: Double) -> Slope {
    Slope(pole: end, zero: start)
  }

  /// Filters noise to have this slope; the level below it is kept.
  fileprivate func filter(
    _ noise: UnsafeMutableBufferPointer<SIMD2<Double>>, sampleRate: Double
  ) {
    let decay = Self.root(of: pole / sampleRate)
    let lead = Self.root(of: zero / sampleRate)
    let scale = (1 - decay) / (1 - lead)
    var (lastInput, output) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    for index in noise.indices {
      let input = noise[index]
      output = decay * output + scale * (input - lead * lastInput)
      lastInput = input
      noise[index] = output
    }
  }

  /// Removes what is below `frequency`, in turns per frame.
  fileprivate static func cutLows(
    of noise: UnsafeMutableBufferPointer<SIMD2<Double>>, below frequency: Double
  ) {
    let decay = exp(-2 * .pi * frequency)
    let scale = (1 + decay) / 2
    var (lastInput, output) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    for index in noise.indices {
      let input = noise[index]
      output = decay * output + scale * (input - lastInput)
      lastInput = input
      noise[index] = output
    }
  }

  /// The pole or zero of a filter in the z-plane, for a corner in turns per frame.
  ///
  /// For low corners this is exp(-2π f). With it alone, a slope would flatten by 2 dB at 16 kHz; a
  /// root that moves to -0.15 for the highest corners corrects that.
  private static func root(of frequency: Double) -> Double {
    let overshoot = 0.15
    return (1 + overshoot) * exp(-2 * .pi * frequency / (1 + overshoot)) - overshoot
  }
}

/// A resonance with a wandering frequency, like that of wind at an edge.
struct WanderingBand: Sendable {
  /// Of the centre frequency, in octaves above 1 Hz.
  let octaves: Wander
  /// The centre frequency as a multiple of the width, 3 dB below the top.
  let quality: Double

  /// - Parameter hertz: The range of the centre.
  init(_ hertz: ClosedRange<Double>, quality: Double, interval: Double, voice: UInt64) {
    octaves = Wander(
      log2(hertz.lowerBound)...log2(hertz.upperBound), interval: interval, voice: voice)
    self.quality = quality
  }

  /// Leaves a band of the noise whose first frame is `frame`; its top has the noise's level.
  ///
  /// Source: A. Simper, "Linear Trapezoidal Integrated State Variable Filter" (2013). It stays
  /// stable and does not click while its frequency changes.
  fileprivate func filter(
    _ noise: UnsafeMutableBufferPointer<SIMD2<Double>>, from frame: Int, sampleRate: Double,
    seed: UnderSeed
  ) {
    let damping = 1 / quality
    var (first, second) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    for start in stride(from: 0, to: noise.count, by: Swell.step) {
      let time = Double(frame + start) / sampleRate
      let hertz = exp2(octaves.value(at: time, seed: seed.shared))
      let warped = tan(.pi * min(hertz / sampleRate, 0.45))
      let scale = 1 / (1 + warped * (warped + damping))
      for index in start..<(start + Swell.step) {
        let rest = noise[index] - second
        let band = scale * (first + warped * rest)
        let low = second + warped * band
        first = 2 * band - first
        second = 2 * low - second
        noise[index] = damping * band
      }
    }
  }
}
