import MeditationTestSupport
import SystemPackage
import Testing

/// Names and tags that others chose, and where songs are looked for.
@Suite("Paths", .waiting)
struct PathTests {
  static let names = [
    ("two\nlines.wav", "two lines"),
    ("  with   spaces .wav", "with spaces"),
    ("-dash.wav", "-dash"),
    ("quote'\"$(x).wav", "quote'\"$(x)"),
    ("red\u{1B}[31m\u{7}.wav", "red"),
    ("turned\u{202E}gpj.wav", "turnedgpj"),
    ("03 - Träumerei.wav", "Träumerei"),
  ]

  @Test("a song of any name is listed and plays", arguments: names)
  func name(name: String, title: String) throws {
    let workspace = try Workspace()
    try workspace.write(name, WaveFile(seconds: 0.4).bytes)
    let outcome = try workspace.meditate("--output", "out.raw", "--start", "--", name)
    #expect(
      outcome.lines == [
        "1 playing: \(title), 0:00 of 0:00, song 1 of 1, 0:00 left in the session",
        "Session finished: 1 song heard, 0:00 listened",
      ])
    #expect(outcome.warned == "")
    #expect(outcome.controls == [])
    #expect(try workspace.left("out.raw") == WaveFile(seconds: 0.4).sound)
  }

  @Test("a name that is not UTF-8 is listed and plays")
  func bytes() throws {
    let workspace = try Workspace()
    let name = Array("caf".utf8) + [0xE9, 0xFF] + Array(".wav".utf8)
    try workspace.write(workspace.place(bytes: name), WaveFile(seconds: 0.4).bytes)
    let process = try workspace.start(
      bytes: ["--output", "out.raw", "--start"].map { Array($0.utf8) } + [name])
    let outcome = try process.finish(code: 0)
    #expect(outcome.lines.first?.hasPrefix("1 playing: caf\u{FFFD}\u{FFFD}, 0:00 of 0:00") == true)
    #expect(try workspace.left("out.raw") == WaveFile(seconds: 0.4).sound)
  }

  @Test("a missing path is reported without its control characters")
  func missing() throws {
    let name = Array("no\u{1B}[31m\u{202E}".utf8) + [0xFF] + Array(".wav".utf8)
    let outcome = try Workspace().start(bytes: [name]).finish(code: 2)
    #expect(outcome.warnings.last == "no\u{FFFD}.wav: the file does not exist")
    #expect(outcome.controls == [])
  }

  @Test("what cannot be played is told: a link that leads nowhere, a URL, an empty playlist")
  func told() throws {
    let workspace = try Workspace()
    try workspace.run("ln", ["-s", "gone.wav", "link.wav"])
    try workspace.run("ln", ["-s", "gone.m3u", "list.m3u"])
    try workspace.write("empty.m3u", "#EXTM3U\n")
    try workspace.write("lists/a.m3u", "x.wav\n")
    let url = "https://example.org/a.mp3"
    let outcome = try workspace.meditate("link.wav", "list.m3u", url, "empty.m3u", "lists", code: 2)
    #expect(
      outcome.warnings.dropFirst() == [
        "link.wav: it is a link to a file that does not exist",
        "list.m3u: it is a link to a file that does not exist",
        "\(url): network streams are not supported", "empty.m3u: the playlist has no songs",
        "lists: it has playlists only; name one, such as lists/a.m3u",
      ])
    let sit = try workspace.meditate("sit", url, code: 2)
    #expect(sit.warnings.last == "\(url): network streams are not supported")
    let script = try workspace.meditate("script", "link.wav", code: 64)
    #expect(
      script.warnings == ["link.wav cannot be read: it is a link to a file that does not exist."])
  }

  @Test(
    "a word that is nearly a command is told",
    arguments: [
      ("journl", "'journl' is no file. Did you mean 'meditate journal'?"),
      ("driver", "'driver' is no file. Did you mean 'meditate drivers'?"),
      ("version", "'version' is no file. Did you mean 'meditate --version'?"),
      ("streak", "'streak' is no file. Did you mean 'meditate journal'?"),
    ])
  func misspelled(word: String, message: String) throws {
    let workspace = try Workspace()
    let outcome = try workspace.meditate(word, code: 64)
    #expect(outcome.warnings == [message])
    try workspace.write(word, WaveFile(seconds: 0.4).bytes)
    try workspace.meditate(word)
  }

  @Test("control characters in tags never reach the output", .needs("sox", "flac", "metaflac"))
  func tags() throws {
    let workspace = try Workspace()
    try workspace.run(
      "sox", ["-n", "-r", "8000", "-b", "16", "A.wav", "synth", "0.5", "sine", "100"])
    try workspace.run("flac", ["-s", "A.wav"])
    let title = "\u{1B}]0;own\u{7}\u{1B}[2JRed\u{1B}[31m \u{202E}txt\u{2028}\u{9B}31m"
    try workspace.run(
      "metaflac", ["--set-tag=TITLE=\(title)", "--set-tag=ARTIST=Some\nOne\u{8}\u{7F}", "A.flac"])
    let outcome = try workspace.meditate(
      "--output", "out.raw", "A.flac", typing: "all\nstart\nstatus\nlist\n")
    #expect(outcome.lines.dropFirst().first == "1: Red txt by Some One, 0:01")
    #expect(outcome.controls == [])
  }

  @Test("without a home folder, the message suggests what to do, and named songs play")
  func noHome() throws {
    let workspace = try Workspace(songs: ["A.wav": 0.4])
    var environment = workspace.environment
    environment["HOME"] = nil
    let outcome = try workspace.meditate(environment: environment, code: 2)
    #expect(
      outcome.warned
        == "There is no music folder because HOME is not set. Name files: 'meditate PATH ...'.\n")
    let named = try workspace.meditate(
      "--output", "out.raw", "--start", "A.wav", environment: environment)
    #expect(named.warned == "")
  }
}
