import Foundation
import MeditationEngine
import MeditationPlan
import MeditationTestSupport
import SystemPackage
import Testing

@testable import MeditationAudio

/// Faults of ffmpeg, played by scripts in its place.
struct FFmpegFaultTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  private static let report = """
    {"streams": [{"codec_name": "aac", "sample_fmt": "fltp", "sample_rate": "44100", \
    "channels": 2, "channel_layout": "stereo", "time_base": "1/44100", "duration_ts": 44100}]}
    """

  /// Programs of which each is a shell script.
  private func programs(
    ffprobe: String = "cat report", ffmpeg: String = "exit 0"
  ) throws -> SystemDecoders {
    SystemDecoders(programs: try install(ffprobe: ffprobe, ffmpeg: ffmpeg))
  }

  private func install(ffprobe: String, ffmpeg: String) throws -> FFmpegPrograms {
    try Data(Self.report.utf8).write(to: shop.folder.appendingPathComponent("report"))
    for (name, script) in [("ffprobe", ffprobe), ("ffmpeg", ffmpeg)] {
      let place = shop.folder.appendingPathComponent(name)
      let text = "#!/bin/sh\ncd '\(shop.folder.path)'\n\(script)\n"
      try Data(text.utf8).write(to: place.appendingPathExtension("sh"))
      // Copied by another process: a file that this one has just written may still be open in a child
      // of another test, and cannot be executed then.
      try shop.run("cp '\(place.path).sh' '\(place.path)' && chmod 755 '\(place.path)'")
    }
    try Data("....ftypM4A sound".utf8).write(to: shop.folder.appendingPathComponent("a.m4a"))
    return try #require(FFmpegPrograms.find(in: shop.folder.path))
  }

  private func decoded(_ decoders: SystemDecoders) throws -> Decoded {
    try Decoded(shop.path("a.m4a"), opener: decoders)
  }

  /// Waits until the process whose id a script wrote into `pid` is gone: it was sent a signal that
  /// it cannot ignore, but is no child.
  private func isGone() throws -> Bool { try Poll.until { try isGoneByNow() } }

  private func isGoneByNow() throws -> Bool {
    let text = try String(contentsOf: shop.folder.appendingPathComponent("pid"), encoding: .utf8)
    let id = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    guard let stat = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8) else {
      return true
    }
    // An orphan waits to be collected by process 1.
    return stat.contains(") Z ")
  }

  @Test("ffprobe is not started for tags that are read here")
  func knownTags() throws {
    let programs = try install(ffprobe: "echo >>started; cat report", ffmpeg: "exit 0")
    for name in ["a.wv", "a.ape", "a.mpc", "a.tta", "a.aac"] {
      let start = ["a.wv": "wvpk", "a.ape": "MAC ", "a.mpc": "MPCK", "a.tta": "TTA1"][name]
      let bytes = start.map { Data($0.utf8) } ?? Data([0xFF, 0xF1])
      try (bytes + Data(count: 1_000)).write(to: shop.folder.appendingPathComponent(name))
      #expect(RawTags(shop.path(name), programs)?.loudness(at: .on) == nil)
    }
    let started = shop.folder.appendingPathComponent("started").path
    #expect(!FileManager.default.fileExists(atPath: started))
    _ = RawTags(shop.path("a.m4a"), programs)
    #expect(FileManager.default.fileExists(atPath: started))
  }

  @Test(
    "what ffprobe says is never trusted",
    arguments: [
      ("echo garbage", "the file is damaged"),
      ("head -c 100000 /dev/urandom", "the file is damaged"),
      ("yes '{' | tr -d '\\n'", "the file is damaged"),
      ("echo '{'; exit 1", "the file is damaged"),
      ("echo '{}'", "the file contains no sound"),
      ("echo '{}'; exit 1", "the file is cut off"),
      ("echo '{\"streams\": []}'", "the file contains no sound"),
      ("echo '{\"streams\": [{}]}'", "its encoding is not supported by ffmpeg"),
      (
        "sed 's/\"channels\": 2/\"channels\": 9/' report",
        "it has 9 channels; 1 to 8 are supported"
      ),
      ("sed 's/\"44100\"/\"0\"/' report", "its sample rate is 0 Hz; 1 kHz to 1 MHz are supported"),
      (
        "sed 's/\"aac\"/\"aac\", \"codec_tag_string\": \"drms\"/' report",
        "it is protected against copying"
      ),
    ])
  func reports(script: String, reason: String) throws {
    let decoders = try programs(ffprobe: script)
    #expect(throws: SongDecodingError(reason)) { try decoders.open(shop.path("a.m4a")) }
  }

  @Test("chapters at times that cannot be, and behind the end, are left out")
  func chapters() throws {
    let times = [
      (Int.max, "2147483647/1"), (Int.min, "1/1"), (1 << 47, "2147483647/1"), (5, "0/1"), (5, "x"),
      (1, "1/2"), (1, "1/1"),
    ]
    let chapters = times.map {
      #"{"start": \#($0), "time_base": "\#($1)", "tags": {"TITLE": "A"}}"#
    }
    let decoders = try programs(
      ffprobe:
        "sed 's|^{|{\"chapters\": [{}, \(chapters.joined(separator: ", "))], |' report")
    #expect(
      try decoders.properties(of: shop.path("a.m4a")).chapters.marks == [
        .init(at: .milliseconds(500), title: "A")
      ])
  }

  @Test("a crash of ffprobe says nothing about the file")
  func crashedProbe() throws {
    let decoders = try programs(ffprobe: "kill -SEGV $$")
    #expect(
      throws: SongDecodingError("ffprobe crashed while reading it", concernsFile: false)
    ) { try decoders.properties(of: shop.path("a.m4a")) }
  }

  @Test("an ffprobe that does not start says nothing about the file", arguments: [1, 126, 127])
  func brokenProbe(code: Int) throws {
    let decoders = try programs(ffprobe: "exit \(code)")
    #expect(throws: SongDecodingError("ffprobe does not work", concernsFile: false)) {
      try decoders.properties(of: shop.path("a.m4a"))
    }
  }

  @Test(
    "what ffmpeg delivered before its end is heard",
    arguments: [
      ("head -c 80000 /dev/zero; kill -SEGV $$", 10_000, "ffmpeg crashed (signal 11)"),
      ("head -c 80000 /dev/zero; exit 1", 10_000, "the file is damaged"),
      ("exit 1", 0, "the file is damaged"),
      ("head -c 80003 /dev/zero", 10_000, nil),
      ("cat /dev/zero", 44_100, nil),
      ("head -c 352800 /dev/zero", 44_100, nil),
    ] as [(String, Int, String?)])
  func ends(script: String, count: Int, failure: String?) throws {
    let decoded = try decoded(programs(ffmpeg: script))
    #expect(decoded.readCount == count)
    #expect(decoded.failure == failure)
  }

  @Test("a second may be missing at the end, because some encoders round, and no more")
  func missingSecond() throws {
    for (count, isWhole) in [(44_100, true), (44_099, false)] {
      let decoded = try decoded(
        programs(
          ffprobe: "sed 's/: 44100}/: 88200}/' report", ffmpeg: "head -c \(8 * count) /dev/zero"))
      #expect(decoded.readCount == count)
      #expect((decoded.failure == nil) == isWhole)
    }
  }

  @Test("seeks add up, with or without a read between them, and lead back from the end")
  func seeks() throws {
    // Each sample is the number of its frame.
    let frames = (0..<44_100).flatMap { [Float($0), Float($0)] }
    try frames.withUnsafeBytes { Data($0) }.write(
      to: shop.folder.appendingPathComponent("frames"))
    let decoder = try programs(ffmpeg: "cat frames").open(shop.path("a.m4a"))
    func next() throws -> Float? {
      var frame: [Float] = [-1, -1]
      let count = try frame.withUnsafeMutableBytes { try decoder.read(into: $0) }
      return count == 0 ? nil : frame[0]
    }
    #expect(try next() == 0)
    try decoder.seek(to: 1_000)
    try decoder.seek(to: 2_000)
    try decoder.seek(to: 2_500)
    #expect(try next() == 2_500)
    try decoder.seek(to: 100)
    #expect(try next() == 100)
    try decoder.seek(to: 44_100)
    #expect(try next() == nil)
    try decoder.seek(to: 7)
    #expect(try next() == 7)
  }

  @Test("a disk that cannot be read is not the end of a song of unknown length")
  func unreadableDisk() throws {
    let programs = try install(
      ffprobe: "sed 's/, \"duration_ts\": 44100//' report", ffmpeg: "head -c 80000 /dev/zero")
    for isSpoilt in [false, true] {
      let file = try SongFile(shop.path("a.m4a"))
      let start = FileStart(file)
      let decoder = try programs.decoder(
        of: file, try #require(start.foreignFile), start.bytes)
      #expect(decoder.frameCount == nil)
      if isSpoilt { try shop.spoil(file.descriptor) }
      #expect(try Decoded(decoder).error == (isSpoilt ? Workshop.unreadable : nil))
    }
  }

  @Test("a program that hangs, and what it started, is killed")
  func hangs() throws {
    let decoders = try programs(ffmpeg: "sleep 1000 & echo $! > pid; head -c 800 /dev/zero; wait")
    var decoder: (any SongDecoder)? = try decoders.open(shop.path("a.m4a"))
    var buffer = [UInt8](repeating: 0, count: 800)
    let count = try buffer.withUnsafeMutableBytes { try decoder?.read(into: $0) }
    #expect(count == 100)
    decoder = nil
    #expect(try isGone())
  }

  @Test("a program that ends and leaves another behind")
  func forks() throws {
    let decoders = try programs(
      ffmpeg: "(exec >&- ; echo $$ > /dev/null; exec sleep 1000) & echo $! > pid; exit 0")
    let decoded = try decoded(decoders)
    #expect(decoded.readCount == 0)
    #expect(try isGone())
  }

  @Test("a program has three descriptors, no blocked signal, and a group of its own")
  func surroundings() throws {
    let decoders = try programs(
      ffprobe: "ls /proc/self/fd > fds; grep -E 'Sig(Blk|Ign)' /proc/self/status > signals; "
        + "cut -d ' ' -f 5 /proc/$$/stat > group; echo $$ > pid; cat report")
    _ = try decoders.open(shop.path("a.m4a"))
    func text(_ name: String) throws -> String {
      try String(contentsOf: shop.folder.appendingPathComponent(name), encoding: .utf8)
    }
    // The fourth is the folder that `ls` reads.
    #expect(try text("fds").split(separator: "\n").count <= 4)
    for line in try text("signals").split(separator: "\n") {
      let mask = line.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) }
      // Signals 32 and 33 belong to the C library.
      #expect(mask.map { $0 & 0x7FFF_FFFF } == 0, "\(line)")
    }
    #expect(
      try text("group").trimmingCharacters(in: .whitespacesAndNewlines)
        == text("pid").trimmingCharacters(in: .whitespacesAndNewlines))
  }

  @Test("programs are searched for in absolute folders alone")
  func searchPath() throws {
    _ = try programs()
    #expect(FFmpegPrograms.find(in: "") == nil)
    #expect(FFmpegPrograms.find(in: ".:bin::/nowhere") == nil)
    #expect(FFmpegPrograms.find(in: "/nowhere:\(shop.folder.path)") != nil)
    try FileManager.default.removeItem(at: shop.folder.appendingPathComponent("ffprobe"))
    try shop.run("mkdir ffprobe")
    #expect(FFmpegPrograms.find(in: shop.folder.path) == nil)
  }
}
