import MeditationTestSupport
import Testing

/// A sit whose songs cannot be played to its end.
@Suite("A sit with a failing song", .waiting) struct FailingSitTests {
  @Test("its last song is gone: it says so once, and goes on in silence to its bell")
  func lastSong() throws {
    let workspace = try Workspace(songs: ["A.wav": 0.5, "B.wav": 0.5, "C.wav": 0.5])
    let sit = try workspace.start(
      "sit", "2s", "--plan", "off, closing 1, bell wood", "--driver", "null", "A.wav", "B.wav",
      "C.wav")
    try sit.wait(for: "1 playing: A")
    // The file is opened when the song before it begins.
    try workspace.remove("C.wav")
    let outcome = try sit.finish(code: 3)
    #expect(outcome.warnings == ["Song 3, C, failed at 0:00: the file does not exist."])
    #expect(outcome.lines.suffix(3).first == "The music has ended; silence until 0:02.")
    #expect(outcome.lines.suffix(2).first == "Closing bell.")
    #expect(outcome.lines.last?.hasPrefix("Session complete: sat 0:02, ") == true)
  }
}
