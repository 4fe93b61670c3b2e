import Glibc

/// One stroke of a synthesised bell.
struct StruckBell: LaneSound {
  /// Frames between two exact values of the oscillators.
  private static let blockLength = 256
  /// The part of the length over which the sound fades at its end.
  private static let fadePart = 0.25

  let length: Duration
  private let seconds: Double
  private let oscillators: [Oscillator]

  init(_ model: BellModel) {
    length = .seconds(model.length)
    seconds = model.length
    // Phases a golden ratio of a turn apart: the partials do not add up to a peak at the onset.
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
    // Rounding to Float may make a sample larger than its bound.
    return Float(sum) * 1.000_001
  }

  func add(
    to frames: UnsafeMutableBufferPointer<Float>, from time: Double, sampleRate: Int, gain: Float
  ) {
    let rate = Double(sampleRate)
    let range = soundingFrames(of: frames.count / 2, from: time, sampleRate: sampleRate)
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * Self.blockLength) { block in
      for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.blockLength) {
        let blockCount = min(Self.blockLength, range.upperBound - start)
        let room = UnsafeMutableBufferPointer(rebasing: block[..<(2 * blockCount)])
        let blockTime = time + Double(start) / rate
        room.initialize(repeating: 0)
        for oscillator in oscillators {
          oscillator.add(to: room, from: blockTime, sampleRate: rate)
        }
        for frame in 0..<blockCount {
          let scale = fade(at: blockTime + Double(frame) / rate) * Double(gain)
          frames[2 * (start + frame)] += Float(room[2 * frame] * scale)
          frames[2 * (start + frame) + 1] += Float(room[2 * frame + 1] * scale)
        }
      }
    }
  }

  /// The gain of the fade at the end.
  private func fade(at time: Double) -> Double {
    RaisedCosine.rise((seconds - time) / (seconds * Self.fadePart))
  }
}
