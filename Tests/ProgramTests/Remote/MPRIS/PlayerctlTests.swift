import Glibc
import MeditationTestSupport
import SystemPackage
import Testing

/// Each command of playerctl.
@Suite("playerctl", .waiting, .needs("dbus-daemon", "busctl", "playerctl"))
struct PlayerctlTests {
  @Test("steers a session with each of its commands")
  func commands() throws {
    let scene = try PlayerScene()
    #expect(try scene.playerctl("--list-all") == "meditate.instance\(scene.player.processID)")
    #expect(try scene.playerctl("status") == "Stopped")
    try scene.player.type("all", until: "2 songs picked")

    for (command, question, answer) in [
      ("play", "status", "Playing"), ("status", "metadata title", "A"),
      ("status", "metadata mpris:length", "600000000"), ("pause", "status", "Paused"),
      ("play-pause", "status", "Playing"), ("play-pause", "status", "Paused"),
      ("position 100", "position", "100.000000"), ("position 10+", "position", "110.000000"),
      ("position 30-", "position", "80.000000"), ("volume 0.3", "volume", "0.300000"),
      ("volume 0.1+", "volume", "0.400000"), ("status", "loop", "None"),
      ("loop Playlist", "loop", "Playlist"), ("loop None", "loop", "None"),
      ("loop Track", "loop", "Track"), ("loop None", "shuffle", "Off"),
      ("next", "metadata title", "B"), ("previous", "metadata title", "A"),
      // The songs to come are shuffled, which the property cannot tell.
      ("shuffle On", "shuffle", "Off"),
    ] {
      try scene.playerctl(command)
      #expect(try scene.playerctl(question) == answer, "\(question) after \(command)")
    }
    try scene.refuses("open file:///A.wav", "Songs cannot be opened from here.")
    try scene.playerctl("stop")
    #expect(try scene.playerctl("status") == "Stopped")

    try scene.player.wait(for: "Session finished")
    for line in ["Paused at", "Resumed at", "At 1:40", "At 1:50", "At 1:20", "Volume 40%"] {
      #expect(scene.player.said.contains(line), "\(line) in \(scene.player.said)")
    }
    scene.player.endInput()
    let outcome = try scene.player.finish(code: 0)
    #expect(outcome.warned == "")
  }

  @Test("shows covers, of the folder and of the file", .needs("ffmpeg", "sox"))
  func covers() throws {
    let workspace = try Workspace(songs: ["A/A.wav": 60, "B.wav": 60])
    try workspace.run(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "color=red:s=16x16", "-frames:v", "1", "b.png"])
    try workspace.write("A/Cover.png", try workspace.read("b.png"))
    try workspace.run(
      "ffmpeg",
      [
        "-v", "error", "-i", "B.wav", "-i", "b.png", "-map", "0", "-map", "1", "-c:v", "copy",
        "-disposition:v", "attached_pic", "B.mp3",
      ])
    let scene = try PlayerScene(["--start", "A/A.wav", "B.mp3"], in: workspace)
    func cover() throws -> String? {
      let outcome = try scene.bus.run("playerctl", ["metadata", "mpris:artUrl"])
      return outcome.ending == .exit(0) ? outcome.said.trimmingEnd("\n") : nil
    }
    let isShown = try Poll.until { try cover() == "file://\(workspace.folder)/A/Cover.png" }
    #expect(isShown)
    try scene.playerctl("next")
    let isCached = try Poll.until {
      try cover()?.hasPrefix("file://\(workspace.folder)/.cache/meditate/covers/") == true
    }
    #expect(isCached)
    let path = try #require(try cover()?.dropFirst("file://".count))
    #expect(try FilePath(String(path)).read() == workspace.read("b.png"))
    try scene.playerctl("stop")
    try scene.player.finish(code: 0)
  }

  @Test("shuffles while picking, and restores the order of the list")
  func shuffle() throws {
    let scene = try PlayerScene()
    try scene.playerctl("shuffle On")
    #expect(try scene.playerctl("shuffle") == "On")
    try scene.player.wait(for: "seed")
    try scene.playerctl("shuffle Toggle")
    #expect(try scene.playerctl("shuffle") == "Off")
    try scene.refuses("play", "No player could handle this command")
  }

  @Test("'stop' ends a run that is one session, and Quit ends any as SIGTERM does")
  func ends() throws {
    let scene = try PlayerScene(["--start", "A.wav"])
    try scene.playerctl("stop")
    try scene.player.finish(code: 0)

    let other = try PlayerScene()
    #expect(try other.call(PlayerScene.root, "Quit").ending == .exit(0))
    try other.player.finish(code: 128 + SIGTERM)
  }

  @Test("Quit ends no session that is locked")
  func locked() throws {
    let scene = try PlayerScene(["--start", "A.wav"])
    try scene.player.type("lock", until: "is locked")
    #expect(try scene.call(PlayerScene.root, "Quit").ending == .exit(0))
    #expect(try scene.playerctl("status") == "Playing")
    // The signal that Quit sends would come before the answer to this line.
    try scene.player.type("status", until: "session, locked")
    try scene.player.type("unlock\nquit\n")
    try scene.player.finish(code: 0)
  }

  @Test("the position goes on between changes", arguments: ["all", "for 20m"])
  func position(line: String) throws {
    let scene = try PlayerScene(["A.wav"])
    try scene.player.type("\(line)\nstart\n")
    let goesOn = try Poll.until { Double(try scene.playerctl("position")) ?? 0 > 0.3 }
    #expect(goesOn)
  }

  @Test("a pause after the end of the input does not end the session")
  func pauseWithoutInput() throws {
    let scene = try PlayerScene(["--start", "A.wav"])
    scene.player.endInput()
    // Questions of playerctl are answered after the end of the input was handled.
    for _ in 1...5 {
      try scene.playerctl("pause")
      #expect(try scene.playerctl("status") == "Paused")
      try scene.playerctl("play")
      #expect(try scene.playerctl("status") == "Playing")
    }
    try scene.playerctl("stop")
    try scene.player.finish(code: 0)
  }

  @Test("silences have titles")
  func silences() throws {
    let scene = try PlayerScene(["A.wav"])
    try scene.player.type("for 20m, settle 5m\nstart", until: "Settling for")
    #expect(try scene.playerctl("metadata title") == "Settling")
    #expect(try scene.playerctl("metadata mpris:length") == "300000000")
    try scene.playerctl("next")
    #expect(try scene.playerctl("metadata title") == "Silence")
    #expect(try scene.playerctl("metadata mpris:length") == "1200000000")
    try scene.refuses("next", "No player could handle this command")
    try scene.refuses("previous", "No player could handle this command")
  }
}
