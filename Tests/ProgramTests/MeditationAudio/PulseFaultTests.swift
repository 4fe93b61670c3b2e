import Glibc
import MeditationTestSupport
import Testing

/// A real sound server that dies, hangs, or finds the program stopped.
@Suite("PulseAudio in trouble", .waiting, .needs("pulseaudio", "pactl", "parec"))
struct PulseFaultTests {
  /// A long song that is heard already.
  private func listening() throws -> (server: PulseServer, player: RunningProcess) {
    let server = try PulseServer.withSongs()
    let recording = try server.record()
    let player = try server.workspace.start(
      "--driver", "pulse", "--start", "Long.wav", environment: server.environment)
    try recording.waitForSound(seconds: 0.3)
    return (server, player)
  }

  @Test(
    "a server that dies is reported in one line; when it is back, the session resumes by itself",
    arguments: [false, true])
  func back(asked: Bool) throws {
    let (server, player) = try listening()
    server.daemon.stop()
    try player.waitForWarnings()
    try player.type("status", until: "no sound device")
    try server.daemon.restart()
    let second = try server.record()
    if asked { try player.type("play\n") }
    try second.waitForSound(seconds: 0.3)
    try player.type("quit\n")
    let outcome = try player.finish(code: 0)
    #expect(
      outcome.warnings == [
        "The sound device is gone: pulse stopped accepting sound. "
          + "Playing resumes when it returns; 'play' tries now."
      ])
    #expect(outcome.lines.contains { $0.hasPrefix("1 paused: Long, 0:0") }, "\(outcome)")
    #expect(outcome.lines.contains("The sound device is back.") || asked, "\(outcome)")
    #expect(outcome.lines.last?.hasPrefix("Session left: ") == true, "\(outcome)")
  }

  @Test("a session that the user paused stays paused when the server is back")
  func paused() throws {
    let (server, player) = try listening()
    server.daemon.stop()
    try player.waitForWarnings()
    try player.type("pause\n")
    try server.daemon.restart()
    try player.wait(for: "The sound device is back.")
    try player.type("status\nplay\n")
    try server.record().waitForSound(seconds: 0.3)
    try player.type("quit\n")
    let outcome = try player.finish(code: 0)
    let after = outcome.lines.drop { $0 != "The sound device is back." }.dropFirst()
    #expect(
      after.map { $0.prefix { $0 != ":" } } == ["1 paused", "Resumed at 0", "Session left"],
      "\(outcome)")
  }

  @Test("'quit' does not wait for a server that plays nothing any more")
  func frozen() throws {
    let (server, player) = try listening()
    server.daemon.freeze()
    try player.type("quit\n")
    try player.finish(code: 0)
  }

  @Test("a stopped and continued program plays the rest of the song")
  func stopped() throws {
    let server = try PulseServer.withSongs()
    let recording = try server.record()
    let player = try server.workspace.start(
      "--driver", "pulse", "--start", "A.wav", environment: server.environment)
    try recording.waitForSound(seconds: 0.5)
    player.signal(SIGSTOP)
    try recording.waitForSilence(seconds: 0.6)
    player.signal(SIGCONT)
    try recording.waitForSound(seconds: 0.3)
    try recording.waitForSilence(seconds: 0.6)
    let outcome = try player.finish(code: 0)
    #expect(outcome.warned == "")
    #expect(outcome.lines.last == "Session finished: 1 song heard, 0:02 listened")
    let heard = recording.soundFrameCount
    // A server that has run dry may mix what comes first too late: at most the half of its 200 ms that
    // the sink has.
    #expect(heard >= 2 * Recording.sampleRate - Recording.sampleRate / 10, "\(heard) frames")
  }

  @Test("'-o' and '--device' say which server and which sink")
  func options() throws {
    let server = try PulseServer.withSongs()
    let recording = try server.record()
    let (address, workspace) = ("server=\(server.daemon.address)", server.workspace)
    let player = try workspace.start(
      "--driver", "pulse", "-o", address, "--device", "null", "--start", "A.wav",
      environment: workspace.environment)
    try recording.waitForSound(seconds: 0.3)
    player.signal(SIGINT)
    try player.finish(code: 128 + SIGINT)
    try workspace.meditate(
      "--driver", "pulse", "-o", address, "--device", "nowhere", "--start", "A.wav", code: 69)
  }
}
