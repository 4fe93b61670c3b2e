import MeditationTestSupport
import SystemPackage
import Testing

/// Songs named in lists: playlists, and what other programs print.
@Suite("Lists of paths", .waiting)
struct PathListTests {
  /// A folder with two songs.
  private func workspace() throws -> Workspace {
    try Workspace(songs: ["A.wav": 1, "B song.wav": 2])
  }

  @Test("--files-from reads a file")
  func file() throws {
    let workspace = try workspace()
    try workspace.write("list", "\u{FEFF}A.wav\r\n\r\nB song.wav\r\n")
    let outcome = try workspace.meditate("--output", "out.raw", "--files-from", "list")
    #expect(
      outcome.lines == [
        "Pick meditation songs", "1: A, 0:01", "2: B song, 0:02", Shown.nothingPicked,
      ])
    #expect(outcome.warned == "")
  }

  @Test("--files-from - reads standard input")
  func standardInput() throws {
    let workspace = try workspace()
    let outcome = try workspace.meditate(
      "--output", "out.raw", "--files-from", "-", "--start", typing: "A.wav\nB song.wav\n")
    #expect(outcome.lines.last == "Session finished: 2 songs heard, 0:03 listened")
    #expect(
      try workspace.left("out.raw")
        == WaveFile(seconds: 1).sound + WaveFile(seconds: 2).sound)
  }

  @Test("a missing list is reported")
  func missingList() throws {
    let outcome = try workspace().meditate("--output", "out.raw", "--files-from", "nope", code: 2)
    #expect(outcome.warned == "The list nope cannot be read: the file does not exist.\n")
  }

  @Test("an empty list names nothing playable, and the music folder is not meant")
  func emptyList() throws {
    let workspace = try workspace()
    try workspace.write("Music/A.wav", WaveFile(seconds: 1).bytes)
    let outcome = try workspace.meditate(
      "--output", "out.raw", "--files-from", "-", "--start", code: 2)
    #expect(outcome.said == "")
    #expect(
      outcome.warned == "The list on standard input is empty: there is nothing to play.\n")
  }

  @Test("a cue sheet's titles are shown; that one without times splits no file is noted")
  func cueSheet() throws {
    let workspace = try workspace()
    try workspace.write(
      "disc.cue",
      """
      PERFORMER "Some One"
      TITLE "Bowls"
      FILE "A.wav" WAVE
        TRACK 01 AUDIO
          TITLE "First"
        TRACK 02 AUDIO
          TITLE "Second"
      FILE "B song.wav" WAVE
        TRACK 03 AUDIO
          TITLE "Third"
      """)
    let outcome = try workspace.meditate("--output", "out.raw", "disc.cue", typing: "skipped\n")
    #expect(
      outcome.lines == [
        "Pick meditation songs", "1: Bowls by Some One, 0:01", "2: Third by Some One, 0:02",
        Shown.nothingPicked, "No files were left out.",
        "disc.cue: it does not say where the 2 tracks of A.wav begin: they play as one song",
      ])
    #expect(outcome.warned == "1 note about playlists; type 'skipped' to read it.\n")
    let json = try workspace.meditate("--output", "o.raw", "--format", "json", "disc.cue")
    #expect(json.said.contains(#""skipped":[]"#))
  }
}
