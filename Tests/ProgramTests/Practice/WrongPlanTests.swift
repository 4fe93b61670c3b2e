import MeditationSystem
import MeditationTestSupport
import SystemPackage
import Testing

/// Sets and playlists whose plan is not valid.
@Suite("A plan that is not valid", .waiting)
struct WrongPlanTests {
  private static let plan = "for 4s, opning 1"
  private static let reason =
    "The plan of 'Bad' is not valid: 'opning' does not belong in a plan. Did you mean 'opening'?"

  /// A home with the set "Bad", and a playlist of the same name.
  private func workspace() throws -> Workspace {
    let workspace = try Workspace(songs: ["A.wav": 2])
    let song = workspace.place("A.wav").string
    for name in [".local/share/meditate/sets/Bad.m3u8", "Bad.m3u8"] {
      try workspace.write(name, "#EXTM3U\n#MEDITATE: \(Self.plan)\n\(song)\n")
    }
    return workspace
  }

  @Test(
    "whatever needs it is refused, for one reason and with one exit code",
    arguments: [
      "sets show bad", "check bad", "sets export bad x.m3u8", "sets export bad x.md",
      "sets bundle bad x.zip", "sit bad --driver null", "sit 10m bad --driver null",
      "sit ./Bad.m3u8 --driver null", "Bad.m3u8 --start --driver null",
      "Bad.m3u8 --start --output x.wav", "check ./Bad.m3u8", "sets bundle ./Bad.m3u8 x.zip",
    ])
  func refused(line: String) throws {
    let workspace = try workspace()
    let outcome = try workspace.meditate(line.split(separator: " ").map(String.init), code: 64)
    #expect(outcome.warnings == [Self.reason])
    #expect(outcome.said == "")
    for name in ["x.m3u8", "x.md", "x.zip", "x.wav"] {
      #expect(!workspace.place(name).isThere)
    }
  }

  @Test("the list of sets says so")
  func listed() throws {
    let outcome = try workspace().meditate("sets")
    #expect(outcome.said.contains("its plan is not valid: 'opning' does not belong in a plan."))
  }

  @Test("a playlist's own plan comes before that of the setting")
  func setting() throws {
    let workspace = try workspace()
    try workspace.write(".config/meditate/config", "plan = for 9s\n")
    try workspace.write("Good.m3u8", "#EXTM3U\n#MEDITATE: for 4s\nA.wav\n")
    try workspace.meditate("Good.m3u8", "--start", "--output", "own.raw")
    for length in ["3s", "4s"] {
      try workspace.meditate("Good.m3u8", "--start", "--output", "\(length).raw", "--for", length)
    }
    // The last ramp makes each of them 10 ms longer than its session.
    let own = try workspace.read("own.raw").count
    #expect(try workspace.read("4s.raw").count == own)
    #expect(try workspace.read("3s.raw").count < own)
  }

  @Test("a plan of the setting that is too long is said, with the place of the setting")
  func usual() throws {
    let workspace = try workspace()
    try workspace.write(".config/meditate/config", "plan = 20h Sit; 20h Walk\n")
    let outcome = try workspace.meditate("A.wav", "--start", "--driver", "null", code: 64)
    #expect(
      outcome.warnings.first?.hasSuffix(
        "config:1: The usual plan is not valid: A time is longer than 0 and at most 24 hours.")
        == true, "\(outcome)")
  }
}
