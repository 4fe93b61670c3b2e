import Foundation
import MeditationEngine
import MeditationTestSupport
import SystemPackage
import Testing

@testable import MeditationAudio

/// Real files with bytes changed, missing or added.
struct DamagedFileTests {
  struct Kind: CustomTestStringConvertible, Sendable {
    var name: String
    var make: String
    var rate = 44_100
    /// Seconds that one damage may cost.
    var most: Double
    /// Frames until a decoder delivers the same as one that decoded from further back.
    var settling = 0
    /// Bytes of headers, without which no file can be read.
    var headerLength = 9_000
    var testDescription: String { name }
  }

  static let kinds = [
    Kind(name: "a.flac", make: "flac -s s.wav -o a.flac", most: 0.2),
    Kind(name: "b.flac", make: "sox s.wav -b 24 -r 96000 b.flac", rate: 96_000, most: 0.2),
    Kind(name: "a.ogg", make: "oggenc -Q s.wav -o a.ogg", most: 0.8),
    Kind(
      name: "a.opus", make: "opusenc --quiet s.wav a.opus", rate: 48_000, most: 2.1,
      settling: 24_000),
    // With tags that fill the log of libsndfile.
    Kind(
      name: "t.ogg", make: "oggenc -Q -c COMMENT=$(printf %02100d 0) s.wav -o t.ogg", most: 0.8),
    Kind(
      name: "t.opus",
      make: "opusenc --quiet --comment COMMENT=$(printf %02100d 0) s.wav t.opus", rate: 48_000,
      most: 2.1, settling: 24_000),
  ]

  /// Where a file is damaged, and how.
  enum Harm: CaseIterable {
    case change, remove, insert

