import MeditationTestSupport
import SystemPackage
import Testing

/// An album in one file, from the sheet beside it to what is heard, saved and carried elsewhere.
@Suite("Tracks of one file", .waiting)
struct CueTrackTests {
  /// Noise without two equal seconds, 6 s at 8 kHz, and its sheet.
  private func workspace() throws -> (workspace: Workspace, sound: [UInt8]) {
    let workspace = try Workspace()
    var random = SeededGenerator(seed: 1)
    let samples = (0..<48_000).map { _ in Int16.random(in: -9_000...9_000, using: &random) }
    try workspace.write(
      "Disc/Album.wav", WaveFile().bytes(of: samples, channelCount: 1))
    try workspace.write(
      "Disc/Album.cue",
      """
      PERFORMER "Some One"
      TITLE "Bowls"
      FILE "Album.wav" WAVE
        TRACK 01 AUDIO
          TITLE "First"
          INDEX 01 00:00:00
        TRACK 02 AUDIO
          TITLE "Second"
          INDEX 00 00:01:70
          INDEX 01 00:02:15
        TRACK 03 AUDIO
          TITLE "Third"
          INDEX 01 00:04:40
      """)
    return (workspace, samples.withUnsafeBytes { Array($0) })
  }

  @Test("each is heard from its first frame to its last, and all together without a seam")
  func heard() throws {
    let (workspace, sound) = try workspace()
    // The nearest frames to 165 and 340 75ths of a second.
    let places = [0, 17_600, 36_267, 48_000]
    for track in 1...3 {
      let outcome = try workspace.meditate(
        "--output", "\(track).raw", "Disc", typing: "\(track)\nstart\n")
      #expect(outcome.warned == "")
      let wanted = sound[(2 * places[track - 1])..<(2 * places[track])]
      #expect(try workspace.left("\(track).raw") == Array(wanted))
    }
    let all = try workspace.meditate("--output", "all.raw", "Disc", typing: "all\nstart\n")
    #expect(all.lines.contains("3: Third by Some One, 0:01"))
    #expect(try workspace.left("all.raw") == sound)
  }

  @Test("a set keeps them, by lines that VLC plays, and a bundle carries the file once")
  func saved() throws {
    let (here, _) = try workspace()
    let saved = try here.meditate(
      "--driver", "null", "Disc", typing: "3 1\nsave Bowls\n")
    #expect(saved.warned == "")
    let text = try here.text(".local/share/meditate/sets/Bowls.m3u8")
    let file = here.place("Disc/Album.wav").string
    #expect(
      text == """
        #EXTM3U
        #EXTINF:2,Some One - First
        #EXTVLCOPT:start-time=0
        #EXTVLCOPT:stop-time=2.2
        \(file)
        #EXTINF:1,Some One - Third
        #EXTVLCOPT:start-time=4.533333333
        \(file)

        """)
    let bundled = try here.meditate("sets", "bundle", "Bowls", "b.zip")
    #expect(bundled.warned == "")
    let there = try Workspace()
    try there.makeFolder("Music")
    try there.meditate("sets", "import", here.place("b.zip").string)
    let shown = try there.meditate("sets", "show", "Bowls")
    #expect(shown.lines.suffix(2) == ["1: First by Some One, 0:02", "2: Third by Some One, 0:01"])
    let sat = try there.meditate("--output", "o.raw", "sit", "Bowls")
    #expect(sat.said.contains("2 songs heard"))
  }

  @Test("one range of a file is a song, and one that is none says why")
  func named() throws {
    let (workspace, _) = try workspace()
    let named = try workspace.meditate(
      "--output", "o.raw", "Disc/Album.wav/0:01-0:02.5", "Disc/Album.wav/0:09-",
      typing: "skipped\ninfo 1\n")
    #expect(named.lines.contains("1: Album 0:01-0:02.5, 0:02"))
    #expect(named.said.contains("Disc/Album.wav/0:09-: it begins behind the end of the file"))
    #expect(named.said.contains("Disc/Album.wav/0:01-0:02.5\n"))
    let gone = try workspace.meditate("--output", "o.raw", "Disc/None.wav/0:01-0:02", code: 2)
    #expect(gone.warned.contains("Disc/None.wav/0:01-0:02: the file does not exist"))
  }
}
