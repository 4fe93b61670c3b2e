import Foundation
import MeditationAudio
import MeditationEngine
import MeditationTestSupport
import SystemPackage
import Testing

/// Files with false headers, with something around the sound, or with several streams.
struct SoundExtentTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var name: String
    /// Makes it from `s.wav`, 5 s of stereo noise at 44.1 kHz.
    var make: String
    /// In frames; a range where encoders add their delay.
    var length = 220_500...220_500
    var testDescription: String { name }
  }

  /// Writes `bytes` at `offset` of `file`.
  private static func patch(_ file: String, _ offset: Int, _ bytes: String) -> String {
    "printf '\(bytes)' | dd of=\(file) bs=1 seek=\(offset) conv=notrunc 2>/dev/null"
  }

  /// An ID3v2 tag with a cover of `size` bytes.
  private static let cover = """
    python3 -c "
    import sys
    body = b'image/jpeg\\0\\3\\0' + b'\\xff\\xd8' + b'q' * 1000000
    def seven(n): return bytes(n >> s & 127 for s in (21, 14, 7, 0))
    body = b'\\0' + body
    frame = b'APIC' + len(body).to_bytes(4, 'big') + b'\\0\\0' + body
    sys.stdout.buffer.write(b'ID3\\3\\0\\0' + seven(len(frame)) + frame)" > cover
    """

  private static let apeTag = """
    python3 -c "
    import sys, struct
    item = struct.pack('<II', 5, 0) + b'Title\\0' + b'Ocean'
    def mark(flags): return b'APETAGEX' + struct.pack('<IIII', 2000, len(item) + 32, 1, flags) + bytes(8)
    sys.stdout.buffer.write(mark(0xA0000000) + item + mark(0x80000000))" > ape
    """
  /// iTunes's note on an MP3 by lame, which has none itself: a delay of 576 frames.
  private static let gapless = """
    python3 -c "
    import sys
    frames = len(open('b', 'rb').read()) // 417.96
    text = b' 00000000 00000240 %08X %016X 00000000' % (int(frames) * 1152 - 576 - 220500, 220500)
    body = b'\\0engiTunSMPB\\0' + text
    size = len(body) + 10
    sys.stdout.buffer.write(b'ID3\\3\\0\\0\\0\\0' + bytes([size >> 7, size & 127]) + b'COMM'
      + len(body).to_bytes(4, 'big') + b'\\0\\0' + body)" > gapless
    """

  /// The sound of `s.wav` with sizes in a chunk of their own. Source: ITU-R BS.2088.
  private static let bw64 = """
    python3 -c "
    import sys, struct
    sound = open('s.wav', 'rb').read()[44:]
    sizes = struct.pack('<4sIQQQI', b'ds64', 28, len(sound) + 72, len(sound), 0, 0)
    format = struct.pack('<4sIHHIIHH', b'fmt ', 16, 1, 2, 44100, 176400, 4, 16)
    sys.stdout.buffer.write(b'BW64' + b'\\xff' * 4 + b'WAVE' + sizes + format + b'data' + b'\\xff' * 4
      + sound)" > a
    """

  private static let id3v1 = "printf 'TAG%125s' > id3v1"

  private static let mp3Range = 220_500...224_000

  /// Where the count stands in the Xing header of an MP3 file that lame made of stereo.
  private static let xingCount = 44
  /// Where the last four bytes of the length stand in a FLAC file.
  private static let flacTotal = 22

  static let rows: [Row] = [
    // MP3
    Row(
      name: "xing-small.mp3",
      make: "lame --quiet -V 2 s.wav a; " + patch("a", xingCount, "\\0\\0\\0\\62")),
    Row(
      name: "xing-large.mp3",
      make: "lame --quiet -V 2 s.wav a; " + patch("a", xingCount, "\\0\\0\\10\\0")),
    Row(
      name: "xing-zero.mp3",
      make: "lame --quiet -V 2 s.wav a; " + patch("a", xingCount, "\\0\\0\\0\\0")),
    Row(name: "true.mp3", make: "lame --quiet -V 2 s.wav a"),
    Row(name: "unstated.mp3", make: "lame --quiet -V 2 -t s.wav a", length: mp3Range),
    Row(
      name: "cover.mp3", make: "\(cover); lame --quiet -b 128 -t s.wav b; cat cover b > a",
      length: mp3Range),
    Row(
      name: "around.mp3",
      make:
        "\(cover); \(apeTag); \(id3v1); lame --quiet -V 4 -t s.wav b; cat cover b ape id3v1 > a",
      length: mp3Range),
    Row(
      name: "two.mp3", make: "lame --quiet -b 128 -t s.wav b; cat b b > a",
      length: 441_000...448_000),
    // One byte of the last frame is missing: all others are heard.
    Row(
      name: "cut.mp3", make: "lame --quiet -b 128 -t s.wav b; head -c -1 b > a",
      length: 220_500...222_000),
    Row(
      name: "stated-cut.mp3", make: "lame --quiet -b 128 s.wav b; head -c -1 b > a",
      length: 219_000...220_500),
    Row(
      name: "free.mp3", make: "lame --quiet --freeformat -b 200 s.wav a"),
    Row(
      name: "free-unstated.mp3", make: "lame --quiet --freeformat -b 200 -t s.wav a",
      length: mp3Range),
    // Recordings that were joined.
    Row(
      name: "rates.mp3",
      make: "lame --quiet -b 128 -t s.wav b; lame --quiet -b 64 -m m -t --resample 22.05 s.wav c; "
        + "cat b c > a", length: 441_000...450_000),
    Row(
      name: "channels.mp3",
      make: "lame --quiet -V 4 s.wav b; lame --quiet -m m s.wav c; cat b c b > a",
      length: 661_500...661_500),
    Row(
      name: "itunes.mp3", make: "lame --quiet -b 128 -t s.wav b; \(gapless); cat gapless b > a"),
    Row(
      name: "layer2.mp2", make: "ffmpeg -v error -i s.wav -b:a 192k a.mp2; mv a.mp2 a",
      length: mp3Range),
    Row(
      name: "mp3.wav", make: "ffmpeg -v error -i s.wav -c:a libmp3lame a.wav; mv a.wav a",
      length: mp3Range),
    // FLAC
    Row(
      name: "small.flac", make: "flac -s s.wav -o a; " + patch("a", flacTotal, "\\0\\0\\327\\124")),
    Row(
      name: "large.flac", make: "flac -s s.wav -o a; " + patch("a", flacTotal, "\\0\\15\\165\\120")),
    Row(name: "zero.flac", make: "flac -s s.wav -o a; " + patch("a", flacTotal, "\\0\\0\\0\\0")),
    Row(name: "id3v1.flac", make: "\(id3v1); flac -s s.wav -o b; cat b id3v1 > a"),
    Row(name: "ape.flac", make: "\(apeTag); \(id3v1); flac -s s.wav -o b; cat b ape id3v1 > a"),
    Row(name: "cover.flac", make: "\(cover); flac -s s.wav -o b; cat cover b > a"),
    Row(name: "byte.flac", make: "flac -s s.wav -o b; (cat b; printf '\\0') > a"),
    Row(name: "junk.flac", make: "flac -s s.wav -o b; (cat b; head -c 5000 s.wav) > a"),
    Row(
      name: "unknown.flac",
      make: "flac -s s.wav -o a; (head -c 3000 s.wav; head -c 100 /dev/zero) >> a; "
        + patch("a", flacTotal, "\\0\\0\\0\\0")),
    // Joined late: the first block is the 43rd of the broadcast, or so.
    Row(
      name: "late.flac",
      make: "sox -D s.wav s.wav t.wav; flac -s t.wav -o b.flac; "
        + "ffmpeg -v error -ss 5.02 -i b.flac -c copy c.flac; mv c.flac a",
      length: 215_400...220_500),
    Row(
      name: "broadcast.flac",
      make: "sox -D s.wav s.wav t.wav; flac -s t.wav -o b.flac; "
        + "ffmpeg -v error -ss 5.02 -i b.flac -c copy c.flac; mv c.flac a; "
        + patch("a", flacTotal, "\\0\\0\\0\\0"),
      length: 215_400...220_500),
    // WAV
    Row(name: "bw64.wav", make: bw64),
    Row(
      name: "zero.wav",
      make: "cp s.wav a; " + patch("a", 40, "\\0\\0\\0\\0") + "; " + patch("a", 4, "\\0\\0\\0\\0")),
    Row(
      name: "stream.wav",
      make: "cp s.wav a; " + patch("a", 40, "\\377\\377\\377\\377") + "; "
        + patch("a", 4, "\\377\\377\\377\\377")),
    Row(
      name: "pipe.wav",
      make: "cp s.wav a; " + patch("a", 40, "\\0\\360\\377\\177") + "; "
        + patch("a", 4, "\\44\\360\\377\\177")),
    Row(name: "half.wav", make: "cp s.wav a; " + patch("a", 40, "\\0\\0\\0\\200")),
    Row(
      name: "ima.wav", make: "ffmpeg -v error -i s.wav -c:a adpcm_ima_wav a.wav; mv a.wav a",
      length: 220_500...222_600),
    Row(
      name: "ms.wav", make: "ffmpeg -v error -i s.wav -c:a adpcm_ms a.wav; mv a.wav a",
      length: 220_500...222_600),
    // Chains
    Row(
      name: "chain.ogg", make: "oggenc -Q -s 1 s.wav -o b; oggenc -Q -s 2 s.wav -o c; cat b c > a",
      length: 441_000...441_000),
    Row(name: "copies.ogg", make: "oggenc -Q s.wav -o b; cat b b b > a", length: 661_500...661_500),
    Row(
      name: "rates.ogg",
      make: "oggenc -Q -s 1 s.wav -o b; oggenc -Q -s 2 --downmix --resample 22050 s.wav -o c; "
        + "cat c b > a", length: 440_900...441_100),
    Row(
      name: "chain.opus",
      make: "opusenc --quiet --serial 1 s.wav b; opusenc --quiet --serial 2 s.wav c; cat b c > a",
      length: 480_000...480_000),
    Row(
      name: "flac-behind.ogg",
      make: "oggenc -Q -s 1 s.wav -o b; flac -s --ogg --serial-number=2 s.wav -o c; cat b c > a",
      length: 441_000...441_000),
    Row(
      name: "flac-between.ogg",
      make: "oggenc -Q -s 1 s.wav -o b; flac -s --ogg --serial-number=2 s.wav -o c; "
        + "oggenc -Q -s 3 s.wav -o d; cat b c d > a", length: 661_500...661_500),
    // Refused by libsndfile
    Row(name: "a.oga", make: "flac -s --ogg s.wav -o a"),
    Row(name: "a.aac", make: "ffmpeg -v error -i s.wav a.aac; mv a.aac a", length: mp3Range),
    Row(
      name: "zeros.aac",
      make: "ffmpeg -v error -i s.wav b.aac; (head -c 1000 /dev/zero; cat b.aac) > a",
      length: mp3Range),
  ]

  @Test("what is sound is heard to its end, and its length is known", arguments: rows)
  func sound(row: Row) throws {
    let shop = try Workshop()
    try shop.run(
      "sox -D -n -r 44100 -c 2 -b 16 s.wav synth 5 pinknoise vol 0.4; \(row.make); mv a \(row.name)"
    )
    let decoded = try Decoded(shop.path(row.name), opener: SystemDecoders())
    #expect(decoded.failure == nil)
    #expect(row.length.contains(decoded.readCount), "\(decoded.readCount)")
    #expect(
      abs((decoded.frameCount ?? 0) - decoded.readCount) <= 2_041, "\(decoded.frameCount ?? -1)")
    if !row.name.hasSuffix(".aac") {
      let frame = decoded.readCount * 3 / 4
      let rest = try Decoded(shop.path(row.name), from: frame, opener: SystemDecoders())
      #expect(abs(rest.readCount - (decoded.readCount - frame)) <= 1, "\(rest.readCount)")
    }
    // A list shows guesses, which are close.
    if row.name != "copies.ogg" {
      let properties = try SystemDecoders().properties(of: shop.path(row.name))
      let guess = Double(properties.frameCount ?? 0) / Double(decoded.readCount)
      #expect((0.7...1.4).contains(guess), "\(guess)")
    }
  }

  @Test("what iTunes says of an MP3 cuts off what its encoder has added, and nothing of the song")
  func gapless() throws {
    let shop = try Workshop()
    try shop.run(
      "sox -D -n -r 44100 -c 2 -b 16 s.wav synth 5 sine 300 vol 0.4; lame --quiet -b 128 s.wav a.mp3; "
        + "lame --quiet -b 128 -t s.wav b; \(Self.gapless); cat gapless b > b.mp3")
    // LAME says the same in a header of its own.
    let stated = try Decoded(shop.path("a.mp3")).samples(Float.self)
    let other = try Decoded(shop.path("b.mp3")).samples(Float.self)
    #expect(stated.count == 441_000 && other.count == 441_000)
    let difference = zip(stated, other).map { abs($0 - $1) }.max() ?? 1
    #expect(difference < 0.01)
    #expect(
      try SystemDecoders(programs: nil).properties(of: shop.path("b.mp3")).isEstimate == false)
  }

  @Test("FLAC behind Vorbis that nothing here decodes is not left out without a word")
  func foreignLink() throws {
    let shop = try Workshop()
    try shop.run(
      "sox -D -n -r 44100 -c 2 -b 16 s.wav synth 2 pinknoise vol 0.4; oggenc -Q -s 1 s.wav -o b; "
        + "flac -s --ogg --serial-number=2 s.wav -o c; cat b c > a.ogg; cat c b > b.ogg")
    let heard = try Recovered(shop.path("a.ogg"))
    #expect(heard.end == 88_200)
    #expect(
      heard.failure == "its encoding (FLAC in Ogg) needs ffmpeg: install the package 'ffmpeg'")
    let behind = try Recovered(shop.path("b.ogg"))
    #expect(behind.holes == [0..<0] && behind.end == 88_200 && behind.failure == nil)
  }

  @Test("damage in one link of a chain does not end the chain", arguments: ["ogg", "mp3"])
  func damagedLink(kind: String) throws {
    let shop = try Workshop()
    try shop.run("sox -D -n -r 44100 -c 2 -b 16 s.wav synth 5 pinknoise vol 0.4")
    try shop.run(
      kind == "ogg"
        ? "oggenc -Q -s 1 s.wav -o b; oggenc -Q -s 2 s.wav -o c"
        : "lame --quiet -b 128 s.wav b; lame --quiet -m m s.wav c")
    // The end of the first is missing, from within a page or a frame on.
    try shop.run("(head -c $(($(stat -c %s b) * 3 / 4)) b; cat c) > a.\(kind)")
    let heard = try Recovered(shop.path("a.\(kind)"))
    #expect(heard.failure == nil)
    let second = try Recovered(shop.path("a.\(kind)"), from: heard.end - 200_000)
    #expect(second.failure == nil && second.holes.isEmpty)
    #expect(heard.end - heard.lost >= 8 * 44_100)
    #expect(heard.holes.count == 1 && heard.lost == 0)
  }

  @Test("a WAV of more than 4 GB plays as far as its header can say")
  func fourGigabytes() throws {
    let shop = try Workshop()
    try shop.run(
      "sox -n -r 44100 -c 2 -b 16 a.wav trim 0 1; "
        + Self.patch("a.wav", 40, "\\377\\377\\377\\377") + "; truncate -s 5G a.wav")
    let decoder = try SystemDecoders(programs: nil).open(shop.path("a.wav"))
    #expect(decoder.frameCount == 0xFFFF_FFFE / 4)
    try decoder.seek(to: 0xFFFF_FFFE / 4 - 10)
    #expect(try Recovered(decoder, from: 0xFFFF_FFFE / 4 - 10).end == 0xFFFF_FFFE / 4)
  }

  @Test("Opus plays at 48 kHz, whatever was encoded", arguments: [0, 8_000, 16_000, 44_100])
  func opus(rate: Int) throws {
    let shop = try Workshop()
    try shop.run(
      "sox -D -n -r 48000 -c 1 -b 16 s.wav synth 2 sine 15000 vol 0.5; opusenc --quiet s.wav a.opus"
    )
    // The rate that the encoder was given stands behind the first page's header and its own beginning.
    try shop.changePage(of: "a.opus", at: 0) { page in
      for (index, byte) in withUnsafeBytes(of: UInt32(rate).littleEndian, Array.init).enumerated() {
        page[28 + 12 + index] = byte
      }
    }
    let decoded = try Decoded(shop.path("a.opus"))
    #expect(decoded.format.sampleRate == 48_000)
    #expect(decoded.readCount == 96_000 && decoded.frameCount == 96_000)
    let loudest = decoded.samples(Float.self).map(abs).max() ?? 0
    #expect(loudest > 0.3)
    #expect(try SystemDecoders().properties(of: shop.path("a.opus")).sampleRate == 48_000)
  }
}
