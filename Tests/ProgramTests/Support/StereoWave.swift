/// A WAV file of 16-bit stereo.
struct StereoWave {
  /// libao writes the extensible header: 68 bytes.
  private static let libaoHeaderByteCount = 68

  var sampleRate: Int
  var left: [Int16]
  var right: [Int16]

  /// Its right channel is a loud sawtooth of about 110 Hz; the left one is silent.
  static func rightOnly(sampleRate: Int, seconds: Double) -> Self {
    let frameCount = Int(seconds * Double(sampleRate))
    return Self(
      sampleRate: sampleRate, left: Array(repeating: 0, count: frameCount),
      right: (0..<frameCount).map { Int16($0 % 401 * 50 - 10_000) })
  }

  /// The file.
  var bytes: [UInt8] {
    WaveFile(sampleRate: sampleRate).bytes(
      of: zip(left, right).flatMap { [$0, $1] }, channelCount: 2)
  }

  /// A file whose channels are `left` and `right`.
  init(sampleRate: Int, left: [Int16], right: [Int16]) {
    self.sampleRate = sampleRate
    self.left = left
    self.right = right
  }

  /// Reads what libao wrote.
  init(rendered bytes: [UInt8]) {
    sampleRate = (0..<4).reduce(0) { $0 | Int(bytes[24 + $1]) << (8 * $1) }
    let frames = stride(from: Self.libaoHeaderByteCount, to: bytes.count - 3, by: 4)
    func channel(_ offset: Int) -> [Int16] {
      frames.map {
        Int16(bitPattern: UInt16(bytes[$0 + offset]) | UInt16(bytes[$0 + offset + 1]) << 8)
      }
    }
    (left, right) = (channel(0), channel(2))
  }
}
