import Foundation
import MeditationAudio
import MeditationEngine
import MeditationPlan
import MeditationSystem
import MeditationTestSupport
import SystemPackage
import Testing

/// Loudness and true peak, against ffmpeg's filter `ebur128`.
struct EBUR128MeterTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var name: String
    var make: String
    var testDescription: String { name }
  }

  /// Sounds whose loudness varies, so that the gate counts.
  private static let rows: [Row] = [
    Row(name: "a.wav", make: "sox -D -n -r 44100 -c 2 -b 16 OUT synth 20 pinknoise tremolo 0.1 80"),
    Row(name: "a.flac", make: "sox -D -n -r 48000 -c 2 -b 24 OUT synth 20 pinknoise vol 0.1"),
    Row(name: "b.flac", make: "sox -D -n -r 96000 -c 1 -b 16 OUT synth 12 sine 1000 vol 0.5"),
    Row(
      name: "c.flac",
      make: "sox -D -n -r 44100 -c 2 -b 16 OUT synth 10 square 1000 vol 0.7 fade 3 10 3"),
    Row(name: "a.ogg", make: "sox -D -n -r 44100 -c 2 OUT synth 20 brownnoise tremolo 0.05 90"),
    Row(name: "a.mp3", make: "ffmpeg SINE -q:a 2 OUT"),
    Row(name: "a.opus", make: "ffmpeg SINE -c:a libopus OUT"),
    Row(name: "f.wav", make: "sox -D -n -r 44100 -c 2 -e float -b 32 OUT synth 9 pinknoise gain 4"),
    Row(name: "q.wav", make: "sox -D -n -r 44100 -c 4 -b 16 OUT synth 9 pinknoise vol 0.5"),
    Row(name: "s.wav", make: "sox -D -n -r 48000 -c 6 -b 24 OUT synth 9 pinknoise vol 0.5"),
  ]

  @Test("what ffmpeg measures", arguments: rows)
  func generated(row: Row) throws {
    let shop = try Workshop()
    try shop.run(
      row.make.replacing("OUT", with: row.name).replacing(
        "SINE",
        with: "-hide_banner -loglevel error -f lavfi -i "
          + "aevalsrc='0.4*sin(440*2*PI*t)*abs(sin(t))|0.2*sin(550*2*PI*t)':d=15:s=48000"))
    try check(shop, shop.path(row.name))
  }

  @Test("the sample songs", arguments: try samples())
  func sample(name: String) throws {
    try check(try Workshop(), Self.folder.appending(name))
  }

  @Test("silence and what is too short have no loudness")
  func silence() throws {
    let shop = try Workshop()
    try shop.run("sox -D -n -r 44100 -c 2 -b 16 s.wav trim 0 3")
    let silence = try #require(try Self.measure(shop.path("s.wav")))
    #expect(silence.loudness == Loudness(integrated: -.infinity, truePeak: -.infinity))
    #expect(silence.length == .seconds(3))
    #expect(silence.peaks == [UInt8](repeating: 0, count: 200))
    try shop.run("sox -D -n -r 44100 -c 2 -b 16 t.wav synth 0.2 sine 440")
    let short = try #require(try Self.measure(shop.path("t.wav")))
    #expect(short.loudness.integrated == -.infinity)
    #expect(short.loudness.truePeak > -4)
  }

  @Test("a song that nobody waits for any longer is as loud as what was read of it")
  func excerpt() throws {
    let shop = try Workshop()
    try shop.run("sox -D -n -r 44100 -c 2 -b 16 s.wav synth 20 pinknoise gain -10 fade t 0 20 20")
    let whole = try #require(try Self.measure(shop.path("s.wav")))
    let meter = EBUR128Meter(decoders: SystemDecoders())
    let excerpt = try #require(
      try meter.measure(shop.path("s.wav")) { $0 ?? 0 < 0.25 ? .goOn : .finish })
    #expect(!excerpt.isComplete)
    #expect(excerpt.peaks == [])
    #expect((4.9...5.1).contains(excerpt.length / .seconds(1)))
    #expect(excerpt.loudness.integrated > whole.loudness.integrated + 2)
  }

  @Test("the waveform comes of the same reading")
  func waveform() throws {
    let shop = try Workshop()
    try shop.run("sox -D -n -r 44100 -c 1 -b 16 s.wav synth 20 sine 440 vol 0.5 fade t 0 20 20")
    let peaks = try #require(try Self.measure(shop.path("s.wav"))).peaks
    #expect(peaks.count == 200)
    #expect(zip(peaks, peaks.dropFirst()).allSatisfy { $0 >= $1 })
    #expect((126...128).contains(peaks[0]))
    #expect((62...65).contains(peaks[100]))
  }

  @Test("a damaged file is measured behind the damage, too")
  func passed() throws {
    let shop = try Workshop()
    try shop.run(
      "sox -D -n -r 44100 -c 2 -b 16 a.flac synth 20 pinknoise tremolo 0.1 80")
    let whole = try #require(try Self.measure(shop.path("a.flac")))
    var bytes = try Data(contentsOf: URL(filePath: shop.path("a.flac").string))
    let place = bytes.count / 4
    for index in place..<(place + 6) { bytes[index] ^= 0x5A }
    try bytes.write(to: URL(filePath: shop.path("b.flac").string))
    let damaged = try #require(try Self.measure(shop.path("b.flac")))
    #expect(damaged.isComplete)
    #expect(abs(damaged.loudness.integrated - whole.loudness.integrated) < 0.2)
    #expect(damaged.length == whole.length)
    #expect(damaged.peaks[150] == whole.peaks[150])
  }

  @Test("what is behind a hole keeps its place in the waveform; a disk that fails is not complete")
  func hole() throws {
    for error in [SongDecodingError("there is a hole"), Workshop.unreadable] {
      let meter = EBUR128Meter(decoders: HoledOpener(error: error), stepCount: 10)
      let measured = try #require(try meter.measure("any") { _ in .goOn })
      #expect(measured.length == .seconds(10))
      // A second of sound, eight of which nothing can be read, and another second.
      #expect(measured.peaks[0] > 100 && measured.peaks[9] > 100)
      #expect(measured.peaks[2...7].allSatisfy { $0 == 0 })
      #expect(measured.isComplete == error.concernsFile)
    }
  }

  @Test("the tracks of a file are measured by one decoder, each as by itself")
  func tracks() async throws {
    let shop = try Workshop()
    try shop.run("sox -D -n -r 44100 -c 2 -b 16 s.wav synth 20 pinknoise tremolo 0.1 80")
    let tracks = try (0..<10).map { number in
      let range = try #require(SongRange("0:\(2 * number)-0:\(2 * number + 2)".utf8))
      return range.path(in: shop.path("s.wav"))
    }
    let opener = NotingOpener()
    func levels(helperLimit: Int) -> SongLevels {
      let levels = SongLevels(
        meter: EBUR128Meter(decoders: opener), waits: true, helperLimit: helperLimit)
      levels.append(tracks.map { Track(path: $0, length: nil) })
      return levels
    }
    let ahead = levels(helperLimit: 1)
    ahead.measureAhead(tracks)
    #expect(
      try await Poll.wait { tracks.allSatisfy { ahead.knownGain(of: $0, at: .on) != nil } })
    #expect(opener.count.withLock(\.self) == 1)
    for track in tracks {
      let alone = levels(helperLimit: 0).gain(of: track, at: .on) { false }
      #expect(ahead.knownGain(of: track, at: .on) == alone)
    }
    opener.count.withLock { $0 = 0 }
    #expect(levels(helperLimit: 0).gain(of: tracks[3], at: .album) { false } != nil)
    #expect(opener.count.withLock(\.self) == 1)
  }

  @Test("a file that is cut off is measured to there, and nothing where nothing can be read")
  func damage() throws {
    let shop = try Workshop()
    try shop.run("sox -D -n -r 44100 -c 2 -b 16 s.wav synth 10 pinknoise")
    var bytes = try Data(contentsOf: URL(filePath: shop.path("s.wav").string))
    bytes.removeLast(bytes.count / 2)
    try bytes.write(to: URL(filePath: shop.path("cut.wav").string))
    let cut = try #require(try Self.measure(shop.path("cut.wav")))
    #expect(!cut.isComplete)
    #expect(cut.loudness.integrated > -40)
    #expect(throws: SongDecodingError.self) { _ = try Self.measure(shop.path("none.wav")) }
  }

  @Test(
    "sound that libebur128 cannot measure is refused",
    arguments: [
      (0, 2), (1, 2), (15, 2), (16, 1), (16, 8), (17, 1), (17, 8), (18, 2), (3_363, 2),
      (2_822_401, 2), (48_000, 0), (48_000, 65),
    ])
  func unmeasurable(sampleRate: Int, channelCount: Int) {
    let format = StreamFormat(
      sampleRate: sampleRate, channelCount: channelCount, sample: .int16)
    let meter = EBUR128Meter(decoders: EmptyOpener(format: format))
    #expect(throws: SongDecodingError("its loudness cannot be measured")) {
      _ = try meter.measure("any") { _ in .goOn }
    }
  }

  @Test("low rates are measured from where their weighting is sound", arguments: [3_364, 4_000])
  func lowRate(sampleRate: Int) throws {
    let shop = try Workshop()
    try shop.run("sox -D -n -r \(sampleRate) -c 1 -b 16 s.wav synth 10 sine 500 gain -20")
    let measured = try #require(try Self.measure(shop.path("s.wav")))
    #expect((-25 ... -20).contains(measured.loudness.integrated))
  }

  @Test("one sample that is not finite changes next to nothing")
  func infinite() throws {
    let shop = try Workshop()
    try shop.run("sox -D -n -r 44100 -c 1 -e float -b 32 s.wav synth 10 sine 440 gain -20")
    let whole = try #require(try Self.measure(shop.path("s.wav")))
    var bytes = try Data(contentsOf: URL(filePath: shop.path("s.wav").string))
    for (place, value) in [(1, Float.infinity), (2, -.infinity), (3, .nan)] {
      let start = bytes.count / 16 * place * 4
      withUnsafeBytes(of: value) { bytes.replaceSubrange(start..<(start + 4), with: $0) }
    }
    try bytes.write(to: URL(filePath: shop.path("d.wav").string))
    let damaged = try #require(try Self.measure(shop.path("d.wav")))
    #expect(abs(damaged.loudness.integrated - whole.loudness.integrated) < 0.1)
    #expect(abs(damaged.loudness.truePeak - whole.loudness.truePeak) < 1)
    #expect(damaged.peaks == whole.peaks)
  }

  @Test("it can be cancelled")
  func cancelled() throws {
    let shop = try Workshop()
    try shop.run("sox -D -n -r 44100 -c 2 -b 16 s.wav synth 10 pinknoise")
    var count = 0
    let meter = EBUR128Meter(decoders: SystemDecoders(programs: nil))
    let result = try meter.measure(shop.path("s.wav")) { _ in
      count += 1
      return count > 5 ? .cancel : .goOn
    }
    #expect(result == nil)
    #expect(count == 6)
  }

  private static let folder = FilePath(#filePath).removingLastComponent().removingLastComponent()
    .removingLastComponent().appending("Samples").appending("Songs")

  private static func samples() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.string)
      .filter { $0 != "LICENSE" }.sorted()
  }

  private static func measure(_ path: FilePath) throws(SongDecodingError) -> SongMeasurement? {
    try EBUR128Meter(decoders: SystemDecoders(programs: nil)).measure(path) { _ in .goOn }
  }

  private func check(_ shop: Workshop, _ path: FilePath) throws {
    let measured = try #require(try Self.measure(path))
    try shop.run(
      "ffmpeg -hide_banner -nostats -i '\(path)' -af ebur128=peak=true:dualmono=true -f null - 2> report"
    )
    let report = try String(contentsOfFile: shop.path("report").string, encoding: .utf8)
    let summary = report.suffix(from: try #require(report.range(of: "Summary:")).upperBound)
    func value(_ label: String) throws -> Double {
      let line = try #require(summary.split(separator: "\n").first { $0.contains(label) })
      return try #require(Double(line.split(separator: " ")[1]))
    }
    #expect(abs(measured.loudness.integrated - (try value("I:"))) <= 0.15)
    #expect(abs(measured.loudness.truePeak - (try value("Peak:"))) <= 0.4)
    #expect(measured.isComplete)
  }
}

