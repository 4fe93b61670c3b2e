import Foundation
import MeditationAudio
import MeditationEngine
import MeditationTestSupport
import SystemPackage
import Testing

/// Files whose headers claim what is not so, and files with something around the sound, or several
/// streams.
struct SoundExtentTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var name: String
    /// Makes it from `s.wav`, 5 s of stereo noise at 44.1 kHz.
    var make: String
    /// In frames; where encoders add their delay, what they may add.
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
    // WAV
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
    // Refused by libsndfile
    Row(name: "a.oga", make: "flac -s --ogg s.wav -o a"),
    Row(name: "a.aac", make: "ffmpeg -v error -i s.wav a.aac; mv a.aac a", length: mp3Range),
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
    // A list is read by guesses, which are near.
    if row.name != "copies.ogg" {
      let properties = try SystemDecoders().properties(of: shop.path(row.name))
      let guess = Double(properties.frameCount ?? 0) / Double(decoded.readCount)
      #expect((0.7...1.4).contains(guess), "\(guess)")
    }
  }
}
