import Foundation
import MeditationAudio
import MeditationEngine
import SystemPackage
import Testing

/// Real files of each format, created by the tests.
struct SndfileDecoderTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var name: String
    var rate = 44_100
    var channels = 2
    var make: String
    var sample: SampleFormat
    var testDescription: String { "\(name) \(rate) \(channels)" }
  }

  static let rows: [Row] = [
    Row(name: "a.wav", make: "sox s.wav a.wav", sample: .int16),
    Row(name: "a.aiff", rate: 48_000, channels: 1, make: "sox s.wav a.aiff", sample: .int16),
    Row(name: "a.au", rate: 96_000, make: "sox s.wav a.au", sample: .int16),
    Row(name: "a.flac", make: "sox s.wav a.flac", sample: .int16),
    Row(name: "b.flac", rate: 96_000, make: "sox s.wav -b 24 b.flac", sample: .int24in32),
    Row(name: "c.flac", channels: 6, make: "sox s.wav -b 24 c.flac", sample: .int24in32),
    Row(name: "b.wav", channels: 6, make: "sox s.wav -b 24 b.wav", sample: .int24in32),
    Row(name: "c.wav", make: "sox s.wav -b 32 c.wav", sample: .int24in32),
    Row(name: "d.wav", make: "sox s.wav -e float d.wav", sample: .float32),
    Row(name: "a.ogg", make: "oggenc -Q s.wav -o a.ogg", sample: .float32),
    Row(name: "b.ogg", channels: 6, make: "oggenc -Q s.wav -o b.ogg", sample: .float32),
    Row(name: "a.opus", rate: 48_000, make: "opusenc --quiet s.wav a.opus", sample: .float32),
    Row(
      name: "b.opus", rate: 48_000, channels: 6, make: "opusenc --quiet s.wav b.opus",
      sample: .float32),
    Row(name: "a.mp3", make: "lame --quiet s.wav a.mp3", sample: .float32),
    Row(
      name: "b.mp3", channels: 1, make: "lame --quiet -V 4 s.wav b.mp3", sample: .float32),
  ]

  @Test("each format: its shape, every frame, and a seek to the frame", arguments: rows)
  func formats(row: Row) throws {
    let shop = try Workshop()
    try shop.run(
      "sox -D -n -r \(row.rate) -c \(row.channels) -b 16 s.wav synth 2.5 pinknoise vol 0.3")
    try shop.run(row.make)
    let whole = try Decoded(shop.path(row.name))
    #expect(
      whole.format
        == StreamFormat(
          sampleRate: row.rate, channelCount: row.channels, sample: row.sample))
    #expect(whole.failure == nil)
    #expect(whole.readCount == row.rate * 5 / 2)
    #expect(whole.frameCount == whole.readCount)
    let frame = 31_234
    let rest = try Decoded(shop.path(row.name), from: frame)
    #expect(rest.readCount == whole.readCount - frame)
    if row.sample != .float32 || row.name == "d.wav" {
      #expect(rest.bytes.elementsEqual(whole.bytes.dropFirst(frame * whole.format.frameByteCount)))
    }
  }

  @Test("lossless files are exact", arguments: ["flac", "wav", "aiff"], [16, 24])
  func exactness(kind: String, bits: Int) throws {
    let shop = try Workshop()
    try shop.run("sox -D -n -r 48000 -c 2 -b \(bits) s.\(kind) synth 1 whitenoise vol 0.9")
    let raw = try shop.run("sox -D s.\(kind) -t raw -b 32 -e signed -L -")
    let decoded = try Decoded(shop.path("s.\(kind)"))
    let expected = raw.withUnsafeBytes { Array($0.loadUnaligned32()) }
    if bits == 16 {
      #expect(decoded.samples(Int16.self).map { Int32($0) << 16 }.elementsEqual(expected))
    } else {
      #expect(decoded.samples(Int32.self).elementsEqual(expected))
    }
  }

  @Test(
    "5.1 comes in the order of WAV from every format", arguments: ["wav", "flac", "ogg", "opus"])
  func channelOrder(kind: String) throws {
    let shop = try Workshop()
    // Each channel sounds alone for half a second, one after the other.
    for channel in 0..<6 {
      let (before, after) = (Double(channel) / 2, Double(5 - channel) / 2)
      try shop.run(
        "sox -n -r 48000 -c 1 -b 16 \(channel).wav synth 0.5 sine 80 vol 0.5 pad \(before) \(after)"
      )
    }
    try shop.run("sox -M 0.wav 1.wav 2.wav 3.wav 4.wav 5.wav s.wav")
    switch kind {
    case "ogg": try shop.run("oggenc -Q -q 8 s.wav -o s.ogg")
    case "opus": try shop.run("opusenc --quiet --bitrate 512 s.wav s.opus")
    case "flac": try shop.run("sox s.wav s.flac")
    default: break
    }
    let decoded = try Decoded(shop.path("s.\(kind)"))
    let values: [Float] =
      decoded.format.sample == .int16
      ? decoded.samples(Int16.self).map { Float($0) / 32_768 } : decoded.samples(Float.self)
    for expected in 0..<6 {
      let peaks = (0..<6).map { channel in
        let first = 48_000 * expected / 2 + 6_000
        return (first..<(first + 12_000)).map { abs(values[$0 * 6 + channel]) }.max() ?? 0
      }
      #expect(peaks.firstIndex(of: peaks.max() ?? 0) == expected)
    }
  }

  @Test("titles and artists", arguments: ["flac", "ogg", "opus", "mp3", "wav"])
  func tags(kind: String) throws {
    let shop = try Workshop()
    try shop.run("sox -n -r 48000 -c 2 -b 16 s.wav synth 0.5 sine 300")
    try shop.run(
      "ffmpeg -v error -i s.wav -metadata title='Wave' -metadata artist='Sea' t.\(kind)")
    let decoded = try Decoded(shop.path("t.\(kind)"))
    #expect(decoded.tags.title == "Wave")
    #expect(decoded.tags.artist == "Sea")
  }

  @Test(
    "a tag that states no encoding is Latin-1 where it is no UTF-8",
    arguments: [
      ("'Café'.encode('latin-1')", "Café"),
      // Cut within a character, as ID3v1 has 30 bytes.
      ("'Медитация утренняя'.encode()[:30]", "Медитация утрен"),
    ])
  func unmarkedTags(title: String, text: String) throws {
    let shop = try Workshop()
    try shop.run(
      """
      sox -n -r 48000 -c 2 -b 16 s.wav synth 0.5 sine 300; lame --quiet -t s.wav t.mp3
      python3 -c "
      import sys
      texts = [t.ljust(30, b'\\0') for t in (\(title), 'Zoë'.encode())]
      sys.stdout.buffer.write(b'TAG' + b''.join(texts) + bytes(65))" >> t.mp3
      """)
    let decoded = try Decoded(shop.path("t.mp3"))
    #expect(decoded.tags.title == text && decoded.tags.artist == "Zoë")
  }

  struct Damage: CustomTestStringConvertible, Sendable {
    var name: String
    var make: String
    var least: Int
    var most = 264_600
    var testDescription: String { name }
  }

  static let damages: [Damage] = [
    Damage(name: "cut.wav", make: "head -c 500000 s.wav", least: 124_900),
    Damage(name: "cut.aiff", make: "sox s.wav a.aiff; head -c 500000 a.aiff", least: 124_900),
    Damage(name: "cut.flac", make: "sox s.wav a.flac; head -c 400000 a.flac", least: 40_000),
    Damage(name: "cut.ogg", make: "oggenc -Q s.wav -o a.ogg; head -c 50000 a.ogg", least: 40_000),
    Damage(
      name: "cut.opus", make: "opusenc --quiet s.wav a.opus; head -c 30000 a.opus", least: 40_000),
    Damage(name: "cut.mp3", make: "lame --quiet s.wav a.mp3; head -c 50000 a.mp3", least: 40_000),
    Damage(
      name: "claims.wav",
      make: "head -c 40 s.wav; printf '\\376\\377\\377\\137'; tail -c +45 s.wav", least: 264_600),
    Damage(
      name: "hole.ogg",
      make: "oggenc -Q s.wav -o a.ogg; head -c 30000 a.ogg; tail -c +45000 a.ogg", least: 40_000,
      most: 150_000),
    Damage(
      name: "hole.flac",
      make: "sox s.wav a.flac; head -c 300000 a.flac; head -c 9000 s.wav; tail -c +309001 a.flac",
      least: 40_000, most: 220_000),
  ]

  @Test("damaged files deliver everything before the damage, then fail", arguments: damages)
  func damage(row: Damage) throws {
    let shop = try Workshop()
    try shop.run("sox -D -n -r 44100 -c 2 -b 16 s.wav synth 6 pinknoise vol 0.5")
    try shop.run("(\(row.make)) > \(row.name)")
    let decoded = try Decoded(shop.path(row.name))
    let isHole = row.name.hasPrefix("hole")
    #expect(decoded.failure == (isHole ? "the file is damaged" : "the file is cut off here"))
    #expect(decoded.readCount >= row.least)
    #expect(decoded.readCount <= row.most)
  }

  @Test(
    "no damage: a length that is not known yet, a tag at the end, other numbers than usual",
    arguments: [
      "ffmpeg -v error -i s.wav -f wav - | cat > t", "oggenc -Q s.wav -o t; printf TAG%125s >> t",
      "ffmpeg -v error -i s.wav -rf64 always -f wav - | cat > t",
      // Notes for a sampler, which claim data for it that do not follow.
      "(cat s.wav; printf 'smpl\\44\\0\\0\\0'; head -c 32 /dev/zero; printf '\\30\\0\\0\\0') > t",
      // RF64 that states the size of the sound in 32 bits, too.
      "(printf 'RF64\\377\\377\\377\\377WAVEds64\\34\\0\\0\\0\\130\\261\\2\\0\\0\\0\\0\\0'; "
        + "printf '\\20\\261\\2\\0\\0\\0\\0\\0\\104\\254\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0'; "
        + "tail -c +13 s.wav) > t",
    ])
  func noDamage(make: String) throws {
    let shop = try Workshop()
    try shop.run("sox -n -r 44100 -c 2 -b 16 s.wav synth 1 sine 300")
    try shop.run(make)
    let decoded = try Decoded(shop.path("t"))
    #expect(decoded.failure == nil)
    #expect(decoded.readCount == 44_100)
  }

  @Test(
    "an MP3 that does not state its length plays to its true end", arguments: ["-V 4", "-b 128"])
  func unstatedLength(mode: String) throws {
    let shop = try Workshop()
    // First quiet, then loud: a guess by the first bit rate is far too short.
    try shop.run(
      "sox -D -n -r 44100 -c 2 -b 16 q.wav synth 5 sine 300 vol 0.01; "
        + "sox -D -n -r 44100 -c 2 -b 16 l.wav synth 5 whitenoise vol 0.5; sox q.wav l.wav s.wav; "
        + "lame --quiet \(mode) -t --tt Title --id3v1-only s.wav s.mp3")
    let whole = try Decoded(shop.path("s.mp3"))
    #expect(whole.failure == nil)
    // An estimate by the first frame: right for a constant bit rate, and never the end of reading.
    #expect(whole.frameCount.map { $0 > 0 } == true)
    if mode == "-b 128" { #expect((441_000...444_456).contains(whole.frameCount ?? 0)) }
    #expect(whole.tags.title == "Title")
    // The encoder's delay and padding are not stated either: at most three frames of 1152.
    #expect((441_000...444_456).contains(whole.readCount))
    let rest = try Decoded(shop.path("s.mp3"), from: 400_000)
    #expect(rest.readCount == whole.readCount - 400_000)
    #expect(rest.failure == nil)
    let nothing = try Decoded(shop.path("s.mp3"), from: 2_000_000)
    #expect(nothing.readCount == 0)
  }

  static let refusals: [(String, String, String)] = [
    ("a.wav", "mkfifo a.wav", "it is a pipe, not a file"),
    ("a.wav", "mkdir a.wav", "it is a folder, not a file"),
    ("a.wav", ": > a.wav", "the file is empty"),
    ("a.wav", ":", "the file does not exist"),
    ("a.mp3", "head -c 50000 /dev/urandom > a.mp3", "it is not a sound file of a supported format"),
    ("a.m4a", "echo x > a.m4a", "MP4 (.m4a) needs ffmpeg: install the package 'ffmpeg'"),
    ("a.mid", "echo x > a.mid", "MIDI (.mid) is not supported"),
    (
      "a.wav", "printf 'wvpk0000000' > a.wav",
      "WavPack needs ffmpeg: install the package 'ffmpeg'"
    ),
    (
      "a.wav", "printf 'RIFF\\1\\0\\0\\0WAVEfmt ' > a.wav",
      "the file is damaged"
    ),
    (
      "a.wav", "sox -n -r 44100 -c 9 -b 16 a.wav synth 0.1 sine 300",
      "it has 9 channels; 1 to 8 are supported"
    ),
  ]

  @Test("unplayable files are refused with the reason", arguments: refusals)
  func refusal(name: String, make: String, reason: String) throws {
    let shop = try Workshop()
    try shop.run(make)
    #expect(throws: SongDecodingError(reason)) {
      try SystemDecoders(programs: nil).open(shop.path(name))
    }
  }

  @Test("opening a thousand bad and good files leaves no descriptor open")
  func descriptors() throws {
    let shop = try Workshop()
    try shop.run(
      "sox -n -r 8000 -c 1 -b 16 a.wav synth 0.1 sine 300; echo RIFFx > b.wav; : > c.wav")
    for _ in 0..<500 {
      _ = try? SystemDecoders(programs: nil).open(shop.path("a.wav"))
      _ = try? SystemDecoders(programs: nil).open(shop.path("b.wav"))
      _ = try? SystemDecoders(programs: nil).open(shop.path("c.wav"))
    }
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    #expect(open.count < 400)
  }
}

extension UnsafeRawBufferPointer {
  /// Its 32-bit little-endian integers.
  fileprivate func loadUnaligned32() -> [Int32] {
    stride(from: 0, to: count - 3, by: 4).map {
      Int32(littleEndian: loadUnaligned(fromByteOffset: $0, as: Int32.self))
    }
  }
}