extension LoudnessMeter {
  /// Measures a song that does not follow another.
  fileprivate func measure(
    _ path: FilePath, next: (_ part: Double?) -> MeteringStep
  ) throws(SongDecodingError) -> SongMeasurement? {
    var last: (any SongDecoder)?
    return try measure(path, after: &last, next: next)
  }
}

/// Counts the files that are opened anew.
private struct NotingOpener: DecoderOpener {
  let count = Locked(0)
  private let decoders = SystemDecoders(programs: nil)

  func open(_ path: FilePath) throws(SongDecodingError) -> any SongDecoder {
    try open(path, after: nil)
  }

  func open(
    _ path: FilePath, after last: (any SongDecoder)?
  ) throws(SongDecodingError) -> any SongDecoder {
    if last == nil { count.withLock { $0 += 1 } }
    return try decoders.open(path, after: last)
  }
}

/// Opens empty files of `format`.
private struct EmptyOpener: DecoderOpener {
  let format: StreamFormat
  func open(_ path: FilePath) throws(SongDecodingError) -> any SongDecoder { EmptyDecoder(format) }
}

private final class EmptyDecoder: SongDecoder {
  let format: StreamFormat
  let frameCount: Int? = 0
  let tags = Tags()
  init(_ format: StreamFormat) { self.format = format }
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SongDecodingError) -> Int { 0 }
  func seek(to frame: Int) throws(SongDecodingError) {}
}

/// Opens ten seconds of sound, of which the first and the last can be read.
private struct HoledOpener: DecoderOpener {
  let error: SongDecodingError
  func open(_ path: FilePath) throws(SongDecodingError) -> any SongDecoder { HoledDecoder(error) }
}

private final class HoledDecoder: SongDecoder {
  private static let rate = 4_000
  private static let hole = rate..<(9 * rate)

  let format = StreamFormat(sampleRate: rate, channelCount: 1, sample: .int16)
  let frameCount: Int? = 10 * rate
  let tags = Tags()
  private let error: SongDecodingError
  private var frame = 0

  init(_ error: SongDecodingError) { self.error = error }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SongDecodingError) -> Int {
    if Self.hole.contains(frame) { throw error }
    let end = frame < Self.hole.lowerBound ? Self.hole.lowerBound : 10 * Self.rate
    let count = min(buffer.count / 2, end - frame)
    for index in 0..<count {
      buffer.storeBytes(
        of: (frame + index) % 8 < 4 ? 16_000 : -16_000, toByteOffset: 2 * index, as: Int16.self)
    }
    frame += count
    return count
  }

  func seek(to frame: Int) throws(SongDecodingError) {
    if Self.hole.contains(frame) { throw error }
    self.frame = frame
  }
}
