import MeditationTestSupport
import SystemPackage
import Testing

/// Invalid and truncated files: each is named with its reason, and the session continues without
/// it.
@Suite("Bad files", .waiting)
struct BadFileTests {
  private struct BadFile {
    var name: String
    var contents: [UInt8]
    var reason: String
  }

  private static let leftOut = [
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

  @Test("alone, nothing playable, with the reasons; with a good one left out, and that plays")
  func unplayable() throws {
    let workspace = try Workspace()
    for file in Self.leftOut { try workspace.write(file.name, file.contents) }
    let reasons = Self.leftOut.map { "\($0.name): \($0.reason)" }
    let alone = try workspace.meditate(
      ["--output", "out.wav", "--start"] + Self.leftOut.map(\.name), code: 2)
    #expect(alone.said == "")
    let told: [String] =
      ["Nothing playable was found. Name audio files, folders or playlists."] + reasons.prefix(5)
    #expect(alone.warnings.dropLast() == told[...])
    #expect(alone.warnings.last == "… and 2 more files left out")
    try workspace.write("Whole.wav", WaveFile(seconds: 1).bytes)
    let outcome = try workspace.meditate(
      ["--output", "out.raw"] + Self.leftOut.map(\.name) + ["Whole.wav"],
      typing: "skipped\nall\nstart\n")
    #expect(outcome.warned == "\(Self.leftOut.count) files left out; type 'skipped' to see why.\n")
    #expect(Array(outcome.lines.dropFirst(3).prefix(reasons.count)) == reasons)
    #expect(outcome.lines.last == "Session finished: 1 song heard, 0:01 listened")
    #expect(try workspace.left("out.raw") == WaveFile(seconds: 1).sound)
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
    try process.waitForStatus("0:01 of 0:12")
    try workspace.remove("First.wav")
    try workspace.remove("Second.wav")
    try process.type("seek 0:11\n")
    let outcome = try process.finish(code: 3)
    #expect(outcome.warned == "Song 2, Second, failed at 0:00: the file does not exist.\n")
    let last = try #require(outcome.lines.last)
    #expect(last.hasPrefix("Session finished: 2 songs heard, 0:0"))
    #expect(last.hasSuffix(" listened, 1 song failed"))
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
