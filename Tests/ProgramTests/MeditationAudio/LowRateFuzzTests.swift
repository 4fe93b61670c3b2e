import MeditationTestSupport
import SystemPackage
import Testing

/// Small files whose headers claim the lowest sample rates, as songs and beneath them.
@Suite("Random low sample rates", .waiting, .needs("bash"))
struct LowRateFuzzTests {
  @Test("take neither gigabytes nor the program's life")
  func rates() async throws {
    let workspace = try Workspace(songs: ["Song.wav": 2])
    try await Fuzzing.repeatedly(12) { seed in
      var random = SeededGenerator(seed: seed)
      let channelCount = Int.random(in: 1...8, using: &random)
      let frameCount = Int.random(in: 1...20_000, using: &random)
      let samples = (0..<frameCount * channelCount).map { _ in Int16.random(in: .min ... .max) }
      let rate =
        [
          Int.random(in: 1...20, using: &random), Int.random(in: 900...1_100, using: &random),
          Int.random(in: 1...8_000, using: &random),
        ].randomElement(using: &random) ?? 1
      try workspace.write(
        "low.wav", WaveFile(sampleRate: rate).bytes(of: samples, channelCount: channelCount))
      let parts = [
        ["low.wav"], ["Song.wav", "low.wav"], ["Song.wav", "--plan", "under low.wav"],
        ["Song.wav", "--plan", "voice low.wav"],
        ["Song.wav", "--plan", "bell low.wav, opening 1"],
      ]
      let words = parts.randomElement(using: &random) ?? []
      let output = [8_000, 44_100, 192_000].randomElement(using: &random) ?? 44_100
      // A file of some hours at 1 Hz would be a long one.
      let arguments =
        ["--output", "out.wav", "--force", "--rate", "\(output)", "--for", "10s", "--start"] + words
      let limited = "ulimit -v 1500000; \"${@}\"; echo \"code ${?}\""
      let said = try workspace.ask(
        "bash", ["-c", limited, "bash", Meditate.path.string] + arguments)
      let code = said.split(separator: "\n").last.map(String.init) ?? ""
      // As a bell, a layer or a voice, what is below 1 kHz is a mistake of the plan.
      let codes = ["code 0", "code 2", "code 3"] + (rate < 1_000 ? ["code 64"] : [])
      #expect(codes.contains(code), "seed \(seed), \(rate) Hz: \(arguments)")
    }
  }
}
