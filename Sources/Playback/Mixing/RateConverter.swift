import Foundation

/// Converts the sample rate with a windowed sinc, for an output whose rate is fixed, such as a file.
///
/// A run of N frames becomes exactly `round(N * outputRate / inputRate)` frames, without delay.
/// The stop band lies below -90 dB (Kaiser window, beta 9; J. O. Smith, "Digital Audio Resampling",
/// ccrma.stanford.edu/~jos/resample).
struct RateConverter {
  /// Zero crossings of the sinc on each side.
  private static let crossings = 32
  /// The greatest number of sub-sample positions that the table holds.
  private static let phaseLimit = 1024

  private let channelCount: Int
  /// The rates by their greatest common divisor.
  private let up: Int
  private let down: Int
  /// Taps on each side of an output frame, in input frames.
  private let reach: Int
  private let phaseCount: Int
  /// `phaseCount` rows of `2 * reach` coefficients.
  private let table: [Float]

  /// The input that is still needed. Before a run it starts with `reach - 1` frames of silence.
  private var held: [Float]
  /// The first frame of `held`, counted from the run's first input frame.
  private var heldFrame: Int
  private var inputCount = 0
  private var outputCount = 0

  /// A converter of interleaved frames.
  init(from inputRate: Int, to outputRate: Int, channelCount: Int) {
    var (a, b) = (inputRate, outputRate)
    while b != 0 { (a, b) = (b, a % b) }
    up = outputRate / a
    down = inputRate / a
    self.channelCount = channelCount
    let cutoff = min(1, Double(up) / Double(down)) * 0.97
    let reach = Int((Double(Self.crossings) / cutoff).rounded(.up))
    self.reach = reach
    phaseCount = min(up, Self.phaseLimit)
    var table: [Float] = []
    table.reserveCapacity(phaseCount * 2 * reach)
    for phase in 0..<phaseCount {
      let offset = Double(phase) / Double(phaseCount)
      let row = (0..<2 * reach).map { tap in
        Self.kernel(Double(tap - reach + 1) - offset, cutoff: cutoff, reach: Double(reach))
      }
      // A constant input keeps its value at every phase.
      let sum = row.reduce(0, +)
      table.append(contentsOf: row.map { Float($0 / sum) })
    }
    self.table = table
    held = [Float](repeating: 0, count: (reach - 1) * channelCount)
    heldFrame = -(reach - 1)
  }

  /// Converts the next frames of the run, and appends what is ready to `output`.
  mutating func convert(_ input: [Float], into output: inout [Float]) {
    held.append(contentsOf: input)
    inputCount += input.count / channelCount
    while produce(into: &output) {}
    discard()
  }

  /// Ends the run: appends its last frames to `output`, and prepares for another run.
  mutating func finish(into output: inout [Float]) {
    let total = (inputCount * up * 2 + down) / (down * 2)
    held.append(contentsOf: repeatElement(0, count: (reach + 1) * channelCount))
    while outputCount < total, produce(into: &output) {}
    held = [Float](repeating: 0, count: (reach - 1) * channelCount)
    heldFrame = -(reach - 1)
    inputCount = 0
    outputCount = 0
  }

  /// Appends one frame, if its input is complete.
  private mutating func produce(into output: inout [Float]) -> Bool {
    let (centre, remainder) = (outputCount * down).quotientAndRemainder(dividingBy: up)
    let first = centre - reach + 1 - heldFrame
    guard (first + 2 * reach) * channelCount <= held.count else { return false }
    let row = (remainder * phaseCount / up) * 2 * reach
    for channel in 0..<channelCount {
      var sum: Float = 0
      for tap in 0..<2 * reach {
        sum += table[row + tap] * held[(first + tap) * channelCount + channel]
      }
      output.append(sum)
    }
    outputCount += 1
    return true
  }

  /// Drops input that no later frame needs.
  private mutating func discard() {
    let needed = outputCount * down / up - reach + 1
    let useless = min(needed - heldFrame, held.count / channelCount)
    guard useless > 4096 else { return }
    held.removeFirst(useless * channelCount)
    heldFrame += useless
  }

  private static func kernel(_ time: Double, cutoff: Double, reach: Double) -> Double {
    let position = time / reach
    guard abs(position) < 1 else { return 0 }
    let window = bessel(9 * (1 - position * position).squareRoot()) / bessel(9)
    let angle = Double.pi * time * cutoff
    return window * cutoff * (abs(angle) < 1e-12 ? 1 : sin(angle) / angle)
  }

  /// The modified Bessel function of order zero, by its power series.
  private static func bessel(_ x: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    for k in 1..<40 {
      term *= (x / 2 / Double(k)) * (x / 2 / Double(k))
      sum += term
    }
    return sum
  }
}
