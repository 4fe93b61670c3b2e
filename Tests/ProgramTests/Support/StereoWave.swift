/// A WAV file of 16-bit stereo.
struct StereoWave {
  /// libao writes the extensible header: 68 bytes.
  private static let libaoHeaderByteCount = 68

  let sampleRate: Int
  /// Left and right by turns.
  private var samples: [Int16]

  /// The file.
  var bytes: [UInt8] { WaveFile(sampleRate: sampleRate).bytes(of: samples, channelCount: 2) }

  var frameCount: Int { samples.count / 2 }

  /// `seconds` of a loud sawtooth of about 110 Hz on the right; the left is silent.
  static func rightOnly(sampleRate: Int, seconds: Int) -> Self {
    let period: [Int16] = (0..<401).flatMap { [0, Int16($0 * 50 - 10_000)] }
    var samples: [Int16] = []
    while samples.count < seconds * sampleRate * 2 { samples += period }
    return Self(sampleRate: sampleRate, samples: Array(samples.prefix(seconds * sampleRate * 2)))
  }

  /// A file with the same on both sides.
  static func both(_ samples: [Int16], sampleRate: Int) -> Self {
    Self(sampleRate: sampleRate, samples: samples.flatMap { [$0, $0] })
  }

  private init(sampleRate: Int, samples: [Int16]) {
    (self.sampleRate, self.samples) = (sampleRate, samples)
  }

  /// Reads what libao wrote.
  init(rendered bytes: [UInt8]) {
    sampleRate = (0..<4).reduce(0) { $0 | Int(bytes[24 + $1]) << (8 * $1) }
    let width = Int(bytes[34]) / 8
    // Of 24 bits, the upper 16.
    samples = bytes.samples(from: Self.libaoHeaderByteCount + width - 2, every: width)
  }

  func left(_ frames: Range<Int>) -> [Int16] { frames.map { samples[2 * $0] } }

  func right(_ frames: Range<Int>) -> [Int16] { frames.map { samples[2 * $0 + 1] } }
}
