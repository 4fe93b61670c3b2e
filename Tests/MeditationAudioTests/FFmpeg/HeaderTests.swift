import Foundation
import MeditationEngine
import MeditationTestSupport
import SystemPackage
import Testing

@testable import MeditationAudio

/// Headers that are read without ffprobe.
struct HeaderTests {
  private func header(of path: FilePath) throws -> MP4Header? {
    MP4Header(try SongFile(path))
  }

  @Test(
    "a plain song in MP4, whose length is no multiple of milliseconds",
    .enabled(if: FFmpegPrograms.installed != nil),
    arguments: ["-c:a aac", "-c:a alac", "-c:a aac -movflags faststart"])
  func plain(encode: String) throws {
    let shop = try Workshop()
    try shop.run(
      "sox -D -r 44100 -n -c 2 -b 16 s.wav synth 2 sine 300 trim 0 54321s; ffmpeg -v error -i s.wav \(encode) "
        + "-metadata title='Wellen – Träume' -metadata artist=Sea -metadata track=3/12 "
        + "-metadata disc=2 -metadata date=2019-05-01 a.m4a")
    let header = try #require(try header(of: shop.path("a.m4a")))
    #expect(
      header.tags
        == Tags(
          title: "Wellen – Träume", artist: "Sea", disc: "2", track: "3", date: "2019-05-01"))
    #expect(header.frameCount == 54_321)
    #expect(header.sampleRate == 44_100)
    #expect(header.sound?.isExact == true)
    #expect(header.sound?.format.sample == (encode.contains("alac") ? .int16 : .float32))
    let decoded = try Decoded(shop.path("a.m4a"), opener: SystemDecoders())
    #expect(decoded.readCount == 54_321)
    #expect(decoded.failure == nil)
  }

  @Test(
    "the length that iTunes notes is believed, unless it is more than the track has",
    .enabled(if: FFmpegPrograms.installed != nil), arguments: [(40_000, 40_000), (99_999, 54_321)])
  func gapless(noted: Int, length: Int) throws {
    let shop = try Workshop()
    try shop.run(
      "sox -D -r 44100 -n -c 2 -b 16 s.wav synth 2 sine 300 trim 0 54321s; "
        + "ffmpeg -v error -i s.wav -metadata title=Wave a.m4a")
    let url = shop.folder.appendingPathComponent("a.m4a")
    var bytes = Array(try Data(contentsOf: url))
    func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
      withUnsafeBytes(of: UInt32(8 + content.count).bigEndian, Array.init) + Array(type.utf8)
        + content
    }
    let text = " 00000000 00000400 00000000 " + String(noted, radix: 16, uppercase: true)
    let note = box(
      "----",
      box("mean", [0, 0, 0, 0] + Array("com.apple.iTunes".utf8))
        + box("name", [0, 0, 0, 0] + Array("iTunSMPB".utf8))
        + box("data", [0, 0, 0, 1, 0, 0, 0, 0] + Array(text.utf8)))
    // The header is behind the sound, which stays where it is.
    var place = try #require(bytes.firstRange(of: Array("moov".utf8))?.lowerBound)
    for type in ["moov", "udta", "meta", "ilst"] {
      place = try #require(bytes[place...].firstRange(of: Array(type.utf8))?.lowerBound)
      let size = bytes[(place - 4)..<place].reduce(0) { $0 << 8 | Int($1) } + note.count
      bytes.replaceSubrange(
        (place - 4)..<place, with: withUnsafeBytes(of: UInt32(size).bigEndian, Array.init))
    }
    bytes.insert(contentsOf: note, at: place + 4)
    try Data(bytes).write(to: url)
    #expect(try header(of: shop.path("a.m4a"))?.frameCount == length)
    let decoded = try Decoded(shop.path("a.m4a"), opener: SystemDecoders())
    #expect(decoded.readCount == length && decoded.failure == nil)
  }

  @Test(
    "films, fragments and what is not plain are left to ffprobe",
    .enabled(if: FFmpegPrograms.installed != nil),
    arguments: [
      "-movflags frag_keyframe+empty_moov", "-frag_duration 300000", "-ar 16000", "-ac 6",
      "-c:a ac3 -f mp4",
    ])
  func notPlain(encode: String) throws {
    let shop = try Workshop()
    try shop.run(
      "sox -D -n -r 48000 -c 2 -b 16 s.wav synth 1 sine 300; ffmpeg -v error -i s.wav \(encode) a.m4a"
    )
    #expect(try header(of: shop.path("a.m4a"))?.sound == nil)
    let decoded = try Decoded(shop.path("a.m4a"), opener: SystemDecoders())
    #expect(abs(decoded.readCount - decoded.format.sampleRate) < 4_096)
    #expect(decoded.failure == nil)
  }

  @Test("no damage traps", .enabled(if: FFmpegPrograms.installed != nil))
  func damage() throws {
    let shop = try Workshop()
    try shop.run(
      "ffmpeg -v error -f lavfi -i sine=d=1 -metadata title=Wave -movflags faststart a.m4a")
    let good = Array(
      try Data(contentsOf: shop.folder.appendingPathComponent("a.m4a")).prefix(1_600))
    var random = SeededGenerator(seed: 14)
    let place = shop.path("b.m4a")
    let file = try FileDescriptor.open(
      place, .readWrite, options: [.create], permissions: .ownerReadWrite)
    defer { try? file.close() }
    for _ in 0..<3_000 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let index = Int.random(in: bytes.indices, using: &random)
        bytes[index] =
          [0, 0xFF, 0x7F, 0x80, UInt8.random(in: 0...255, using: &random)]
          .randomElement(using: &random) ?? 0
      }
      _ = try bytes.withUnsafeBytes { try file.write(toAbsoluteOffset: 0, $0) }
      _ = try header(of: place)?.properties
    }
  }

  @Test("Musepack: where the sound begins and ends")
  func musepack() {
    // The checksum, the version, 882 000 frames, and 100 of them silent.
    let header: [UInt8] = [0, 0, 0, 0, 8, 0xB5, 0xEA, 0x50, 100, 0, 0]
    let bytes =
      Array("MPCKRG".utf8) + [5, 0, 0] + Array("SH".utf8) + [UInt8(header.count + 3)] + header
    let read = MusepackHeader(bytes)
    #expect(read?.leadIn == 481 + 100)
    #expect(read?.frameCount == 882_000 - 100)
    for count in bytes.indices { _ = MusepackHeader(Array(bytes.prefix(count))) }
    #expect(MusepackHeader(Array("MPCKSE".utf8) + [3, 0]) == nil)
  }
}
