import MeditationTestSupport
import Testing

/// The program and a real sound server, whose sink is recorded.
@Suite("PulseAudio", .waiting, .needs("pulseaudio", "pactl", "parec"))
struct PulseTests {
  private static let seconds = 2.0

  private func server() throws -> PulseServer {
    let workspace = try Workspace()
    try workspace.write("A.wav", WaveFile(sampleRate: 44_100, seconds: Self.seconds).bytes)
    try workspace.write("Long.wav", WaveFile(sampleRate: 44_100, seconds: 60).bytes)
    return try PulseServer(in: workspace)
  }

  @Test("the song is heard, and so are the pause and the resume")
  func song() throws {
    // A busy machine lets the server run dry: such a gap is not the program's.
    for _ in 1...3 where try hearsSong(allowingGaps: true) { return }
    _ = try hearsSong(allowingGaps: false)
  }

  /// Plays a song with a pause, and checks what is heard.
  ///
  /// - Returns: True if it was heard without other gaps; only then, or if none is allowed, all else
  ///   is checked.
  private func hearsSong(allowingGaps: Bool) throws -> Bool {
    let server = try server()
    let recording = try server.record()
    let player = try server.workspace.start(
      "--driver", "pulse", "A.wav", environment: server.environment)
    try player.type("all\nstart\n")
    try recording.waitForSound(seconds: 0.5)
    try player.type("pause\n")
    try recording.waitForSilence(seconds: 0.6)
    try player.type("play\n")
    player.endInput()
    try recording.waitForSound(seconds: 0.5)
    try recording.waitForSilence(seconds: 0.6)
    let outcome = try player.finish(code: 0)
    #expect(outcome.warned == "")
    #expect(outcome.lines.last == "Session finished: 1 song heard, 0:02 listened")
    let parts = recording.parts.drop { $0.isSilent }
    if allowingGaps, parts.count > 4 { return false }
    #expect(parts.map(\.isSilent) == [false, true, false, true], "\(recording.parts)")
    let heard = parts.filter { !$0.isSilent }.reduce(0) { $0 + $1.frameCount }
    let song = Int(Self.seconds) * Recording.sampleRate
    // Two ramps of 10 ms, and room for a busy machine that lets the server run dry.
    #expect((song - 441...song + Recording.sampleRate / 4).contains(heard), "\(heard) frames")
    // Untouched but for the ramps: each sample is one of the song's.
    let samples = recording.samples.filter { $0 != 0 }
    let own = samples.count { $0 > 0 && $0 <= 4400 && $0 % 10 == 0 }
    #expect(Double(own) > 0.97 * Double(samples.count), "\(own) of \(samples.count)")
    return true
  }

  @Test("'next' and 'finish' are heard at once, and 'quit' does not wait")
  func ends() throws {
    let server = try server()
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

  @Test("a bell that is chosen at the prompt is heard")
  func preview() throws {
    let server = try server()
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
    let server = try server()
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
    let server = try server()
    let process = try server.workspace.start("drivers", environment: server.environment)
    let outcome = try process.finish(code: 0)
    #expect(outcome.lines.contains { $0.contains("  pulse ") && $0.hasSuffix("  opens") })
    #expect(outcome.warned == "")
    server.daemon.stop()
    let without = try server.workspace.meditate("drivers")
    #expect(!without.lines.contains { $0.contains(" pulse ") && $0.hasSuffix("  opens") })
  }
}
