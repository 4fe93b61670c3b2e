import MeditationTestSupport
import Testing

/// The program on a real sound server, where the sink that it plays on goes away.
@Suite("Headphones that are unplugged", .waiting, .needs("pulseaudio", "pactl", "parec"))
struct UnpluggedTests {
  /// A session that is heard in the sink "headphones", beside the speakers, which are recorded.
  private struct Scene {
    let server: PulseServer
    let player: RunningProcess
    let speakers: Recording
    /// The number of the module of the headphones.
    let headphones: String

    /// - Parameter form: What the sink says it is.
    init(_ arguments: String..., form: String = "headphone") throws {
      server = try PulseServer.withSongs()
      headphones = try Self.control(
        server,
        [
          "load-module", "module-null-sink", "sink_name=headphones",
          "sink_properties=device.form_factor=\(form)",
        ])
      _ = try Self.control(server, ["set-default-sink", "headphones"])
      speakers = try server.record()
      let recording = try server.record(from: "headphones.monitor")
      player = try server.workspace.start(
        ["--driver", "pulse"] + arguments, environment: server.environment)
      try recording.waitForLoudness(seconds: 0.2)
    }

    func unplug() throws { _ = try control("unload-module", headphones) }

    /// Moves the stream of the program to the speakers, as a user does.
    func move() throws {
      let streams = try control("list", "short", "sink-inputs")
      let number = try #require(streams.split(separator: "\t").first)
      _ = try control("move-sink-input", String(number), "null")
    }

    func control(_ arguments: String...) throws -> String {
      try Self.control(server, arguments)
    }

    private static func control(_ server: PulseServer, _ arguments: [String]) throws -> String {
      let tool = try server.workspace.startTool(
        "pactl", arguments, environment: server.environment)
      tool.endInput()
      return try tool.finish(code: 0).lines.first ?? ""
    }
  }

  @Test(
    "the session pauses with the reason, and 'play' goes on on the speakers",
    arguments: [
      ("headphone", "The headphones are gone. 'play' goes on."),
      ("speaker", "The sound has moved to other speakers. 'play' goes on."),
    ])
  func unplugged(form: String, line: String) throws {
    let scene = try Scene("--start", "Long.wav", form: form)
    try scene.unplug()
    try scene.player.waitForWarnings()
    try scene.player.type("status", until: "paused: Long")
    try scene.player.type("play", until: "Resumed at 0:0")
    try scene.speakers.waitForSound(seconds: 0.3)
    try scene.player.type("quit\n")
    let outcome = try scene.player.finish(code: 0)
    #expect(outcome.warnings == [line])
  }

  @Test("what the user moves plays on, also where the sink that it left is removed later")
  func moved() throws {
    let scene = try Scene("--start", "Long.wav")
    try scene.move()
    try scene.speakers.waitForSound(seconds: 0.5)
    try scene.unplug()
    try scene.speakers.waitForSound(seconds: 0.5)
    try scene.player.type("status", until: "playing: Long")
    try scene.player.type("quit\n")
    #expect(try scene.player.finish(code: 0).warned == "")
  }

  @Test("with 'on-unplug = play', it plays on")
  func playsOn() throws {
    let scene = try Scene("--on-unplug", "play", "--start", "Long.wav")
    try scene.unplug()
    try scene.speakers.waitForSound(seconds: 0.5)
    try scene.player.type("quit\n")
    #expect(try scene.player.finish(code: 0).warned == "")
  }

  @Test("the bells of a silent sit go on, which one line says")
  func bells() throws {
    let scene = try Scene("sit", "60s", "--plan", "off, opening 3 gong 1s apart")
    try scene.unplug()
    try scene.player.wait(for: "The headphones are gone. The bells go on.")
    try scene.speakers.waitForLoudness(seconds: 0.5)
    try scene.player.type("quit\n")
    #expect(try scene.player.finish(code: 0).warned == "")
  }

  @Test("a server that ends after that is found again by 'play'")
  func serverEnds() throws {
    let scene = try Scene("--start", "Long.wav")
    try scene.unplug()
    try scene.player.waitForWarnings()
    scene.server.daemon.stop()
    try scene.server.daemon.restart()
    let speakers = try scene.server.record()
    try scene.player.type("status", until: "paused: Long")
    try scene.player.type("play\n")
    try speakers.waitForSound(seconds: 0.3)
    try scene.player.type("quit\n")
    let warnings = try scene.player.finish(code: 0).warnings
    // What was just written may find that the server has ended.
    #expect(warnings.first == "The headphones are gone. 'play' goes on.")
  }
}
