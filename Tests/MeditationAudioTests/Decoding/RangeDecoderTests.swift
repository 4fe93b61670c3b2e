import MeditationAudio
import MeditationEngine
import MeditationSystem
import MeditationTestSupport
import SystemPackage
import Testing

/// Ranges of real files, against the frames of the whole file.
struct RangeDecoderTests {
  nonisolated static let rows = [
    "cp s.wav a.wav", "sox -D s.wav a.flac", "lame --quiet s.wav a.mp3", "oggenc -Q s.wav -o a.ogg",
    "opusenc --quiet s.wav a.opus", "ffmpeg -v error -i s.wav a.wv",
    "ffmpeg -v error -i s.wav -c:a alac a.m4a", "ffmpeg -v error -i s.wav -c:a flac a.mka",
  ]

  private static func range(_ text: String) throws -> SongRange {
    try #require(SongRange(text.utf8))
  }

  @Test("the tracks of a file are its frames, each once, in every format", arguments: rows)
  func tracks(encode: String) throws {
    let shop = try Workshop()
    try shop.run("sox -n -r 44100 -c 2 -b 16 s.wav synth 9 pinknoise vol 0.5; \(encode)")
    let name = String(encode.split(separator: " ").last ?? "")
    let decoders = SystemDecoders()
    let whole = try Decoded(shop.path(name), opener: decoders)
    let rate = whole.format.sampleRate
    var joined: [UInt8] = []
    for text in ["0:00-0:02.493333333", "0:02.493333333-0:05.000022676", "0:05.000022676-"] {
      let range = try Self.range(text)
      let track = try Decoded(range.path(in: shop.path(name)), opener: decoders)
      let end = range.end?.frameCount(at: rate) ?? whole.readCount
      #expect(track.error == nil)
      #expect(track.readCount == end - range.start.frameCount(at: rate))
      #expect(track.frameCount == track.readCount)
      joined += track.bytes
    }
    #expect(joined == whole.bytes)
  }

  @Test("seeks stay within the range, and count from its beginning")
  func seeks() throws {
    let shop = try Workshop()
    try shop.run("sox -n -r 44100 -c 1 -b 16 a.flac synth 4 pinknoise vol 0.5")
    let path = try Self.range("0:01-0:03").path(in: shop.path("a.flac"))
    let all = try Decoded(path, opener: SystemDecoders()).samples(Int16.self)
    #expect(all.count == 2 * 44_100)
    let decoder = try SystemDecoders().open(path)
    for place in [40_000, 0, 88_199, 88_200, 1 << 40, -5, 44_100, Int.max, 1] {
      try decoder.seek(to: place)
      let wanted = all.dropFirst(max(place, 0)).prefix(500)
      var samples = [Int16](repeating: 0, count: 500)
      let count = try samples.withUnsafeMutableBytes { try decoder.read(into: $0) }
      #expect(samples.prefix(count) == wanted)
    }
  }

