import Foundation
import GaplessAudio

/// A WAV file of noise, 44.1 kHz, mono, 16 bits; removed with its owner.
final class NoiseFile {
  static let milliseconds = 300
  let samples: [Int16]
  let path: FilePath

  init(seed: Int) throws {
    samples = (0..<44_100 * Self.milliseconds / 1000).map {
      Int16(truncatingIfNeeded: $0 * $0 * (seed + 40)) / 4
    }
    let size = UInt32(2 * samples.count)
    var bytes = Array("RIFF".utf8) + Self.bytes(36 + size) + Array("WAVEfmt ".utf8)
    bytes += Self.bytes(UInt32(16)) + Self.bytes(UInt16(1)) + Self.bytes(UInt16(1))
    bytes += Self.bytes(UInt32(44_100)) + Self.bytes(UInt32(88_200)) + Self.bytes(UInt16(2))
    bytes += Self.bytes(UInt16(16)) + Array("data".utf8) + Self.bytes(size)
    bytes += samples.flatMap(Self.bytes)
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).wav")
    try Data(bytes).write(to: url)
    path = FilePath(url.path)
  }

  deinit { try? FileManager.default.removeItem(atPath: path.string) }

  private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian, Array.init)
  }
}
