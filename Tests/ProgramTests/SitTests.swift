import CommandLanguage
import SessionControl
import SystemPackage
import Testing

@testable import meditate

/// `meditate sit`, and `--for` and `--plan` of the main command.
@Suite("Sitting")
struct SitTests {
  @Test(
    "the length comes first, then paths; --plan replaces the usual plan",
    arguments: [
      (["20m"], nil, nil, "\(UsualPlan.line), for 20m", []),
      (["1:10:00", "A.wav", "B"], nil, nil, "\(UsualPlan.line), for 1:10:00", ["A.wav", "B"]),
      (["90s"], "", nil, "for 1:30", []),
      (["A.wav"], "bells every 5m", nil, "bells every 5m", ["A.wav"]),
      ([], "closing 3, for 20m", nil, "closing 3, for 20m", []),
      (["5m"], "for 20m", "10m", "for 20m, for 5m", []),
      ([], "closing 3", "10m", "closing 3, for 10m", []),
      (["open"], "closing 3", nil, "closing 3, for open", []),
      (["songs", "A.wav"], "closing 3", nil, "closing 3, for songs", ["A.wav"]),
      // A file named like a length is named with its directory.
      (["./20m", "A.wav"], "fade 5s", nil, "fade 5s", ["./20m", "A.wav"]),
    ] as [([String], String?, String?, String, [String])])
  func plans(words: [String], plan: String?, length: String?, line: String, paths: [String]) throws
  {
    let plan = try SitPlan(
      words, plan: plan.map(PlanStep.typed), length: length.map(PlanStep.typedLength),
      findSet: { _ in (nil, nil) }, isThere: { ["A.wav", "B", "./20m", "20m"].contains($0) })
    #expect(PlanText.line(of: plan.steps) == line)
    #expect(plan.paths == paths)
  }

  @Test(
    "64: an argument that is neither a length nor a file says what is possible",
    arguments: [
      ([], "How long? Write 'meditate sit 20m', or name songs: 'meditate sit PATH ...'."),
      (
        ["--plan", "closing 3"],
        "How long? Write 'meditate sit 20m', or name songs: 'meditate sit PATH ...'."
      ),
      (
        ["--plan", "for 20m, plan off"],
        "How long? Write 'meditate sit 20m', or name songs: 'meditate sit PATH ...'."
      ),
      (
        ["songs"], "How long? Write 'meditate sit 20m', or name songs: 'meditate sit PATH ...'."
      ),
      (
        ["twenty"],
        "'twenty' is neither a length, a set nor a file. Write 'meditate sit 20m', "
          + "or name songs: 'meditate sit PATH ...'."
      ),
      (["1:5"], "'1:5' is not a time. Did you mean '1:05'?"),
      (["25h"], "A time is longer than 0 and at most 24 hours. Example: 'for 20m'."),
      (
        ["20m", "--plan", "bell nowhere.wav"],
        "The bell cannot be read: nowhere.wav: the file does not exist. 'bell bowl' needs no file."
      ),
    ])
  func usage(arguments: [String], message: String) throws {
    let outcome = try Workspace().meditate(["sit", "--driver", "null"] + arguments)
    #expect(outcome.ending == .exit(64))
    #expect(outcome.said == "")
    #expect(outcome.warned == "\(message)\n")
  }

  @Test("2: none of its songs can be played")
  func nothingPlayable() throws {
    let workspace = try Workspace()
    try workspace.write("A.txt", "")
    let outcome = try workspace.meditate("sit", "20m", "A.txt")
    #expect(outcome.ending == .exit(2))
    #expect(outcome.warnings.last == "A.txt: the file is empty")
  }

  @Test("a sit of songs starts at once, and ends with them")
  func songs() throws {
    let workspace = try Workspace()
    for name in ["A.wav", "B.wav"] { try workspace.write(name, WaveFile(seconds: 1).bytes) }
    let outcome = try workspace.meditate(
      "sit", "--plan", "for songs", "--output", "out.raw", "A.wav", "B.wav")
    #expect(outcome.ending == .exit(0))
    #expect(outcome.lines.last == "Session finished: 2 songs heard, 0:02 listened")
    #expect(
      try workspace.left("out.raw") == WaveFile(seconds: 1).sound + WaveFile(seconds: 1).sound)
  }

  @Test("a plan comes from the options, which go before the settings")
  func mainCommand() throws {
    let workspace = try Workspace()
    try workspace.write("A.wav", WaveFile(seconds: 1).bytes)
    for folder in [".config", ".config/meditate"] { try workspace.makeFolder(folder) }
    try workspace.write(
      ".config/meditate/config", "plan = settle 10s, closing 3 # mine\nfor = 20m\n")
    func plan(_ arguments: String...) throws -> String? {
      try workspace.meditate(["--driver", "null", "A.wav"] + arguments, typing: "plan\n").lines
        .last { $0.hasPrefix("Plan: ") }
    }
    #expect(try plan() == "Plan: for 20m, settle 10s, closing 3")
    #expect(try plan("--for", "open") == "Plan: for open, settle 10s, closing 3")
    #expect(try plan("--plan", "fade 5s") == "Plan: for 20m, fade 5s")
  }

  @Test("a bell's file is found from the working directory, and from the home directory")
  func bellFiles() throws {
    let workspace = try Workspace()
    for name in ["A.wav", "my bell.wav"] { try workspace.write(name, WaveFile(seconds: 1).bytes) }
    let outcome = try workspace.meditate(
      "--driver", "null", "--plan", "bell \"my bell.wav\"", "A.wav",
      typing: "plan\nbell ~/A.wav\nbell B.wav\nclosing 3, bell B.wav\n")
    let folder = workspace.folder.string
    #expect(
      outcome.lines.filter { $0.hasPrefix("Plan: ") || $0.hasPrefix("Bell ") }
        == ["Plan: bell \"\(folder)/my bell.wav\"", "Bell \(folder)/A.wav"])
    #expect(
      outcome.warnings
        == Array(
          repeating: "The bell cannot be read: B.wav: the file does not exist. "
            + "'bell bowl' needs no file.",
          count: 2))
  }

  @Test("a script has the commands of the plan, and their refusals")
  func script() throws {
    let workspace = try Workspace()
    try workspace.write(
      "it.meditate",
      """
      song "One" 0:05
      for 20m, bells at 5m, 12:30, closing 3
      bell nowhere.wav
      expect refusal bell-unreadable
      all
      """)
    let outcome = try workspace.meditate("script", "it.meditate")
    #expect(outcome.lines == ["it.meditate: 1 expectation, all held"])
    #expect(outcome.ending == .exit(0))
  }

  @Test("a script with a plan needs no songs")
  func silentScript() throws {
    let workspace = try Workspace()
    try workspace.write("it.meditate", "for 20m, closing 3\nexpect phase picking\n")
    let outcome = try workspace.meditate("script", "it.meditate")
    #expect(outcome.lines == ["it.meditate: 1 expectation, all held"])
    try workspace.write("it.meditate", "plan\n")
    #expect(try workspace.meditate("script", "it.meditate").ending == .exit(64))
  }
}
