import Foundation

@testable import MeditationEngine

/// Both sides of a rendered sound.
struct Stereo {
  var left: [Float]
  var right: [Float]

  var mono: [Float] { zip(left, right).map { ($0 + $1) / 2 } }

  /// The larger magnitude of both sides, frame by frame.
  var magnitudes: [Float] { zip(left, right).map { max(abs($0), abs($1)) } }

  /// The largest difference from `other`.
  func distance(to other: Stereo) -> Float {
    zip(left + right, other.left + other.right).map { abs($0 - $1) }.max() ?? 0
  }
}

extension LaneSound {
  /// Renders `seconds` from `start` on, in chunks of these many frames in turn.
  func render(
    _ seconds: Double, from start: Double = 0, rate: Int = 48_000, gain: Float = 1,
    chunks: [Int] = [480]
  ) -> Stereo {
    let count = Int(seconds * Double(rate))
    var frames = [Float](repeating: 0, count: 2 * count)
    frames.withUnsafeMutableBufferPointer { frames in
      var (frame, turn) = (0, 0)
      while frame < count {
        let end = min(frame + chunks[turn % chunks.count], count)
        add(
          to: UnsafeMutableBufferPointer(rebasing: frames[(2 * frame)..<(2 * end)]),
          from: Int((start * Double(rate)).rounded()) + frame, sampleRate: rate, gain: gain)
        (frame, turn) = (end, turn + 1)
      }
    }
    return Stereo(
      left: stride(from: 0, to: 2 * count, by: 2).map { frames[$0] },
      right: stride(from: 1, to: 2 * count, by: 2).map { frames[$0] })
  }
}

/// The amplitude of the partial at `frequency`, by Goertzel's algorithm under a Hann window.
func amplitude(_ samples: ArraySlice<Float>, at frequency: Double, rate: Int = 48_000) -> Double {
  let step = 2 * Double.pi * frequency / Double(rate)
  let factor = 2 * cos(step)
  var (last, beforeLast) = (0.0, 0.0)
  for (index, sample) in samples.enumerated() {
    let window = 1 - cos(2 * .pi * Double(index) / Double(samples.count))
    (last, beforeLast) = (Double(sample) * window + factor * last - beforeLast, last)
  }
  let power = last * last + beforeLast * beforeLast - factor * last * beforeLast
  return 2 * power.squareRoot() / Double(samples.count)
}

func decibels(_ ratio: Double) -> Double { 20 * log10(ratio) }
