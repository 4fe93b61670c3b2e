import MeditationTestSupport
import SystemPackage
import Testing

/// The alsa driver without a card: what it plays is written to a file and goes on to PulseAudio, by
/// ALSA's plugins.
@Suite(
  "ALSA", .waiting, .needs("pulseaudio", "pactl", "parec"),
  .enabled(if: AlsaPlugin.isInstalled, "ALSA's plugin for PulseAudio is not installed"))
struct AlsaTests {
  private static let rate = Recording.sampleRate
  private static let ramp = rate / 100

  private let server: PulseServer
  private let recording: Recording
  private var workspace: Workspace { server.workspace }

  init() throws {
    let workspace = try Workspace()
    server = try PulseServer(in: workspace)
    recording = try server.record()
    try workspace.write(
      ".asoundrc",
      """
      pcm.!default {
        type file
        file "\(workspace.place("played.raw").string)"
        format "raw"
        slave.pcm "server"
      }
      pcm.server {
        type pulse
        server "\(server.daemon.address)"
      }

      """)
  }

  /// Noise without a sample of zero.
  private func makeSong(seconds: Int) throws -> [Int16] {
    var generator = SeededGenerator(seed: 14)
    let song = (0..<seconds * Self.rate).map { _ in
      Int16.random(in: 1...8_000, using: &generator) * (Bool.random(using: &generator) ? 1 : -1)
    }
    try workspace.write("Song.wav", StereoWave.both(song, sampleRate: Self.rate).bytes)
    return song
  }

  /// Starts to play the song. The server is found through ALSA alone.
  ///
  /// On a busy machine ALSA may take longer than the program waits for a driver, which is said; then
  /// it is tried again. With a plan the device is kept after a sign of an underrun: opened anew, ALSA
  /// would begin the file again.
  private func play() throws -> RunningProcess {
    for _ in 0..<20 {
      let player = try workspace.start(
        "--driver", "alsa", "--device", "default", "--plan", "off, bells every 1h", "--start",
        "Song.wav"
      )
      try player.wait { $0.said.contains("playing: ") || !$0.diagnostics.isEmpty }
      if player.diagnostics.isEmpty { return player }
      let outcome = try player.finish()
      guard outcome.warned.contains("does not answer") else {
        throw RunningProcess.Trouble.ended(outcome)
      }
    }
    throw Late()
  }

  /// ALSA never opened in time.
  private struct Late: Error {}

  /// The left channel of what the driver was given.
  private func played() throws -> [Int16] { try workspace.read("played.raw").samples(every: 4) }

  @Test("the song is played to its last frame, and nothing of it again")
  func end() throws {
    let song = try makeSong(seconds: 1)
    let player = try play()
    player.endInput()
    let outcome = try player.finish(code: 0)
    #expect(outcome.warned == "")
    let sound = try played()
    let start = try #require(sound.firstIndex { $0 != 0 })
    #expect(sound[start...].starts(with: song))
    #expect(sound[(start + song.count)...].allSatisfy { $0 == 0 })
    // As heard: the end of the song, then silence alone.
    try recording.waitForSilence(seconds: 0.6)
    let heard = recording.samples
    let last = try #require(heard.lastIndex { $0 != 0 })
    #expect(heard[...last].suffix(400).elementsEqual(song.suffix(400)))
  }

  @Test("a pause and a resume lose no frame, and play none twice")
  func pause() throws {
    let song = try makeSong(seconds: 3)
    let player = try play()
    try recording.waitForLoudness(seconds: 0.5)
    try player.type("pause\n")
    try recording.waitForSilence(seconds: 0.6)
    try player.type("play\n")
    player.endInput()
    let outcome = try player.finish(code: 0)
    #expect(outcome.warned == "")

    let sound = try played()
    let start = try #require(sound.firstIndex { $0 != 0 })
    let first = zip(sound[start...], song).prefix { $0 == $1 }.count
    #expect(first > Self.rate / 4)
    // A ramp down, silence, and the same frames again with a ramp up.
    let silence = start + first + Self.ramp
    let resumed = try #require(sound[silence...].firstIndex { $0 != 0 })
    #expect(resumed - silence > Self.ramp)
    let rest = song[(first + Self.ramp)...]
    let next = try #require(
      sound[resumed...].indices.first { sound[$0...].starts(with: rest.prefix(100)) })
    // The first frames of a ramp up are rounded to nothing, those of a ramp down to the song's own.
    #expect((-8...8).contains(next - resumed - Self.ramp))
    #expect(sound[next...].starts(with: rest))
    #expect(sound[(next + rest.count)...].allSatisfy { $0 == 0 })
  }

  @Test("a server that dies is a lost device, and playing resumes when it is back")
  func lost() throws {
    _ = try makeSong(seconds: 60)
    let player = try play()
    try recording.waitForLoudness(seconds: 0.3)
    server.daemon.stop()
    try player.waitForWarnings()
    try server.daemon.restart()
    let second = try server.record()
    try player.wait(for: "The sound device is back.")
    try second.waitForLoudness(seconds: 0.3)
    try player.type("quit\n")
    let outcome = try player.finish(code: 0)
    #expect(
      outcome.warnings == [
        "The sound device is gone: alsa stopped accepting sound. "
          + "Playing resumes when it returns; 'play' tries now."
      ])
  }

  @Test("a server is used without ALSA, unless the user's own configuration names alsa")
  func preferred() throws {
    func best() throws -> String? {
      let process = try workspace.start("drivers", environment: server.environment)
      let outcome = try process.finish()
      #expect(outcome.lines.contains { $0.contains("  alsa ") && $0.hasSuffix("  opens") })
      return outcome.lines.first { $0.contains("* ") }
    }
    #expect(try best()?.contains(" pulse ") == true)
    try workspace.write(".libao", "default_driver=alsa\n")
    #expect(try best()?.contains(" alsa ") == true)
  }
}
