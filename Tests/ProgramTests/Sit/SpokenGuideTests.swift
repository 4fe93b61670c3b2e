import MeditationTestSupport
import Testing

/// `guide` with a program that speaks.
@Suite("A spoken guide", .waiting) struct SpokenGuideTests {
  /// Half a second, loud from its first frame on.
  private static let sentence = StereoWave.both(
    [Int16](repeating: 8_000, count: 22_050), sampleRate: 44_100)

  private static let guide = """
    0:02 Let the breath settle.
    +0:03 Let the breath settle.
    at end -0:03 Come back.
    """

  private func render(speaking command: String, in workspace: Workspace) throws -> (
    outcome: Outcome, file: StereoWave
  ) {
    try workspace.write("guide.txt", Self.guide)
    try workspace.write("sentence.wav", Self.sentence.bytes)
    let outcome = try workspace.meditate(
      "sit", "12s", "--plan", "off, settle 1s, guide ./guide.txt", "--speak", command, "--output",
      "x.wav")
    return (outcome, StereoWave(rendered: try workspace.read("x.wav")))
  }

  /// The frames at which sound follows silence.
  private func onsets(in file: StereoWave) -> [Int] {
    let samples = file.left(0..<file.frameCount)
    return samples.indices.filter { samples[$0] != 0 && ($0 == 0 || samples[$0 - 1] == 0) }
  }

  @Test("each sentence begins at its exact frame")
  func frames() throws {
    let workspace = try Workspace()
    let frames = [3, 6, 10].map { $0 * 44_100 }
    let (outcome, file) = try render(speaking: "cat sentence.wav", in: workspace)
    #expect(outcome.lines.count { $0 == "Let the breath settle." } == 2)
    #expect(onsets(in: file) == frames)
  }

  @Test(
    "a program that fails is told in one line, and the guide is printed",
    arguments: [
      ("cat nothing.wav", "'cat' failed with exit code 1"),
      ("./nothing", "'./nothing' cannot be started: No such file or directory"),
      ("cat guide.txt", "'cat' wrote no WAV"),
      ("head -c 40 sentence.wav", "'head' wrote no WAV"),
    ])
  func failure(command: String, reason: String) throws {
    let (outcome, file) = try render(speaking: command, in: Workspace())
    #expect(outcome.warned.contains("The guide is printed, not spoken: \(reason).\n"))
    #expect(outcome.lines.contains("Come back."))
    #expect(onsets(in: file) == [])
  }
}
