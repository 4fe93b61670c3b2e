import MeditationAudio
import MeditationEngine
import SystemPackage
import Testing

/// Real files of formats that libsndfile does not read, encoded by ffmpeg.
@Suite(.enabled(if: FFmpegPrograms.installed != nil, "needs ffmpeg, which is not installed"))
struct FFmpegFormatTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var name: String
    var rate = 44_100
    var bits = 16
    /// The encoder and its options; the input is `s.wav`.
    var encode = ""
    var sample = SampleFormat.float32
    /// True if the container says where the sound begins and ends, so that it is as long as the
    /// original.
    var isGapless = true
    /// Frames by which the sound is late or early where it is not: what the encoder added.
    var tolerance = 0
    var testDescription: String { "\(name) \(encode)" }
  }

  private static let film = "-f lavfi -i testsrc=size=64x64:rate=25"

  static let rows: [Row] = [
    Row(name: "a.m4a", encode: "-c:a aac -aac_pns 0"),
    Row(name: "a.m4b", rate: 48_000, encode: "-c:a aac -aac_pns 0 -movflags faststart"),
    Row(name: "l.m4a", encode: "-c:a alac", sample: .int16),
    Row(name: "l24.m4a", rate: 96_000, bits: 24, encode: "-c:a alac", sample: .int24in32),
    Row(name: "v.mp4", encode: "-map 0 -map 1 -c:a aac -aac_pns 0 \(film)"),
    Row(name: "v.mov", encode: "-map 0 -map 1 -c:a alac \(film)", sample: .int16),
    Row(name: "w.wv", sample: .int16),
    Row(name: "w24.wv", rate: 48_000, bits: 24, sample: .int24in32),
    Row(name: "t.tta", sample: .int16),
    Row(name: "t24.tta", bits: 24, sample: .int24in32),
    Row(name: "f.mka", encode: "-c:a flac", sample: .int16),
    Row(name: "o.webm", rate: 48_000, encode: "-c:a libopus"),
    Row(name: "s.spx", rate: 16_000, encode: "-c:a libspeex"),
    Row(name: "v.webm", encode: "-c:a libvorbis", isGapless: false, tolerance: 4_096),
    Row(
      name: "v.mkv", encode: "-map 0 -map 1 -c:a ac3 \(film)", isGapless: false, tolerance: 4_096),
    Row(name: "a.aac", isGapless: false, tolerance: 4_096),
    Row(name: "a.ts", encode: "-c:a aac -aac_pns 0", isGapless: false, tolerance: 4_096),
    Row(name: "w.wma", encode: "-c:a wmav2", isGapless: false, tolerance: 4_096),
    Row(name: "a.ac3", isGapless: false, tolerance: 4_096),
    Row(name: "a.eac3", isGapless: false, tolerance: 4_096),
    Row(name: "d.dts", encode: "-strict -2 -c:a dca", isGapless: false, tolerance: 4_096),
    Row(
      name: "v.avi", encode: "-map 0 -map 1 -c:a libmp3lame \(film)", isGapless: false,
      tolerance: 4_096),
    Row(
      name: "v.flv", encode: "-map 0 -map 1 -c:a aac -aac_pns 0 \(film)", isGapless: false,
      tolerance: 4_096),
  ]

  @Test("each format: its shape, its length, lossless samples, and seeks", arguments: rows)
  func formats(row: Row) throws {
    let shop = try Workshop()
    let length = 6 * row.rate
    // A tone that rises: no two places are alike. Noise that AAC replaces (PNS) is never the same.
    try shop.run(
      "sox -D -n -r \(row.rate) -c 2 -b \(row.bits) s.wav synth 6 sine 300-2000 vol 0.5; "
        + "ffmpeg -v error -i s.wav \(row.encode.isEmpty ? "" : reordered(row.encode)) "
        + "-metadata title=Wave -metadata artist=Sea -shortest \(row.name)")
    let whole = try Decoded(shop.path(row.name), opener: SystemDecoders())
    #expect(whole.failure == nil)
    #expect(
      whole.format == StreamFormat(sampleRate: row.rate, channelCount: 2, sample: row.sample))
    if row.isGapless {
      #expect(whole.readCount == length)
    } else {
      #expect(abs(whole.readCount - length) <= row.tolerance)
    }
    #expect(abs((whole.frameCount ?? 0) - length) <= row.rate / 10 + row.tolerance)
    if row.sample != .float32 {
      let raw = try shop.run(
        "sox -D s.wav -t raw -e signed -L -b \(row.sample == .int16 ? 16 : 32) -")
      #expect(whole.bytes.elementsEqual(raw))
    }
    for frame in [row.rate, 4 * row.rate + 123, length - 2_000] {
      let rest = try Decoded(shop.path(row.name), from: frame, opener: SystemDecoders())
      #expect(rest.failure == nil)
      #expect(rest.readCount == whole.readCount - frame)
      #expect(Self.difference(rest, whole, from: frame) < 1e-3, "from \(frame)")
    }
    let nothing = try Decoded(shop.path(row.name), from: 10 * length, opener: SystemDecoders())
    #expect(nothing.readCount == 0)
  }

  /// Inputs have to come before options of the output.
  private func reordered(_ encode: String) -> String {
    guard encode.hasSuffix(Self.film) else { return encode }
    return Self.film + " " + encode.dropLast(Self.film.count)
  }

  /// The largest difference of a sample in two decodings, full scale at 1.
  private static func difference(_ rest: Decoded, _ whole: Decoded, from frame: Int) -> Double {
    let start = frame * whole.format.channelCount
    switch whole.format.sample {
    case .float32:
      return zip(rest.samples(Float.self), whole.samples(Float.self).dropFirst(start))
        .reduce(0) { max($0, Double(abs($1.0 - $1.1))) }
    case .int16, .int24in32:
      let count = frame * whole.format.frameByteCount
      return rest.bytes.elementsEqual(whole.bytes.dropFirst(count)) ? 0 : 1
    }
  }
}
