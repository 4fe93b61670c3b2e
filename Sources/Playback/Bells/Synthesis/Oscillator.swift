import Foundation

/// A partial prepared for rendering: an exact function of time, whose value at any time starts a
/// recurrence of a few multiplications a frame.
struct Oscillator: Sendable {
  /// Amplitudes below this, -120 dBFS, are left out.
  private static let threshold = 1e-6
  /// By how much the beat on the right is ahead of that on the left, in radians. The partial moves
  /// slightly from side to side, while the sum of both sides keeps 87 % of the beating sine.
  private static let width = Double.pi / 3

  /// Of the stronger and the weaker sine, in radians per second.
  private let frequencies: SIMD2<Double>
  private let phases: SIMD2<Double>
  private let amplitudes: SIMD2<Double>
  /// Of decay and attack, per second.
  private let decayRate: Double
  private let attackRate: Double
  /// When the amplitude falls below the threshold, in seconds.
  private let end: Double

  /// - Parameter phase: Of the stronger sine at time 0, in turns.
  init(_ partial: Partial, pitch: Double, gain: Double, phase: Double) {
    let frequency = partial.ratio * pitch
    frequencies = SIMD2(frequency, frequency + partial.beat) * (2 * .pi)
    phases = SIMD2(phase, phase) * (2 * .pi)
    let amplitude = partial.amplitude * gain
    amplitudes = SIMD2(Partial.strongerPart, 1 - Partial.strongerPart) * amplitude
    decayRate = log(1_000) / partial.decay
    attackRate = 1 / partial.attack
    end = max(0, log(amplitude / Self.threshold) / decayRate)
  }

  /// The amplitude at `time`, in seconds since the stroke.
  func level(at time: Double) -> Double {
    let rise = 1 - exp(-attackRate * time)
    return amplitudes.sum() * exp(-decayRate * time) * rise * rise
  }

  /// Adds frames to `frames`, left and right, from `time` on.
  ///
  /// A partial beyond 0.45 of `sampleRate` is left out.
  @inline(__always)
  func add(
    to frames: UnsafeMutableBufferPointer<SIMD2<Double>>, from time: Double, sampleRate: Double
  ) {
    guard time < end, frequencies.max() < 2 * .pi * 0.45 * sampleRate else { return }
    // Each sine follows from its last two values: sin(x + d) = 2 cos(d) sin(x) - sin(x - d).
    let stepDecay = exp(-decayRate / sampleRate)
    let factor =
      SIMD2(cos(frequencies.x / sampleRate), cos(frequencies.y / sampleRate)) * 2 * stepDecay
    let lastFactor = stepDecay * stepDecay
    var (stronger, weaker) = values(at: time)
    var (lastStronger, lastWeaker) = values(at: time - 1 / sampleRate)
    var missing = exp(-attackRate * time)
    let stepMissing = exp(-attackRate / sampleRate)
    for frame in frames.indices {
      let rise = (1 - missing) * (1 - missing)
      frames[frame] += (stronger + weaker) * rise
      (stronger, lastStronger) = (factor.x * stronger - lastFactor * lastStronger, stronger)
      (weaker, lastWeaker) = (factor.y * weaker - lastFactor * lastWeaker, weaker)
      missing *= stepMissing
    }
  }

  /// Of both sines at `time`, left and right, without the rise.
  private func values(at time: Double) -> (stronger: SIMD2<Double>, weaker: SIMD2<Double>) {
    let decay = exp(-decayRate * time)
    let angles = frequencies * time + phases
    return (
      SIMD2(repeating: sin(angles.x)) * amplitudes.x * decay,
      SIMD2(sin(angles.y - Self.width / 2), sin(angles.y + Self.width / 2)) * amplitudes.y * decay
    )
  }
}
