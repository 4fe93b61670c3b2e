import SystemPackage
import Testing

/// Songs with damage in the middle, which play on behind it.
@Suite("Damaged songs")
struct DamagedSongTests {
  /// A song of ten seconds with six bytes changed in two places.
  private func damagedSong(in workspace: Workspace) throws {
    try workspace.run(
      "sox", ["-n", "-r", "44100", "-b", "16", "whole.wav", "synth", "10", "pinknoise"])
    try workspace.run("flac", ["-s", "-f", "-o", "Rain.flac", "whole.wav"])
    var bytes = try workspace.read("Rain.flac")
    for place in [bytes.count * 3 / 10, bytes.count * 6 / 10] {
      for index in place..<(place + 6) { bytes[index] ^= 0x5A }
    }
    try workspace.write("Rain.flac", bytes)
  }

  @Test("a line tells it once, and the exit code is that of a song heard", .needs("sox", "flac"))
  func line() throws {
    let workspace = try Workspace()
    try damagedSong(in: workspace)
    let outcome = try workspace.meditate("--output", "out.raw", "--start", "Rain.flac")
    #expect(outcome.ending == .exit(0))
    #expect(outcome.warned == "Song 1, Rain: 0.09 s could not be decoded at 0:02.\n")
    #expect(outcome.lines.last == "Session finished: 1 song heard, 0:09 listened")
    let lost = 441_000 - (try workspace.read("out.raw").count) / 2
    #expect((8_192...8_192 + 32).contains(lost))
  }

  @Test("JSON tells each damage as a fault of its own kind", .needs("sox", "flac"))
  func json() throws {
    let workspace = try Workspace()
    try damagedSong(in: workspace)
    let outcome = try workspace.meditate(
      "--format", "json", "--output", "out.raw", "--start", "Rain.flac")
    #expect(outcome.ending == .exit(0))
    let faults = outcome.lines.filter { $0.contains(#""type":"fault""#) }
    #expect(faults.count == 2)
    for fault in faults {
      #expect(fault.hasPrefix(#"{"kind":"song-damaged","lost":0.09"#))
      #expect(fault.hasSuffix(#""reason":null,"song":1,"type":"fault"}"#))
    }
  }

  @Test("damage up to the end still fails", .needs("sox", "flac"))
  func toTheEnd() throws {
    let workspace = try Workspace()
    try damagedSong(in: workspace)
    var bytes = try workspace.read("Rain.flac")
    for index in (bytes.count * 8 / 10)..<bytes.count { bytes[index] = 0 }
    try workspace.write("Rain.flac", bytes)
    let outcome = try workspace.meditate("--output", "out.raw", "--start", "Rain.flac")
    #expect(outcome.ending == .exit(3))
    // A loaded machine may find the disk slow.
    let warnings = outcome.warnings.filter { $0.hasPrefix("Song") }
    #expect(
      warnings == [
        "Song 1, Rain: 0.09 s could not be decoded at 0:02.",
        "Song 1, Rain, failed at 0:07: the file is damaged.",
      ])
  }
}
