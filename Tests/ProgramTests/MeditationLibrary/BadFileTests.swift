import Glibc
import MeditationTestSupport
import SystemPackage
import Testing

/// Invalid and truncated files: each is named with its reason, and the session continues without
/// it.
@Suite("Bad files", .waiting)
struct BadFileTests {
  struct BadFile: CustomTestStringConvertible, Sendable {
    var name: String
    var contents: [UInt8]
    var reason: String

    var testDescription: String { name }
  }

  static let leftOut = [
    BadFile(
      name: "random.mp3", contents: noise(count: 5000),
      reason: "it is not a sound file of a supported format"),
    BadFile(name: "empty.wav", contents: [], reason: "the file is empty"),
    BadFile(
      name: "stub.wav", contents: Array(WaveFile(seconds: 1).bytes.prefix(3)),
      reason: "it is not a sound file of a supported format"),
    BadFile(
      name: "header.wav", contents: Array(WaveFile(seconds: 1).bytes.prefix(44)),
      reason: "the file contains no sound"),
    BadFile(
      name: "stub.mp3", contents: Array("ID3".utf8),
      reason: "the file is damaged"),
    BadFile(
      name: "stub.flac", contents: Array("fLaC".utf8),
      reason: "the file is damaged"),
    BadFile(
      name: "text.ogg", contents: Array("This is no sound.\n".utf8),
      reason: "it is not a sound file of a supported format"),
  ]

  @Test("alone: nothing playable, with the reason", arguments: leftOut)
  func alone(file: BadFile) throws {
    let workspace = try Workspace()
    try workspace.write(file.name, file.contents)
    let outcome = try workspace.meditate("--output", "out.wav", "--start", file.name)
    #expect(outcome.ending == .exit(2))
    #expect(outcome.said == "")
    #expect(
      outcome.warnings == [
        "Nothing playable was found. Name audio files, folders or playlists.",
        "\(file.name): \(file.reason)",
      ])
  }

  @Test("together with a good one: left out, and the good one plays")
  func together() throws {
    let workspace = try Workspace()
    for file in Self.leftOut { try workspace.write(file.name, file.contents) }
    try workspace.write("Whole.wav", WaveFile(seconds: 1).bytes)
    let outcome = try workspace.meditate(
      ["--output", "out.raw"] + Self.leftOut.map(\.name) + ["Whole.wav"],
      typing: "skipped\nall\nstart\n")
    #expect(outcome.ending == .exit(0))
    #expect(outcome.warned == "\(Self.leftOut.count) files left out; type 'skipped' to see why.\n")
    let reasons = Self.leftOut.map { "\($0.name): \($0.reason)" }
    #expect(Array(outcome.lines.dropFirst(3).prefix(reasons.count)) == reasons)
    #expect(outcome.lines.last == "Session finished: 1 song heard, 0:01 listened")
    #expect(try workspace.left("out.raw") == WaveFile(seconds: 1).sound)
  }

  @Test("paths that are not regular files never block")
  func special() throws {
    let workspace = try Workspace()
    #expect(workspace.place("pipe.wav").withPlatformString { mkfifo($0, 0o600) } == 0)
    #expect(workspace.place("link.wav").withPlatformString { symlink("nowhere", $0) } == 0)
    #expect(workspace.place("loop.wav").withPlatformString { symlink("loop.wav", $0) } == 0)
    let outcome = try workspace.meditate(
      "--output", "out.wav", "pipe.wav", "link.wav", "loop.wav", "/dev/zero")
    #expect(outcome.ending == .exit(2))
    #expect(
      outcome.warnings.dropFirst() == [
        "pipe.wav: it is a pipe, not a file",
        "link.wav: it is a link to a file that does not exist",
        "loop.wav: its symbolic links form a loop",
        "/dev/zero: it is a device, not a file",
      ])
  }

  static let broken = [
    BadFile(
      name: "cut.wav", contents: Array(WaveFile(seconds: 2).bytes.dropLast(16_000)),
      reason: "the file is cut off here"),
    BadFile(
      name: "claim.wav",
      contents: WaveFile(seconds: 1, claimedByteCount: 1 << 31).bytes,
      reason: "the file is cut off here"),
  ]

  @Test("a truncated WAV file plays up to its end", arguments: broken)
  func cutWave(file: BadFile) throws {
    let workspace = try Workspace()
    try workspace.write(file.name, file.contents)
    try breaks(file.name, at: "0:01", file.reason, in: workspace)
  }

  @Test(
    "an encoded file that is cut off plays up to there", .needs("sox", "flac", "oggenc"),
    arguments: [
      ("flac", ["-s", "-f", "-o", "cut.flac", "whole.wav"], "the file is cut off here"),
      ("oggenc", ["-Q", "-o", "cut.ogg", "whole.wav"], "the file is cut off here"),
    ])
  func cutEncoded(encoder: String, arguments: [String], reason: String) throws {
    let workspace = try Workspace()
    try workspace.run(
      "sox", ["-n", "-r", "44100", "-b", "16", "whole.wav", "synth", "8", "pinknoise"])
    try workspace.run(encoder, arguments)
    let name = encoder == "flac" ? "cut.flac" : "cut.ogg"
    let whole = try workspace.read(name)
    try workspace.write(name, whole.prefix(whole.count / 2))
    try breaks(name, at: "0:04", reason, in: workspace)
  }

  /// Plays the file `name`, and a whole one after it.
  private func breaks(
    _ name: String, at time: String, _ reason: String, in workspace: Workspace
  ) throws {
    let whole = WaveFile(sampleRate: 8000, seconds: 1)
    try workspace.write("Whole.wav", whole.bytes)
    let outcome = try workspace.meditate("--output", "out.raw", "--start", name, "Whole.wav")
    #expect(outcome.ending == .exit(3))
    let title = name.prefix { $0 != "." }
    #expect(outcome.warned == "Song 1, \(title), failed at \(time): \(reason).\n")
    #expect(outcome.lines.last?.hasPrefix("Session finished: 2 songs heard, 0:0") == true)
    #expect(outcome.lines.last?.hasSuffix(" listened, 1 song failed") == true)
    if name.hasSuffix(".wav") {
      #expect(try workspace.left("out.raw").suffix(whole.sound.count) == whole.sound[...])
    }
  }

  @Test("a file deleted while playing plays on; one deleted before is reported")
  func deleted() throws {
    let workspace = try Workspace()
    // Longer than what is decoded ahead, so that the second song is not yet open.
    try workspace.write("First.wav", WaveFile(sampleRate: 48_000, seconds: 12).bytes)
    try workspace.write("Second.wav", WaveFile(seconds: 8).bytes)
    try workspace.write("Third.wav", WaveFile(seconds: 0.5).bytes)
    let process = try workspace.start(
      "--driver", "null", "--start", "First.wav", "Second.wav", "Third.wav")
    // Until it plays.
    while !process.said.contains("0:01 of 0:12") {
      let answers = process.lineCount
      try process.type("status\n")
      try process.wait { $0.lineCount > answers }
    }
    try workspace.remove("First.wav")
    try workspace.remove("Second.wav")
    let outcome = try process.finish()
    #expect(outcome.ending == .exit(3))
    #expect(outcome.warned == "Song 2, Second, failed at 0:00: the file does not exist.\n")
    #expect(outcome.lines.last == "Session finished: 2 songs heard, 0:13 listened, 1 song failed")
  }

  /// Bytes without order that are the same each time.
  private static func noise(count: Int) -> [UInt8] {
    var state: UInt32 = 1
    return (0..<count).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 24)
    }
  }
}
