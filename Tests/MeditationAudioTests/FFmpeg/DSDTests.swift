import Foundation
import MeditationEngine
import SystemPackage
import Testing

@testable import MeditationAudio

/// DSD has no encoder in ffmpeg: a modulator of the first order writes a file.
@Suite(.enabled(if: FFmpegPrograms.installed != nil, "needs ffmpeg, which is not installed"))
struct DSDTests {
  private static let rate = 2_822_400

  /// A DSF file of three seconds of a tone on both channels.
  private static func file() -> [UInt8] {
    let bitCount = 3 * rate
    let blockCount = (bitCount / 8 + 4_095) / 4_096
    var channel = [UInt8](repeating: 0x69, count: blockCount * 4_096)
    var error = 0.0
    for bit in 0..<bitCount {
      error += 0.5 * sin(Double(bit) * 2 * .pi * 441 / Double(rate))
      let isHigh = error > 0
      error -= isHigh ? 1 : -1
      let mask = UInt8(1) << (bit % 8)
      if isHigh { channel[bit / 8] |= mask } else { channel[bit / 8] &= ~mask }
    }
    let sound = stride(from: 0, to: channel.count, by: 4_096).flatMap { start in
      let block = channel[start..<(start + 4_096)]
      return block + block
    }
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var bytes = Array("DSD ".utf8) + little(28, 8) + little(92 + sound.count, 8) + little(0, 8)
    bytes += Array("fmt ".utf8) + little(52, 8) + little(1, 4) + little(0, 4) + little(2, 4)
    bytes += little(2, 4) + little(rate, 4) + little(1, 4) + little(bitCount, 8)
    bytes += little(4_096, 4) + little(0, 4)
    return bytes + Array("data".utf8) + little(12 + sound.count, 8) + sound
  }

  @Test("DSD becomes 88.2 kHz, to the frame, and a seek finds the frame")
  func dsf() throws {
    let shop = try Workshop()
    try Data(Self.file()).write(to: shop.folder.appendingPathComponent("a.dsf"))
    let whole = try Decoded(shop.path("a.dsf"), opener: SystemDecoders())
    #expect(whole.failure == nil)
    #expect(
      whole.format == StreamFormat(sampleRate: 88_200, channelCount: 2, sample: .float32))
    #expect(whole.readCount == 3 * 88_200)
    let samples = whole.samples(Float.self)
    let peak = samples[10_000..<200_000].map { abs($0) }.max() ?? 0
    #expect((0.2...0.7).contains(peak))
    let rest = try Decoded(shop.path("a.dsf"), from: 200_001, opener: SystemDecoders())
    #expect(rest.bytes.elementsEqual(whole.bytes.dropFirst(200_001 * 8)))
  }
}
