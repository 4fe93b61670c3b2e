/// Mixes the channels of a song to those of an output.
///
/// Channels are in the order of WAV and FLAC: 3 is left, right, centre; 4 left, right and two back;
/// 5 with a centre before the back; 6 with centre and LFE before the back; 7 with centre, LFE, back
/// centre and two sides; 8 with centre, LFE, two back and two sides.
///
/// Source of the order: RFC 9639 (FLAC), section 9.1.3.
struct ChannelMap {
  let inputCount: Int
  let outputCount: Int
  /// The share of each input (columns) in each output (rows).
  let gains: [Float]

  var isIdentity: Bool { inputCount == outputCount }
  /// True if each output channel copies an input channel, so that no sample changes.
  let isCopy: Bool

  /// A map from `inputCount` to `outputCount` channels.
  ///
  /// To stereo: centre and surrounds at -3 dB on their sides, without LFE, scaled so that full
  /// scale in all channels just fits. Source: ITU-R BS.775-3, annex 4. To mono: the mean of that.
  /// From mono: the same on left and right.
  init(from inputCount: Int, to outputCount: Int) {
    self.inputCount = inputCount
    self.outputCount = outputCount
    let stereo = Self.stereoGains(inputCount)
    if inputCount == outputCount {
      gains = (0..<inputCount).flatMap { row in (0..<inputCount).map { $0 == row ? 1 : 0 } }
      isCopy = true
    } else if outputCount == 1 {
      gains = stereo.map { ($0.left + $0.right) / 2 }
      isCopy = false
    } else {
      // Any further output channels stay silent.
      let silent = [Float](repeating: 0, count: inputCount * (outputCount - 2))
      gains = stereo.map(\.left) + stereo.map(\.right) + silent
      isCopy = inputCount <= 2
    }
  }

  /// The shares of each of `count` channels in left and right.
  private static func stereoGains(_ count: Int) -> [(left: Float, right: Float)] {
    let half = Float(0.5).squareRoot()
    let left: (Float, Float) = (1, 0)
    let right: (Float, Float) = (0, 1)
    let middle = (half, half)
    let lfe: (Float, Float) = (0, 0)
    let backLeft: (Float, Float) = (half, 0)
    let backRight: (Float, Float) = (0, half)
    let channels: [(Float, Float)] =
      switch count {
      case 1: [(1, 1)]
      case 2: [left, right]
      case 3: [left, right, middle]
      case 4: [left, right, backLeft, backRight]
      case 5: [left, right, middle, backLeft, backRight]
      case 6: [left, right, middle, lfe, backLeft, backRight]
      case 7: [left, right, middle, lfe, (half * half, half * half), backLeft, backRight]
      default: [left, right, middle, lfe, backLeft, backRight, backLeft, backRight]
      }
    let sum = max(1, channels.reduce(0) { $0 + $1.0 })
    return channels.map { (left: $0.0 / sum, right: $0.1 / sum) }
  }

  /// Maps `input` into `output`, which is replaced.
  func apply(_ input: [Float], into output: inout [Float]) {
    output.removeAll(keepingCapacity: true)
    output.append(repeating: 0, count: input.count / inputCount * outputCount)
    input.withUnsafeBufferPointer { input in
      output.withUnsafeMutableBufferPointer { add(input, to: $0) }
    }
  }

  func add(_ input: UnsafeBufferPointer<Float>, to output: UnsafeMutableBufferPointer<Float>) {
    for frame in 0..<(input.count / inputCount) {
      for row in 0..<outputCount {
        for column in 0..<inputCount {
          output[frame * outputCount + row] +=
            gains[row * inputCount + column] * input[frame * inputCount + column]
        }
      }
    }
  }
}
