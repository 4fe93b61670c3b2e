import MeditationTestSupport
import Testing

/// The program and a real sound server, whose sink is recorded.
@Suite("PulseAudio", .waiting, .needs("pulseaudio", "pactl", "parec"))
struct PulseTests {
  @Test("'next' and 'finish' are heard at once, and 'quit' does not wait")
  func ends() throws {
    let server = try PulseServer.withSongs()
    let recording = try server.record()
    let player = try server.workspace.start(
      "--driver", "pulse", "Long.wav", "A.wav", environment: server.environment)
    try player.type("all\nstart\n")
    try recording.waitForSound(seconds: 0.3)
    try player.type("finish\n")
    try player.wait(for: "Session finished: 1 song heard")
    try recording.waitForSilence(seconds: 0.3)
    try player.type("start\n")
    try recording.waitForSound(seconds: 0.3)
    try player.type("quit\n")
    let outcome = try player.finish(code: 0)
    #expect(outcome.warned == "")
    try recording.waitForSilence(seconds: 0.3)
  }

  @Test("the last frame of the last song is heard before the program exits by itself")
  func lastFrame() throws {
    let server = try PulseServer.withSongs()
    let recording = try server.record()
    let player = try server.workspace.start(
      "--start", "A.wav", "--driver", "pulse", environment: server.environment)
    _ = try player.finish(code: 0)
    try recording.waitForSilence(seconds: 0.3)
    // The song of 2 s; its last frames are near zero.
    #expect(recording.soundFrameCount > Recording.sampleRate * 2 - Recording.sampleRate / 100)
  }

  @Test("a bell that is chosen at the prompt is heard")
  func preview() throws {
    let server = try PulseServer.withSongs()
    let recording = try server.record()
    let player = try server.workspace.start(
      "A.wav", "--driver", "pulse", environment: server.environment)
    try player.type("bell gong\n")
    try recording.waitForLoudness(seconds: 1)
    try player.type("quit\n")
    let outcome = try player.finish(code: 0)
    #expect(outcome.warned == "")
  }

  @Test("a mono song does not make a session with a plan mono")
  func channels() throws {
    let server = try PulseServer.withSongs()
    try server.workspace.write(
      "Right.wav", StereoWave.rightOnly(sampleRate: 44_100, seconds: 20).bytes)
    let recording = try server.record()
    let player = try server.workspace.start(
      "sit", "20s", "A.wav", "Right.wav", "--plan", "off, bells at 19s", "--driver", "pulse",
      environment: server.environment)
    // Behind the first song, the right side alone sounds.
    try recording.process.wait { process in
      let second = Array(process.output.suffix(Recording.sampleRate * 4))
      return second.samples(every: 4).allSatisfy { $0 == 0 }
        && second.samples(from: 2, every: 4).count { $0 != 0 } > Recording.sampleRate / 2
    }
    try player.type("quit\n")
    #expect(try player.finish().warned == "")
  }

  @Test("'drivers' finds it")
  func drivers() throws {
    let server = try PulseServer.withSongs()
    let process = try server.workspace.start("drivers", environment: server.environment)
    let outcome = try process.finish(code: 0)
    #expect(outcome.lines.contains { $0.contains("  pulse ") && $0.hasSuffix("  opens") })
    #expect(outcome.warned == "")
    server.daemon.stop()
    let without = try server.workspace.meditate("drivers")
    #expect(!without.lines.contains { $0.contains(" pulse ") && $0.hasSuffix("  opens") })
  }
}
