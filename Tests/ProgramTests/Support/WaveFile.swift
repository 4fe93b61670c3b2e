/// A small WAV file whose header can be wrong.
struct WaveFile {
  var sampleRate = 8000
  var seconds = 0.0
  /// The number of bytes of sound in the header; `nil` is the correct one.
  var claimedByteCount: UInt32?

  /// The file: 16-bit mono, with a quiet sawtooth of 100 Hz.
  var bytes: [UInt8] { bytes(of: sound, channelCount: 1) }

  /// A file of these 16-bit samples, interleaved. This machine is little-endian, as the file is.
  func bytes(of samples: [Int16], channelCount: Int) -> [UInt8] {
    bytes(of: samples.withUnsafeBytes { Array($0) }, channelCount: channelCount)
  }

  /// A file of this sound, in integers or floating-point numbers of so many bytes.
  func bytes(
    of sound: [UInt8], channelCount: Int, sampleByteCount: Int = 2, isFloat: Bool = false
  ) -> [UInt8] {
    let claimed = claimedByteCount ?? UInt32(sound.count)
    let frameByteCount = channelCount * sampleByteCount
    var bytes = Array("RIFF".utf8)
    bytes += littleEndian(claimed &+ 36)
    bytes += Array("WAVEfmt ".utf8)
    bytes += littleEndian(UInt32(16))
    bytes += littleEndian(UInt16(isFloat ? 3 : 1))
    bytes += littleEndian(UInt16(channelCount))
    bytes += littleEndian(UInt32(sampleRate))
    bytes += littleEndian(UInt32(sampleRate * frameByteCount))
    bytes += littleEndian(UInt16(frameByteCount))
    bytes += littleEndian(UInt16(8 * sampleByteCount))
    bytes += Array("data".utf8)
    bytes += littleEndian(claimed)
    return bytes + sound
  }

  /// The samples without a header.
  var sound: [UInt8] {
    let period = (0..<sampleRate / 100).flatMap { littleEndian(UInt16($0 * 10)) }
    let byteCount = Int(seconds * Double(sampleRate)) * 2
    var sound: [UInt8] = []
    sound.reserveCapacity(byteCount + period.count)
    while sound.count < byteCount { sound += period }
    return Array(sound.prefix(byteCount))
  }

  private func littleEndian(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }
}
