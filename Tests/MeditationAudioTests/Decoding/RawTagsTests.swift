import Foundation
import MeditationEngine
import MeditationPlan
import SystemPackage
import Testing

@testable import MeditationAudio

/// The loudness that a file's tags promise, wherever its format keeps them.
@Suite("Tags of loudness") struct RawTagsTests {
  private static let track = [
    ("TITLE", "Rain"), ("replaygain_track_gain", "-7.50 dB"), ("REPLAYGAIN_TRACK_PEAK", "0.5"),
  ]

  private static func number(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(value >> (8 * $0) & 0xFF) }
  }

  private static func comments(_ tags: [(String, String)]) -> [UInt8] {
    number(4) + "test".utf8 + number(tags.count)
      + tags.flatMap { number($0.utf8.count + $1.utf8.count + 1) + Array("\($0)=\($1)".utf8) }
  }

  private static func flac(_ tags: [(String, String)]) -> [UInt8] {
    let comments = comments(tags)
    return Array("fLaC".utf8) + [0, 0, 0, 34] + [UInt8](repeating: 0, count: 34)
      + [0x84, 0, UInt8(comments.count >> 8), UInt8(comments.count & 0xFF)] + comments
  }

  /// Pages of 100 bytes, over whose ends a comment goes.
  private static func ogg(_ magic: String, _ tags: [(String, String)]) -> [UInt8] {
    func page(_ body: ArraySlice<UInt8>, isLast: Bool) -> [UInt8] {
      // A packet goes on where a segment is full.
      let sizes: [UInt8] = isLast ? [UInt8(body.count)] : [255]
      return Array("OggS".utf8) + [UInt8](repeating: 0, count: 22) + [UInt8(sizes.count)] + sizes
        + body
    }
    let packet = Array(magic.utf8) + comments(tags)
    var pages = page([1, 2, 3], isLast: true)
    var rest = packet[...]
    while rest.count >= 255 {
      pages += page(rest.prefix(255), isLast: false)
      rest = rest.dropFirst(255)
    }
    return pages + page(rest, isLast: true)
  }

  /// Some frames of ID3v2.4 besides those of users.
  private static func frames(_ frames: [(String, [UInt8])]) -> [UInt8] {
    let bytes = frames.flatMap { name, content -> [UInt8] in
      let head: [UInt8] = [0, 0, 0, UInt8(content.count), 0, 0]
      return Array(name.utf8) + head + content
    }
    let head: [UInt8] = [4, 0, 0, 0, 0, 0, UInt8(bytes.count)]
    return Array("ID3".utf8) + head + bytes + [UInt8](repeating: 0, count: 64)
  }

  private static func id3(_ tags: [(String, String)], version: UInt8, utf16: Bool) -> [UInt8] {
    let frames = tags.flatMap { name, value -> [UInt8] in
      let text = name + "\0" + (utf16 ? "\u{FEFF}" : "") + value
      let bytes =
        utf16
        ? [1, 0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        : [0] + Array(text.utf8)
      return Array("TXXX".utf8) + [0, 0, UInt8(bytes.count >> 7), UInt8(bytes.count & 0x7F), 0, 0]
        + bytes
    }
    return Array("ID3".utf8) + [version, 0, 0, 0, 0, UInt8(frames.count >> 7)]
      + [UInt8(frames.count & 0x7F)] + frames + [UInt8](repeating: 0, count: 64)
  }

  @Test("the number of the disc, which libsndfile does not read")
  func disc() {
    let tags = [("Title", "Rain"), ("DiscNumber", "2/3")]
    for bytes in [
      Self.flac(tags), Self.ogg("OpusTags", tags),
      Self.frames([("TIT2", [3, 0x61]), ("TPOS", [0] + Array("2/3".utf8))]),
      Self.frames([("TPOS", [1, 0xFF, 0xFE, 0x32, 0, 0x2F, 0, 0x33, 0])]),
    ] {
      #expect(RawTags(bytes).completing(Tags()).disc == "2/3")
      for count in bytes.indices { _ = RawTags(Array(bytes.prefix(count))).completing(Tags()).disc }
    }
    #expect(RawTags(Self.flac([("DISC", "2")])).completing(Tags()).disc == nil)
    #expect(RawTags(Self.frames([("TPOS", [])])).completing(Tags()).disc == nil)
  }

  @Test("frames of ID3 of 128 bytes and more are as long as their version counts them")
  func longFrames() {
    for version in [3, 4] as [UInt8] {
      let bits = version == 4 ? 7 : 8
      func size(_ count: Int, _ bits: Int) -> [UInt8] {
        (0..<4).reversed().map { UInt8(count >> ($0 * bits) & (1 << bits - 1)) }
      }
      func frame(_ name: String, _ text: String) -> [UInt8] {
        Array(name.utf8) + size(text.utf8.count + 1, bits) + [0, 0, 3] + Array(text.utf8)
      }
      let long = String(repeating: "la ", count: 60)
      let frames = frame("TIT2", long) + frame("TPOS", "2/3")
      let bytes =
        Array("ID3".utf8) + [version, 0, 0] + size(frames.count, 7) + frames
        + [UInt8](repeating: 0, count: 64)
      #expect(RawTags(bytes).completing(Tags()).disc == "2/3", "version 2.\(version)")
      #expect(RawTags(bytes).completing(Tags()).title == long)
    }
  }

  @Test("of FLAC, Ogg Vorbis and MP3: ReplayGain, of a song and of its album")
  func replayGain() {
    let long = ("DESCRIPTION", String(repeating: "la ", count: 200))
    let album = [long] + Self.track + [("REPLAYGAIN_ALBUM_GAIN", "+2 dB")]
    for bytes in [
      Self.flac(album), Self.ogg("\u{3}vorbis", album),
    ] {
      let tags = RawTags(bytes)
      #expect(tags.loudness(at: .on)?.loudness?.integrated == -10.5)
      #expect(abs((tags.loudness(at: .on)?.loudness?.truePeak ?? 0) + 6.02) < 0.01)
      // Of an unknown peak, full scale is assumed: it cannot be raised.
      #expect(tags.loudness(at: .album)?.loudness == Loudness(integrated: -20, truePeak: 0))
    }
    for bytes in [
      Self.id3(Self.track, version: 3, utf16: false), Self.id3(Self.track, version: 4, utf16: true),
    ] {
      #expect(RawTags(bytes).loudness(at: .on)?.loudness?.integrated == -10.5)
      #expect(RawTags(bytes).loudness(at: .album) == nil)
    }
  }

  @Test("of FLAC in Ogg, and of comments that begin with much else")
  func oggFLAC() throws {
    let shop = try Workshop()
    try shop.run("sox -D -n -r 8000 -c 2 -b 16 a.wav synth 1 sine 440")
    for long in ["", String(repeating: "la ", count: 4_000)] {
      try shop.run(
        "flac -s -f --ogg -o a.oga -T 'LYRICS=\(long)' -T 'REPLAYGAIN_TRACK_GAIN=-6 dB' a.wav")
      #expect(RawTags(shop.path("a.oga"))?.loudness(at: .on)?.loudness?.integrated == -12)
    }
  }

  @Test("RVA2 of ID3, of a song and of its album; a tag of ReplayGain goes first")
  func relativeVolume() throws {
    // -6 dB and half of full scale, of the master volume, behind another channel.
    let volume: [UInt8] = [2, 0, 0, 0, 1, 0xF4, 0, 16, 0x40, 0]
    let song = ("RVA2", Array("track\0".utf8) + volume)
    let album = ("RVA2", Array("Album\0".utf8) + [1, 2, 0, 0])
    let text = ("TXXX", [0] + Array("replaygain_track_gain\0-7.5 dB".utf8))
    let tags = RawTags(Self.frames([song, album]))
    #expect(tags.loudness(at: .on)?.loudness?.integrated == -12)
    #expect(tags.loudness(at: .on)?.tag == "RVA2 (track)")
    #expect(abs((tags.loudness(at: .on)?.loudness?.truePeak ?? 0) + 6.02) < 0.01)
    #expect(tags.loudness(at: .album)?.loudness?.integrated == -19)
    for both in [[song, text], [text, song]] {
      let tagged = RawTags(Self.frames(both)).loudness(at: .on)
      #expect(tagged?.loudness?.integrated == -10.5 && tagged?.tag == "REPLAYGAIN_TRACK_GAIN")
    }
    for count in 0..<song.1.count {
      _ = RawTags(Self.frames([("RVA2", Array(song.1.prefix(count)))])).loudness(at: .on)
    }
  }

  @Test("Musepack's header has gains and peaks; 0 is none")
  func musepack() {
    // 64.82 dB - 0x4652 / 256 = -5.5 dB; 0x5A4F / 256 dB = 90.31 dB = full scale.
    let gains: [UInt8] = [1, 0x46, 0x52, 0x5A, 0x4F, 0, 0, 0, 0]
    let new = Array("MPCK".utf8) + Array("XX".utf8) + [3] + Array("RG".utf8) + [12] + gains
    let old =
      Array("MP+".utf8) + [0x17] + [UInt8](repeating: 0, count: 8) + [0, 0x40, 0xDA, 0xFD]
      + [UInt8](repeating: 0, count: 8)
    for (bytes, peak) in [(new, 0.0), (old, -6.02)] {
      let tags = RawTags(bytes)
      #expect(abs((tags.loudness(at: .on)?.loudness?.integrated ?? 0) + 12.5) < 0.01)
      #expect(abs((tags.loudness(at: .on)?.loudness?.truePeak ?? 9) - peak) < 0.01)
      #expect(tags.loudness(at: .album) == nil)
      for count in bytes.indices { _ = RawTags(Array(bytes.prefix(count))).loudness(at: .on) }
    }
  }

  @Test(
    "of MP4, Matroska and WMA, by ffprobe",
    arguments: [
      "-c:a aac -movflags use_metadata_tags a.m4a", "-c:a flac a.mka", "-c:a wmav2 a.wma",
    ])
  func foreign(encoding: String) throws {
    let shop = try Workshop()
    let name = try #require(encoding.split(separator: " ").last.map(String.init))
    try shop.run("sox -D -n -r 44100 -c 2 -b 16 a.wav synth 1 sine 440")
    try shop.run(
      "ffmpeg -v error -i a.wav -metadata replaygain_track_gain='-6.00 dB' "
        + "-metadata replaygain_track_peak=0.5 \(encoding)")
    let meter = EBUR128Meter(decoders: SystemDecoders())
    let loudness = try #require(meter.tagged(shop.path(name), at: .on)?.loudness)
    #expect(loudness.integrated == -12 && abs(loudness.truePeak + 6.02) < 0.01)
  }

  @Test("a mono song is 3 LU louder than a tag that counts it once, but not one of ReplayGain 1")
  func mono() throws {
    let shop = try Workshop()
    for (channels, reference, integrated) in [(1, "", -8.5), (1, "89.0 dB", -11.5), (2, "", -11.5)]
    {
      let name = "\(channels)\(reference.count).flac"
      try shop.run("sox -D -n -r 8000 -c \(channels) -b 16 a.wav synth 1 sine 440")
      try shop.run(
        "flac -s -f -o \(name) -T 'REPLAYGAIN_TRACK_GAIN=-6.5 dB' "
          + "-T 'REPLAYGAIN_REFERENCE_LOUDNESS=\(reference)' a.wav")
      let meter = EBUR128Meter(decoders: SystemDecoders())
      let loudness = try #require(meter.tagged(shop.path(name), at: .on)?.loudness)
      #expect(abs(loudness.integrated - integrated) < 0.02)
    }
  }

  @Test("several artists are all there, as players show them")
  func artists() {
    let two = [("ARTIST", "Ann"), ("artist", "Bob")]
    let frame = Self.frames([("TPE1", [3] + Array("Ann\0Bob".utf8))])
    // In UTF-16, each value has a mark of the byte order.
    let units = "\u{FEFF}Ann\0\u{FEFF}Bob".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let wide = Self.frames([("TPE1", [1] + units)])
    for bytes in [Self.flac(two), Self.ogg("OpusTags", two), frame, wide] {
      #expect(RawTags(bytes).completing(Tags(artist: "Ann")).artist == "Ann, Bob")
    }
    let one = RawTags(Self.flac([("ARTIST", "Ann")]))
    #expect(one.completing(Tags(artist: "Ann of libsndfile")).artist == "Ann of libsndfile")
  }

  @Test("gains of other languages are read, and those that would silence or blow up a song are not")
  func credibleGains() {
    for (text, integrated) in [
      ("-6,5 dB", -11.5), ("-6.5 dB", -11.5), ("-24 dB", 6), ("-24.1 dB", nil), ("-96 dB", nil),
      ("+30 dB", nil),
    ] as [(String, Double?)] {
      let tags = RawTags(Self.flac([("REPLAYGAIN_TRACK_GAIN", text)]))
      #expect(tags.loudness(at: .on)?.loudness?.integrated == integrated, "\(text)")
    }
    let opus = RawTags(Self.ogg("OpusTags", [("R128_TRACK_GAIN", "-32000")]))
    #expect(
      opus.loudness(at: .on)?.refusal == "R128_TRACK_GAIN of -125.0 dB is out of range and ignored")
  }

  /// An APEv2 tag with a header and a footer.
  private static func ape(_ items: [(String, String)]) -> [UInt8] {
    let body = items.flatMap { name, value -> [UInt8] in
      number(value.utf8.count) + number(0) + Array(name.utf8) + [0] + Array(value.utf8)
    }
    func edge(_ flags: UInt8) -> [UInt8] {
      Array("APETAGEX".utf8) + number(2_000) + number(body.count + 32) + number(items.count)
        + [0, 0, 0, flags] + [UInt8](repeating: 0, count: 8)
    }
    return edge(0xA0) + body + edge(0x80)
  }

  @Test("APE tags of an MP3: behind it, before ID3v1, and in front")
  func apeTags() throws {
    let shop = try Workshop()
    let tag = Self.ape([
      ("Title", "Ape title"), ("Artist", "Ann\0Bob"), ("REPLAYGAIN_TRACK_GAIN", "-7.5 dB"),
    ])
    let (sound, old) = ([UInt8](repeating: 0x55, count: 5_000), Array("TAG".utf8))
    let id3v1 = old + [UInt8](repeating: 0x20, count: 125)
    for (index, bytes) in [sound + tag, sound + tag + id3v1, tag + sound].enumerated() {
      let path = shop.path("\(index).mp3")
      try Data(bytes).write(to: URL(filePath: path.string))
      let tags = try #require(RawTags(path))
      let complete = tags.completing(Tags(title: "Ape ti", artist: "Ann"))
      #expect(complete.title == "Ape title" && complete.artist == "Ann, Bob")
      #expect(tags.loudness(at: .on)?.loudness?.integrated == -10.5)
      for count in stride(from: 0, to: bytes.count, by: 97) {
        try Data(bytes.suffix(count)).write(to: URL(filePath: path.string))
        _ = RawTags(path)
      }
    }
  }

  /// Every reader of a tag at a fixed place sees an APE tag of each size there, with a title that ends
  /// where it does.
  @Test(
    "an APE tag is taken for no ID3v1, wherever its header is", arguments: ["mp3", "aac", "tta"])
  func falseID3v1(ending: String) throws {
    let shop = try Workshop()
    try shop.run("sox -D -n -r 44100 -c 2 -b 16 a.wav synth 1 sine 440")
    try shop.run("ffmpeg -v error -i a.wav -map_metadata -1 -write_id3v2 0 a.\(ending)")
    let path = shop.path("a.\(ending)")
    let sound = Array(try Data(contentsOf: URL(filePath: path.string)))
    let whole = try SystemDecoders().properties(of: path)
    func end() throws -> Int64 {
      let file = try SongFile(path)
      return FileBytes.endBeforeTags(of: file, size: file.size)
    }
    let soundEnd = try end()
    // 99 bytes of items put "TAG" 128 bytes before the end.
    for count in ending == "mp3" ? Array(80...130) : [98, 99] {
      let title = String(repeating: "t", count: count - 8 - 6)
      let tag = Self.ape([("Title", title)])
      try Data(sound + tag).write(to: URL(filePath: path.string))
      let known = try SystemDecoders().properties(of: path)
      #expect(known.tags == Tags(title: title), "\(count)")
      #expect(known.frameCount == whole.frameCount, "\(count)")
      #expect(try end() == soundEnd)
    }
  }

  @Test("what only looks like the end of a tag is sound")
  func falseFooters() throws {
    let shop = try Workshop()
    let sound = [UInt8](repeating: 0x55, count: 500)
    let footer = Array("APETAGEX".utf8) + Self.number(2_000) + Self.number(100) + Self.number(1)
    let rest = [UInt8](repeating: 0, count: 8)
    for tail in [
      Array("000300LYRICS200".utf8), Array("3DI".utf8) + [4, 0, 0, 0, 0, 0, 100],
      // A header, and a footer whose header is not where it says.
      footer + [0, 0, 0, 0xA0] + rest, footer + [0, 0, 0, 0x80] + rest,
      // A version that is none.
      Array("APETAGEX".utf8) + Self.number(3_000) + Self.number(100) + Self.number(1)
        + [0, 0, 0, 0] + rest,
    ] {
      let path = shop.path("a")
      try Data(sound + tail).write(to: URL(filePath: path.string))
      let file = try SongFile(path)
      let size = Int64(sound.count + tail.count)
      #expect(FileBytes.endBeforeTags(of: file, size: size) == size)
    }
  }

  @Test("an ID3 tag in a chunk of WAV and AIFF", arguments: ["wav", "aiff"])
  func id3Chunk(ending: String) throws {
    let shop = try Workshop()
    try shop.run("sox -D -n -r 8000 -c 1 -b 16 a.\(ending) synth 1 sine 440")
    let path = shop.path("a.\(ending)")
    let tag = Self.frames([
      ("TIT2", [0, 0x52, 0xE9]), ("TPE1", [1, 0xFF, 0xFE, 0x41, 0, 0, 0, 0x42, 0]),
    ])
    let size = [UInt8(tag.count), 0, 0, 0]
    let chunk =
      Array((ending == "wav" ? "id3 " : "ID3 ").utf8) + (ending == "wav" ? size : size.reversed())
    var bytes = Array(try Data(contentsOf: URL(filePath: path.string)))
    bytes += chunk + tag + [UInt8](repeating: 0, count: tag.count % 2)
    let total = bytes.count - 8
    let digits = (0..<4).map { UInt8(total >> ($0 * 8) & 0xFF) }
    bytes.replaceSubrange(4..<8, with: ending == "wav" ? digits : digits.reversed())
    try Data(bytes).write(to: URL(filePath: path.string))
    let tags = try SystemDecoders().properties(of: path).tags
    #expect(tags.title == "Ré" && tags.artist == "A, B")
  }

  @Test("of Opus: 256ths of a decibel towards -23 LUFS")
  func opus() {
    let tags = RawTags(Self.ogg("OpusTags", [("R128_TRACK_GAIN", "-512")]))
    #expect(tags.loudness(at: .on)?.loudness?.integrated == -21)
  }

  @Test("what is no number, cut off or no tag at all says nothing", arguments: 0..<400)
  func damage(length: Int) {
    for whole in [
      Self.flac(Self.track), Self.ogg("\u{3}vorbis", Self.track),
      Self.id3(Self.track, version: 4, utf16: true),
    ] {
      _ = RawTags(Array(whole.prefix(length))).loudness(at: .on)
      var odd = whole
      if length < odd.count { odd[length] ^= 0xFF }
      _ = RawTags(odd).loudness(at: .on)
    }
    for value in ["", "loud", "nan", "inf dB", "99999999"] {
      let tags = RawTags(Self.flac([("REPLAYGAIN_TRACK_GAIN", value)]))
      #expect(tags.loudness(at: .on) == nil)
    }
  }
}
