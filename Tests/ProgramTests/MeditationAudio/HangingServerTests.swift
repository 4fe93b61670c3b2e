import MeditationTestSupport
import Testing

/// A real sound server that hangs for a while.
@Suite("A sound server that hangs", .waiting, .needs("pulseaudio", "pactl", "parec"))
struct HangingServerTests {
  private static let gone =
    "The sound device is gone: pulse does not answer. "
    + "Playing resumes when it returns; 'play' tries now."

  private let server: PulseServer
  private let recording: Recording

  init() throws {
    let workspace = try Workspace()
    try workspace.write("Long.wav", WaveFile(sampleRate: 44_100, seconds: 600).bytes)
    server = try PulseServer(in: workspace)
    recording = try server.record()
  }

  private func start(_ arguments: String...) throws -> RunningProcess {
    try server.workspace.start(arguments + ["Long.wav"], environment: server.environment)
  }

  @Test(
    "before the start: one line says so, the session runs, and sound comes when the server does")
  func before() throws {
    server.daemon.freeze()
    let player = try start()
    try player.type("1\nstart\n")
    try player.waitForWarnings()
    try player.waitForStatus("1 playing: Long, 0:01 of")
    server.daemon.goOn()
    try player.wait(for: "The sound device is back.")
    try recording.waitForSound(seconds: 0.3)
    try player.type("quit\n")
    let outcome = try player.finish(code: 0)
    let line = try #require(outcome.warnings.first)
    #expect(line.hasPrefix("No sound device could be opened: tried pulse (no answer), alsa"))
    #expect(line.hasSuffix(". Continuing without sound."))
  }

  @Test("a named driver that hangs is reported at once, and 'drivers' does not wait for it")
  func named() throws {
    server.daemon.freeze()
    let drivers = try server.workspace.start("drivers", environment: server.environment)
    let outcome = try start("--driver", "pulse", "--start").finish(code: 69)
    #expect(
      outcome.warnings == [
        "The sound driver 'pulse' cannot be opened: it does not answer. "
          + "'meditate drivers' lists those that can; '--driver null' plays silently."
      ])
    let listed = try drivers.finish(code: 0)
    let row = listed.lines.first { $0.contains("  pulse ") }
    #expect(row?.hasSuffix("  does not answer") == true, "\(listed)")
    #expect(listed.warned == "")
  }

  @Test("while a song plays: the session waits for it, and answers")
  func during() throws {
    let player = try start("--start")
    try recording.waitForSound(seconds: 0.3)
    server.daemon.freeze()
    try player.waitForWarnings()
    try player.type("status", until: "no sound device")
    server.daemon.goOn()
    try player.wait(for: "The sound device is back.")
    try recording.waitForSound(seconds: 0.3)
    try player.type("quit\n")
    let outcome = try player.finish(code: 0)
    #expect(outcome.warnings == [Self.gone])
    // Nothing was counted that was not played.
    #expect(outcome.lines.contains { $0.hasPrefix("1 paused: Long, 0:0") }, "\(outcome)")
  }

  @Test("during a pause: 'play' finds out, and playing resumes when the server does")
  func paused() throws {
    let player = try start("--start")
    try recording.waitForSound(seconds: 0.3)
    try player.type("pause\n")
    try recording.waitForSilence(seconds: 0.6)
    server.daemon.freeze()
    try player.type("play\n")
    try player.waitForWarnings()
    server.daemon.goOn()
    try player.wait(for: "The sound device is back.")
    try recording.waitForSound(seconds: 0.3)
    try player.type("quit\n")
    let outcome = try player.finish(code: 0)
    #expect(outcome.warnings == [Self.gone])
  }
}
