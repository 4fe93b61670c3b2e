/// A small WAV file whose header can be wrong.
struct WaveFile {
  var sampleRate = 8000
  var seconds = 0.0
  /// The number of bytes of sound in the header; `nil` is the correct one.
  var claimedByteCount: UInt32?

  /// The file: 16-bit mono, with a quiet sawtooth of 100 Hz.
  var bytes: [UInt8] { bytes(of: sound, channelCount: 1) }

  /// A file of these 16-bit samples, interleaved.
  func bytes(of samples: [Int16], channelCount: Int) -> [UInt8] {
    bytes(
      of: samples.map(\.littleEndian).withUnsafeBytes { Array($0) }, channelCount: channelCount)
  }

  private func bytes(of sound: [UInt8], channelCount: Int) -> [UInt8] {
    let claimed = claimedByteCount ?? UInt32(sound.count)
    let frameByteCount = channelCount * 2
    var bytes = Array("RIFF".utf8) + littleEndian(claimed &+ 36) + Array("WAVEfmt ".utf8)
    bytes += littleEndian(UInt32(16)) + littleEndian(UInt16(1)) + littleEndian(UInt16(channelCount))
    bytes += littleEndian(UInt32(sampleRate)) + littleEndian(UInt32(sampleRate * frameByteCount))
    bytes += littleEndian(UInt16(frameByteCount)) + littleEndian(UInt16(16))
    return bytes + Array("data".utf8) + littleEndian(claimed) + sound
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