    func apply(to bytes: inout [UInt8], at offset: Int, length: Int) {
      let noise = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ 77) }
      switch self {
      case .change: for (index, byte) in noise.enumerated() { bytes[offset + index] ^= byte | 1 }
      case .remove: bytes.removeSubrange(offset..<(offset + length))
      case .insert: bytes.insert(contentsOf: noise, at: offset)
      }
    }
  }

  private func prepare(_ kind: Kind, in shop: Workshop) throws -> (Recovered.Run, [UInt8]) {
    try shop.run("sox -D -n -r 44100 -c 2 -b 16 s.wav synth 20 pinknoise vol 0.5; \(kind.make)")
    let whole = try Recovered(shop.path(kind.name))
    #expect(whole.holes.isEmpty)
    let bytes = try Data(contentsOf: shop.folder.appendingPathComponent(kind.name))
    return (try #require(whole.runs.first), Array(bytes))
  }

  private func write(_ bytes: [UInt8], to name: String, in shop: Workshop) throws -> FilePath {
    try Data(bytes).write(to: shop.folder.appendingPathComponent(name))
    return shop.path(name)
  }

  @Test(
    "damage costs what is damaged; all else is heard, at its place", arguments: kinds,
    Harm.allCases)
  func damage(kind: Kind, harm: Harm) throws {
    let shop = try Workshop()
    let (whole, bytes) = try prepare(kind, in: shop)
    let frameCount = whole.samples.count / 2
    for (number, place) in [0.12, 0.31, 0.52, 0.77, 0.93].enumerated() {
      var damaged = bytes
      let offset = max(Int(Double(bytes.count) * place), kind.headerLength)
      harm.apply(to: &damaged, at: offset, length: number % 2 == 0 ? 6 : 1000)
      let heard = try Recovered(try write(damaged, to: kind.name, in: shop))
      #expect(heard.failure == nil)
      #expect(heard.end == frameCount, "\(place)")
      #expect(heard.holes.count <= 2, "\(place): \(heard.holes)")
      #expect(Double(heard.lost) / Double(kind.rate) <= kind.most, "\(place): \(heard.holes)")
      #expect(heard.difference(to: whole, settling: kind.settling) < 0.01, "\(place)")
    }
  }

  @Test("several places, two of them close to each other", arguments: kinds)
  func repeated(kind: Kind) throws {
    let shop = try Workshop()
    let (whole, bytes) = try prepare(kind, in: shop)
    var damaged = bytes
    for place in [0.15, 0.25, 0.28, 0.45, 0.6, 0.75, 0.85] {
      Harm.change.apply(to: &damaged, at: Int(Double(bytes.count) * place), length: 6)
    }
    let heard = try Recovered(try write(damaged, to: kind.name, in: shop))
    #expect(heard.end == whole.samples.count / 2)
    #expect(heard.failure == nil)
    #expect(heard.difference(to: whole, settling: kind.settling) < 0.01)
    #expect(heard.holes.count > 4)
  }

  @Test(
    "a hole so long that the log of libsndfile has no room for it",
    arguments: kinds.suffix(4), [0, 0x5A] as [UInt8])
  func longHole(kind: Kind, filling: UInt8) throws {
    let shop = try Workshop()
    let (whole, bytes) = try prepare(kind, in: shop)
    var damaged = bytes
    let length = 65_536
    let begin = bytes.count / 2
    damaged.replaceSubrange(begin..<begin + length, with: repeatElement(filling, count: length))
    let heard = try Recovered(try write(damaged, to: kind.name, in: shop))
    #expect(heard.failure == nil)
    #expect(heard.end == whole.samples.count / 2)
    #expect(heard.difference(to: whole, settling: kind.settling) < 0.01)
    // Some twenty seconds are in the file.
    let lost = 20 * Double(length) / Double(bytes.count)
    let missed = Double(heard.lost) / Double(kind.rate)
    #expect((lost - 1...lost + 2.5).contains(missed), "\(heard.holes)")
  }

  @Test("so many holes in Opus that the log of libsndfile has no room for them")
  func manyHoles() throws {
    let shop = try Workshop()
    try shop.run(
      "sox -D -n -r 48000 -c 1 -b 16 s.wav synth 24 sine 300; "
        + "opusenc --quiet --max-delay 60 s.wav a.opus")
    let bytes = Array(try Data(contentsOf: shop.folder.appendingPathComponent("a.opus")))
    let pages = bytes.ranges(of: Array("OggS".utf8)).map(\.lowerBound)
    var damaged = bytes
    // Farther apart than a seek of Opus begins before its place.
    let harmed = Array(stride(from: 10, to: pages.count - 16, by: 16))
    for page in harmed { damaged[pages[page] + 40] ^= 0x5A }
    let heard = try Recovered(try write(damaged, to: "b.opus", in: shop))
    #expect(heard.failure == nil)
    #expect(heard.end == 24 * 48_000)
    #expect(harmed.count > 20)
    #expect(heard.holes.count == harmed.count)
    // A page has 60 ms.
    #expect(heard.holes.allSatisfy { $0.count < 48_000 / 5 })
  }

  @Test(
    "what is recorded from a broadcast and cut off has no hole behind its headers",
    arguments: ["oggenc -Q s.wav -o t.ogg", "opusenc --quiet s.wav t.opus"])
  func broadcast(make: String) throws {
    let shop = try Workshop()
    try shop.run("sox -D -n -r 48000 -c 2 -b 16 s.wav synth 40 pinknoise vol 0.4; \(make)")
    let name = "t." + make.split(separator: ".").last!
    let bytes = [UInt8](try Data(contentsOf: shop.folder.appendingPathComponent(name)))
    let pages = bytes.ranges(of: Array("OggS".utf8)).map(\.lowerBound)
    // The headers are on two pages.
    let recorded = Array(bytes[..<pages[2]] + bytes[pages[12]..<(bytes.count - 100)])
    let report = try SystemDecoders().decode(write(recorded, to: "r\(name)", in: shop))
    #expect(report.gaps.isEmpty)
    #expect(report.ending == .cutOff(missing: nil))
    #expect(report.length > .seconds(25))
  }

  @Test("a seek near damage goes to its frame, or to the first behind the damage", arguments: kinds)
  func seeks(kind: Kind) throws {
    let shop = try Workshop()
    let (whole, bytes) = try prepare(kind, in: shop)
    var damaged = bytes
    for place in [0.3, 0.6, 0.63] {
      Harm.change.apply(to: &damaged, at: Int(Double(bytes.count) * place), length: 6)
    }
    let path = try write(damaged, to: kind.name, in: shop)
    let decoder = try SystemDecoders(programs: nil).open(path)
    var random = SeededGenerator(seed: 5)
    let known = try Recovered(path).holes
    #expect(!known.isEmpty)
    for round in 0..<60 {
      let near = known[round % known.count]
      let places = (near.lowerBound - 60_000)..<(near.upperBound + 160_000)
      let frame = max(1, Int.random(in: places, using: &random))
      let isFresh = round % 3 == 0
      let heard = try Recovered(
        isFresh ? try SystemDecoders(programs: nil).open(path) : decoder, from: frame,
        limit: 40_000)
      #expect(heard.failure == nil)
      #expect(heard.runs.first.map { $0.frame >= frame } == true)
      if let hole = heard.holes.first, hole.lowerBound == frame {
        // In Vorbis a block may be missing behind a hole that was sought.
        #expect(known.contains { $0.contains(frame) }, "\(frame) \(known)")
        #expect(
          known.contains { abs($0.upperBound - hole.upperBound) <= 1024 }, "\(hole) \(known)")
      } else {
        #expect(heard.runs.first?.frame == frame)
      }
      #expect(
        heard.difference(to: whole, settling: max(kind.settling, 1)) < 0.01,
        "\(frame) \(isFresh) \(known)")
    }
  }

  @Test("an end that claims ten frames more than there are is no damage")
  func claimedFrames() throws {
    let shop = try Workshop()
    try shop.run(
      "sox -D -n -r 48000 -c 2 -b 16 s.wav synth 4 sine 440; opusenc --quiet s.wav a.opus")
    var claimed: Int64 = 0
    // Whole packets and ten frames.
    try shop.changeEnd(of: "a.opus") { position in
      claimed = (position + 959) / 960 * 960 + 10
      return claimed
    }
    let heard = try Recovered(shop.path("a.opus"))
    #expect(heard.failure == nil && heard.holes.isEmpty)
    // The encoder's lookahead, 312 frames, is not played.
    #expect(heard.end == Int(claimed) - 10 - 312)
  }

  @Test(
    "a file of unknown length, cut off within its last page, plays to there, and can be sought",
    arguments: [8_000, 12_000, 24_000, 48_000])
  func cutInPage(rate: Int) throws {
    let shop = try Workshop()
    try shop.run(
      "sox -D -n -r \(rate) -c 1 -b 16 s.wav synth 9 pinknoise; opusenc --quiet s.wav a.opus; "
        + "head -c $(($(stat -c %s a.opus) - 50)) a.opus > cut.opus")
    let decoder = try SystemDecoders(programs: nil).open(shop.path("cut.opus"))
    #expect(decoder.frameCount == nil)
    let heard = try Recovered(decoder)
    #expect(heard.failure == "the file is cut off here")
    #expect(heard.end > 7 * 48_000 && heard.end <= 9 * 48_000)
    #expect(heard.holes.isEmpty)
    for frame in [0, 48_000, 3 * 48_000, 0] {
      try decoder.seek(to: frame)
      let again = try Recovered(decoder, from: frame, limit: 2_048)
      #expect(again.runs.first?.frame == frame)
    }
  }

  @Test("an end of zeros, as a download has that was interrupted", arguments: ["opus", "ogg"])
  func zeros(kind: String) throws {
    let shop = try Workshop()
    try shop.run(
      "sox -D -n -r 24000 -c 1 -b 16 s.wav synth 9 pinknoise; "
        + (kind == "opus" ? "opusenc --quiet s.wav a.opus; " : "oggenc -Q s.wav -o a.ogg; ")
        + "head -c 30000 a.\(kind) > cut; head -c 400000 /dev/zero >> cut")
    let decoder = try SystemDecoders(programs: nil).open(shop.path("cut"))
    let heard = try Recovered(decoder)
    #expect(heard.end > 24_000)
    try decoder.seek(to: 0)
    #expect(try Recovered(decoder, limit: 2_048).runs.first?.frame == 0)
  }

  @Test("MP3 resynchronises by itself", arguments: Harm.allCases)
  func mp3(harm: Harm) throws {
    let shop = try Workshop()
    let (whole, bytes) = try prepare(
      Kind(name: "a.mp3", make: "lame --quiet s.wav a.mp3", most: 0), in: shop)
    var damaged = bytes
    harm.apply(to: &damaged, at: bytes.count / 2, length: 6)
    let heard = try Recovered(try write(damaged, to: "a.mp3", in: shop))
    #expect(heard.failure == nil)
    #expect(abs(heard.end - whole.samples.count / 2) <= 2 * 1152)
  }

  @Test(
    "MP3 frames of another format are a change if eight of them follow each other",
    arguments: [(7, nil), (8, 20 * 417)] as [(Int, Int64?)])
  func changedFrames(count: Int, change: Int64?) throws {
    let shop = try Workshop()
    // 128 kbit/s, at 44.1 and at 48 kHz.
    func frames(_ rate: UInt8, _ size: Int, _ count: Int) -> [UInt8] {
      let frame: [UInt8] = [0xFF, 0xFB, rate, 0] + [UInt8](repeating: 0, count: size - 4)
      return Array(repeatElement(frame, count: count).joined())
    }
    let bytes = frames(0x90, 417, 20) + frames(0x94, 384, count) + frames(0x90, 417, 20)
    let path = shop.path("a.mp3")
    try Data(bytes).write(to: URL(filePath: path.string))
    let scan = FrameScan(try SongFile(path), from: 0, to: Int64(bytes.count)) {
      FrameHeader(mpeg: $0)
    }
    #expect(scan.change == change)
  }

  @Test(
    "MP3 plays on behind what looks like frames of another format",
    arguments: [(1, 6, 200), (2, 6, 200), (2, 5_000, 12_000)])
  func falseHeaders(count: Int, distance: Int, length: Int) throws {
    let shop = try Workshop()
    let (whole, bytes) = try prepare(
      Kind(name: "a.mp3", make: "lame --quiet s.wav a.mp3", most: 0), in: shop)
    var damaged = bytes
    let header = try #require(
      (bytes.count / 2..<bytes.count).first { bytes[$0] == 0xff && bytes[$0 + 1] == 0xfb })
    damaged.replaceSubrange(
      header..<header + length, with: [UInt8](repeating: 0, count: length))
    // Of layer II, and of layer I.
    let headers: [[UInt8]] = [[0xff, 0xf5, 0x2b, 0xff], [0xff, 0xfe, 0xa0, 0x44]]
    for (number, bytes) in headers.prefix(count).enumerated() {
      let place = header + 119 + distance * number
      damaged.replaceSubrange(place..<place + 4, with: bytes)
    }
    let heard = try Recovered(try write(damaged, to: "a.mp3", in: shop))
    #expect(heard.failure == nil)
    #expect(abs(heard.end - whole.samples.count / 2) <= (2 + length / 400) * 1152)
    #expect(heard.holes.reduce(0) { $0 + $1.count } <= (6 + length / 400) * 1152)
  }
}