  @Test("a range that ends behind its file ends with it, and one behind it has nothing")
  func behindTheEnd() throws {
    let shop = try Workshop()
    try shop.run("sox -n -r 8000 -c 1 -b 16 a.wav synth 2 pinknoise")
    let long = try Self.range("0:01-0:09").path(in: shop.path("a.wav"))
    #expect(try SystemDecoders().exactLength(of: long) == .seconds(1))
    #expect(try SystemDecoders().properties(of: long).frameCount == 8_000)
    let behind = try Decoded(
      try Self.range("0:02-0:09").path(in: shop.path("a.wav")), opener: SystemDecoders())
    #expect(behind.readCount == 0 && behind.error == nil && behind.frameCount == 0)
    #expect(throws: SongDecodingError.behindEnd) {
      try SystemDecoders().decode(try Self.range("0:02-0:09").path(in: shop.path("a.wav")))
    }
  }

  @Test("damage within a range is passed over, and damage behind it is none of its business")
  func damage() throws {
    let shop = try Workshop()
    try shop.run("sox -n -r 44100 -c 1 -b 16 a.flac synth 6 pinknoise")
    // In the middle, and so within the fourth second.
    try shop.run(
      "dd if=/dev/zero of=a.flac bs=1 count=4000 conv=notrunc status=none "
        + "seek=$(($(stat -c %s a.flac) * 58 / 100))")
    let decoders = SystemDecoders()
    for (text, isWhole) in [("0:00-0:03", true), ("0:05-0:06", true), ("0:03-0:05", false)] {
      let report = try decoders.decode(try Self.range(text).path(in: shop.path("a.flac")))
      #expect((report.ending == .whole && report.gaps.isEmpty) == isWhole)
    }
  }

  @Test("damage at the end of a track is passed over there, and again at the beginning of the next")
  func damageAtSeam() throws {
    let shop = try Workshop()
    try shop.run("sox -n -r 44100 -c 1 -b 16 a.flac synth 6 pinknoise")
    try shop.run(
      "dd if=/dev/zero of=a.flac bs=1 count=30000 conv=notrunc status=none "
        + "seek=$(($(stat -c %s a.flac) / 2 - 15000))")
    let decoders = SystemDecoders()
    let (one, two) = (try Self.range("0:00-0:03"), try Self.range("0:03-"))
    let whole = try Recovered(shop.path("a.flac"))
    let hole = try #require(whole.holes.first)
    #expect(hole.contains(3 * 44_100) && whole.holes.count == 1)
    let first = try decoders.open(one.path(in: shop.path("a.flac")))
    let heard = try Recovered(first)
    #expect(heard.holes == [hole.lowerBound..<3 * 44_100] && heard.failure == nil)
    #expect(heard.end == hole.lowerBound)
    for decoder in [
      try decoders.open(two.path(in: shop.path("a.flac")), after: first),
      try decoders.open(two.path(in: shop.path("a.flac"))),
    ] {
      let heard = try Recovered(decoder)
      #expect(heard.failure == nil && heard.end == 3 * 44_100)
      #expect(heard.holes.map(\.lowerBound) == [0])
      #expect(abs(heard.lost - (hole.upperBound - 3 * 44_100)) <= 16)
    }
  }

  @Test(
    "tracks that follow each other are decoded by one decoder, as if each had its own",
    arguments: ["lame --quiet s.wav a.mp3", "ffmpeg -v error -i s.wav -c:a flac a.mka"])
  func oneDecoder(encode: String) throws {
    let shop = try Workshop()
    try shop.run("sox -n -r 44100 -c 2 -b 16 s.wav synth 9 pinknoise vol 0.5; \(encode)")
    let path = shop.path(String(encode.split(separator: " ").last ?? ""))
    let whole = try Decoded(path, opener: SystemDecoders())
    let size = whole.format.frameByteCount
    let first = try SystemDecoders().open(Self.range("0:00-0:03").path(in: path))
    let second = try SystemDecoders().open(Self.range("0:03-0:06").path(in: path), after: first)
    // It is open already.
    try shop.run("rm \(path.string)")
    #expect(try Decoded(first).bytes.elementsEqual(whole.bytes[..<(3 * 44_100 * size)]))
    let third = try SystemDecoders().open(Self.range("0:06-").path(in: path), after: second)
    #expect(try Decoded(third).bytes.elementsEqual(whole.bytes[(6 * 44_100 * size)...]))
    #expect(
      try Decoded(second).bytes.elementsEqual(
        whole.bytes[(3 * 44_100 * size)..<(6 * 44_100 * size)]))
    try first.seek(to: 44_100)
    #expect(
      try Decoded(first).bytes.elementsEqual(whole.bytes[(44_100 * size)..<(3 * 44_100 * size)]))
  }

  // MARK: - What files say of their tracks

  private static let sheet = """
    FILE "a.flac" WAVE
      TRACK 01 AUDIO
        TITLE "One"
        INDEX 01 00:00:00
      TRACK 02 AUDIO
        INDEX 00 00:02:00
        INDEX 01 00:03:37

    """

  private static func chapters(_ shop: Workshop, _ name: String) throws -> Chapters {
    try SystemDecoders().properties(of: shop.path(name)).chapters
  }

  @Test("FLAC has a cue sheet in a block, or as a tag")
  func flac() throws {
    let shop = try Workshop()
    try shop.path("a.cue").write(Self.sheet.utf8)
    try shop.run(
      "sox -n -r 44100 -c 2 -b 16 a.flac synth 6 pinknoise; cp a.flac block.flac; cp a.flac tag.flac; "
        + "metaflac --import-cuesheet-from=a.cue block.flac; "
        + "metaflac --set-tag-from-file=Cuesheet=a.cue tag.flac")
    #expect(try Self.chapters(shop, "a.flac") == Chapters())
    #expect(
      try Self.chapters(shop, "block.flac").marks == [
        .init(at: .zero), .init(at: Duration(frames: 3 * 44_100 + 37 * 588, sampleRate: 44_100)),
      ])
    #expect(try Self.chapters(shop, "tag.flac").cueSheet == Array(Self.sheet.utf8))
  }

  @Test(
    "chapters of MP4 and Matroska, with their titles",
    .enabled(if: FFmpegPrograms.installed != nil, "needs ffmpeg, which is not installed"),
    arguments: ["a.m4b", "a.m4a", "a.mka"])
  func foreign(name: String) throws {
    let shop = try Workshop()
    try shop.run(
      """
      cat >meta <<'END'
      ;FFMETADATA1
      title=Retreat
      [CHAPTER]
      TIMEBASE=1/1000
      START=0
      END=2500
      title=Morning
      [CHAPTER]
      TIMEBASE=1/1000
      START=2500
      END=6000
      title=Été; noon
      END
      sox -n -r 44100 -c 1 -b 16 s.wav synth 6 pinknoise
      ffmpeg -v error -i s.wav -i meta -map_metadata 1 -c:a \(name == "a.mka" ? "flac" : "aac") \(name)
      """)
    #expect(
      try Self.chapters(shop, name).marks == [
        .init(at: .zero, title: "Morning"), .init(at: .milliseconds(2_500), title: "Été; noon"),
      ])
    try shop.run("ffmpeg -v error -i s.wav -map_chapters -1 b.m4a")
    #expect(try Self.chapters(shop, "b.m4a") == Chapters())
  }
}
