import Glibc
import MeditationTestSupport
import SystemPackage
import Testing

/// No sound server answers, and libao's `nas` driver is there, which crashes when it fails.
///
/// Memory that was never written has a pattern that is no address.
@Suite("Without a sound server", .waiting, .needs("pulseaudio", "pactl", "parec"))
struct NoServerTests {
  /// Devices are opened with 16 bits at full volume, and else with 24.
  static let volumes = ["55", "100"]

  private let workspace: Workspace

  init() throws {
    let library = dlopen("libaudio.so.2", RTLD_LAZY)
    try #require(library != nil, "libaudio2 is not installed, which the nas driver needs")
    workspace = try Workspace()
    try workspace.makeFolder("run")
    try workspace.write("A.wav", WaveFile(seconds: 0.5).bytes)
    try workspace.write("Long.wav", WaveFile(sampleRate: 44_100, seconds: 60).bytes)
  }

  private var environment: [String: String] {
    workspace.environment(adding: [
      "MALLOC_PERTURB_": "165", "XDG_RUNTIME_DIR": workspace.place("run").string,
    ])
  }

  @Test(
    "one line says so, and the session goes on in silence",
    .enabled(if: access("/dev/snd", F_OK) != 0, "this machine has a sound card"),
    arguments: volumes)
  func start(volume: String) throws {
    let process = try workspace.start(
      "--start", "--volume", volume, "A.wav", environment: environment)
    let outcome = try process.finish(code: 0)
    #expect(outcome.warnings.count == 1, "\(outcome)")
    #expect(outcome.warned.hasPrefix("No sound device could be opened: tried "))
    #expect(outcome.warned.hasSuffix(". Continuing without sound.\n"))
    #expect(outcome.lines.last == "Session finished: 1 song heard, 0:01 listened")
  }

  @Test("the session waits for a server that died", arguments: volumes)
  func lost(volume: String) throws {
    let server = try PulseServer(in: workspace)
    let recording = try server.record()
    let player = try workspace.start(
      "--start", "Long.wav",
      environment: server.environment.merging(["MALLOC_PERTURB_": "165"]) { $1 })
    try recording.waitForSound(seconds: 0.3)
    try player.type("volume \(volume)", until: "olume \(volume)%")
    server.daemon.stop()
    try player.waitForWarnings()
    // Another try of all drivers.
    try player.type("play\n")
    try player.waitForWarnings(2)
    try server.daemon.restart()
    try player.wait(for: "The sound device is back.")
    try player.type("quit\n")
    try player.finish(code: 0)
  }

  @Test("a named driver that cannot be opened is reported in one line", arguments: volumes)
  func named(volume: String) throws {
    for driver in ["alsa", "nas", "oss", "pulse", "sndio"] {
      let listener = try SilentListener()
      let process = try workspace.start(
        "--driver", driver, "--device", "nowhere", "--start", "--volume", volume, "A.wav",
        environment: environment.merging(["AUDIOSERVER": "tcp/127.0.0.1:\(listener.port)"]) { $1 })
      let outcome = try process.finish(code: 69)
      #expect(outcome.warnings.count == 1, "\(outcome)")
      #expect(!listener.hasVisitor)
    }
  }

  @Test("nas is not opened, whatever default libao's configuration names", arguments: ["", "nas"])
  func unnamed(configured: String) throws {
    try workspace.write(".libao", "default_driver=\(configured)\n")
    let listener = try SilentListener()
    let environment = environment.merging(
      ["AUDIOSERVER": "tcp/127.0.0.1:\(listener.port)"]) { $1 }
    let drivers = try workspace.start("drivers", environment: environment).finish(code: 0)
    #expect(!drivers.said.contains("nas "))
    try workspace.start("--start", "A.wav", environment: environment).finish(code: 0)
    #expect(!listener.hasVisitor)
  }
}
