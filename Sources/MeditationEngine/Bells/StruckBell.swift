import Glibc

/// One stroke of a synthesised bell.
struct StruckBell: LaneSound {
  /// Frames between two exact values of the oscillators.
  private static let blockLength = 256
  /// The part of its length over which the sound fades out.
  private static let fadePart = 0.25

  let length: Duration
  private let seconds: Double
  private let oscillators: [Oscillator]

  init(_ model: BellModel) {
    length = .seconds(model.length)
    seconds = model.length
    // Phases a golden ratio of a turn apart, so that the partials do not add up to a peak.
    let turn = (5.0.squareRoot() - 1) / 2
    oscillators = model.partials.enumerated().map { index, partial in
      Oscillator(
        partial, pitch: model.pitch, gain: model.gain,
        phase: (turn * Double(index)).truncatingRemainder(dividingBy: 1))
    }
  }

  func level(at time: Double) -> Float {
    guard time > 0, time < seconds else { return 0 }
    let sum = oscillators.reduce(0) { $0 + $1.level(at: time) } * fade(at: time)
    // Rounding to Float may exceed the bound.
    return Float(sum) * 1.000_001
  }

  func add(
    to frames: UnsafeMutableBufferPointer<Float>, from first: Int, sampleRate: Int, gain: Float
  ) {
    let rate = Double(sampleRate)
    let range = soundingFrames(of: frames.count / 2, from: first, sampleRate: sampleRate)
    // Blocks are counted from the stroke, so they are the same in any chunk.
    let firstBlock = range.lowerBound / Self.blockLength * Self.blockLength
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * Self.blockLength) { block in
      for start in stride(from: firstBlock, to: range.upperBound, by: Self.blockLength) {
        let end = min(start + Self.blockLength, range.upperBound)
        let room = UnsafeMutableBufferPointer(rebasing: block[..<(2 * (end - start))])
        room.initialize(repeating: 0)
        for oscillator in oscillators {
          oscillator.add(to: room, from: Double(start) / rate, sampleRate: rate)
        }
        for frame in max(start, range.lowerBound)..<end {
          let scale = fade(at: Double(frame) / rate) * Double(gain)
          frames[2 * (frame - first)] += Float(room[2 * (frame - start)] * scale)
          frames[2 * (frame - first) + 1] += Float(room[2 * (frame - start) + 1] * scale)
        }
      }
    }
  }

  private func fade(at time: Double) -> Double {
    RaisedCosine.rise((seconds - time) / (seconds * Self.fadePart))
  }
}

/// A partial prepared for rendering: an exact function of time. Any of its values starts a
/// recurrence of a few multiplications per frame.
private struct Oscillator: Sendable {
  /// Amplitudes below this, -120 dBFS, are left out.
  private static let threshold = 1e-6
  /// How far the beat on the right is ahead of the left, in radians. The partial moves slightly
  /// from side to side, while the sum of both sides keeps 87 % of the beating sine.
  private static let width = Double.pi / 3

  /// Of the stronger and the weaker sine, in radians per second.
  private let frequencies: (stronger: Double, weaker: Double)
  /// Of both at the stroke, in radians.
  private let phase: Double
  private let amplitudes: (stronger: Double, weaker: Double)
  /// Of decay and attack, per second.
  private let decayRate: Double
  private let attackRate: Double
  /// When the amplitude falls below the threshold, in seconds.
  private let end: Double

  /// - Parameter phase: Of both sines at the stroke, in turns.
  init(_ partial: Partial, pitch: Double, gain: Double, phase: Double) {
    let frequency = partial.ratio * pitch
    frequencies = (2 * .pi * frequency, 2 * .pi * (frequency + partial.beat))
    self.phase = 2 * .pi * phase
    let amplitude = partial.amplitude * gain
    amplitudes = (amplitude * Partial.strongerPart, amplitude * (1 - Partial.strongerPart))
    decayRate = log(1_000) / partial.decay
    attackRate = 1 / partial.attack
    end = max(0, log(amplitude / Self.threshold) / decayRate)
  }

  /// The amplitude at `time`, in seconds since the stroke.
  func level(at time: Double) -> Double {
    let rise = 1 - exp(-attackRate * time)
    return (amplitudes.stronger + amplitudes.weaker) * exp(-decayRate * time) * rise * rise
  }

  /// Adds frames, left and right, from `time` on; no partial above 0.45 of `sampleRate`.
  func add(
    to frames: UnsafeMutableBufferPointer<Double>, from time: Double, sampleRate: Double
  ) {
    guard time < end, frequencies.weaker < 2 * .pi * 0.45 * sampleRate else { return }
    // Each sine follows from its last two values: sin(x + d) = 2 cos(d) sin(x) - sin(x - d).
    let step = 1 / sampleRate
    let stepDecay = exp(-decayRate * step)
    let lastFactor = stepDecay * stepDecay
    let strongerFactor = 2 * stepDecay * cos(frequencies.stronger * step)
    let weakerFactor = 2 * stepDecay * cos(frequencies.weaker * step)
    var (stronger, left, right) = values(at: time)
    var (lastStronger, lastLeft, lastRight) = values(at: time - step)
    var missing = exp(-attackRate * time)
    let stepMissing = exp(-attackRate * step)
    for frame in 0..<(frames.count / 2) {
      let rise = (1 - missing) * (1 - missing)
      frames[2 * frame] += (stronger + left) * rise
      frames[2 * frame + 1] += (stronger + right) * rise
      (stronger, lastStronger) = (strongerFactor * stronger - lastFactor * lastStronger, stronger)
      (left, lastLeft) = (weakerFactor * left - lastFactor * lastLeft, left)
      (right, lastRight) = (weakerFactor * right - lastFactor * lastRight, right)
      missing *= stepMissing
    }
  }

  /// The stronger sine at `time`, and the weaker one on the left and right; without the attack.
  private func values(at time: Double) -> (stronger: Double, left: Double, right: Double) {
    let decay = exp(-decayRate * time)
    let angle = frequencies.weaker * time + phase
    return (
      amplitudes.stronger * decay * sin(frequencies.stronger * time + phase),
      amplitudes.weaker * decay * sin(angle - Self.width / 2),
      amplitudes.weaker * decay * sin(angle + Self.width / 2)
    )
  }
}
