import MeditationTestSupport
import Testing

/// `meditate script --output`: each command takes effect at the exact frame of its time.
@Suite("A rendered script", .waiting) struct RenderedScriptTests {
  private static let rate = 8000
  /// 10 ms of raised cosine.
  private static let ramp = 80

  /// A song in which every sample tells where it stands.
  private static func song(_ base: Int) -> [Int16] {
    (0..<10 * rate).map { Int16(truncatingIfNeeded: base + $0 % 12_000) }
  }

  private func render(_ script: String) throws -> [Int16] {
    let workspace = try Workspace()
    for (name, base) in [("a.wav", 1), ("b.wav", 15_000)] {
      let song = WaveFile(sampleRate: Self.rate).bytes(of: Self.song(base), channelCount: 1)
      try workspace.write(name, song)
    }
    try workspace.write("it.meditate", script)
    try workspace.meditate(
      "script", "it.meditate", "a.wav", "b.wav", "--output", "out.wav")
    let file = StereoWave(rendered: try workspace.read("out.wav"))
    return file.left(0..<file.frameCount)
  }

  @Test("pauses, resumes and seeks at exact frames")
  func everything() throws {
    let samples = try render(
      """
      all
      start
      wait 2s
      expect position 2
      pause
      wait 1s
      play
      wait 0.5s
      seek 8
      wait 1.5s
      expect position 9.5
      next
      wait 1s
      """)
    let (a, b) = (Self.song(1), Self.song(15_000))
    let (rate, ramp) = (Self.rate, Self.ramp)
    try #require((6 * rate...6 * rate + ramp).contains(samples.count))

    /// Expects the frames of `song` from `place` on between these frames.
    func expect(
      _ song: [Int16], from place: Int, between first: Int, and end: Int,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      let own = song[place..<place + end - first]
      #expect(samples[first..<end].elementsEqual(own), sourceLocation: sourceLocation)
    }
    // Two seconds of the song; then, after the ramp, silence up to the third second.
    expect(a, from: 0, between: 0, and: 2 * rate)
    #expect(samples[2 * rate + ramp..<3 * rate].allSatisfy { $0 == 0 })
    // It goes on at the very frame at which the ramp down began.
    let seek = 3 * rate + rate / 2
    expect(a, from: 2 * rate + ramp, between: 3 * rate + ramp, and: seek)
    // The new place ramps up from its own frame, once the old one has ramped down.
    expect(a, from: 8 * rate + ramp, between: seek + 2 * ramp, and: 5 * rate)
    // The next song begins untouched, once the old one has ramped down.
    expect(b, from: 0, between: 5 * rate + ramp, and: 6 * rate)
  }

  @Test("bells ring out at the end of a script: written to their last frame, and played")
  func ringOut() throws {
    let workspace = try Workspace()
    try workspace.write("it.meditate", "for 1s, closing 2, bell wood\nstart\nwait end-of-session\n")
    try workspace.meditate("script", "it.meditate", "--output", "out.wav")
    let file = StereoWave(rendered: try workspace.read("out.wav"))
    let wood = Int(StruckSound.wood.length * 44_100)
    #expect((0...1).contains(file.frameCount - 5 * 44_100 - wood))
    #expect(file.left((5 * 44_100)..<file.frameCount).contains { abs($0) > 1_000 })
    let live = try workspace.meditate(
      "script", "it.meditate", "--live", "--driver", "null", "--format", "json")
    #expect(live.lines.count { $0.contains(#""kind":"closing""#) } == 2)
  }

  @Test("a pause is written as silence of its length")
  func silence() throws {
    let samples = try render("2\nstart\nwait 1s\npause\nwait 60s\nplay\nwait end-of-session\n")
    #expect(samples.count == (10 + 60) * Self.rate)
  }
}
