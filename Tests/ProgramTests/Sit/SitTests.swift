import MeditationControl
import MeditationLanguage
import MeditationPlan
import MeditationTestSupport
import SystemPackage
import Testing

@testable import meditate

/// `meditate sit`, and `--for` and `--plan` of the main command.
@Suite("Sitting", .waiting)
struct SitTests {
  private static let usual = UsualPlan.stored.line

  @Test(
    "the length comes first, then paths; --plan adds to the usual plan, 'off' begins without",
    arguments: [
      (["20m"], "", "\(usual), for 20m", []),
      (["1:10:00", "A.wav", "B"], "", "\(usual), for 1:10:00", ["A.wav", "B"]),
      (["90s"], "off", "\(usual), plan off, for 1:30", []),
      (["A.wav"], "bells every 5m", "\(usual), bells every 5m", ["A.wav"]),
      ([], "closing 1, for 20m", "\(usual), closing 1, for 20m", []),
      ([], "off, closing 3, for 20", "\(usual), plan off, closing 3, for 20m", []),
      (["open"], "off, closing 3", "\(usual), plan off, for open, closing 3", []),
      (["songs", "A.wav"], "", "\(usual), for songs", ["A.wav"]),
      // A number alone is minutes, and a unit can be a word of its own.
      (["20"], "", "\(usual), for 20m", []),
      (["5", "min", "A.wav"], "", "\(usual), for 5m", ["A.wav"]),
      (["1h", "30m"], "", "\(usual), for 1:30:00", []),
      // A file named like a length is named with its directory, but the first word counts.
      (["./20m", "A.wav"], "", usual, ["./20m", "A.wav"]),
      (["1h", "20m"], "", "\(usual), for 1h", ["20m"]),
      // A length is that of a first part which has none.
      (["20m"], "then 10m Walk", "\(usual), for 20m; 10m Walk", []),
      (
        ["20m"], "bells every 30s; 1m Walk",
        "\(usual), for 20m, bells every 30s; 1m Walk", []
      ),
      (["20m"], "for +5m", "\(usual), for 20m, for +5m", []),
      ([], "off; settle 10s; 20m Sit", "\(usual), plan off, settle 10s; 20m Sit", []),
    ] as [([String], String, String, [String])])
  func plans(words: [String], plan: String, line: String, paths: [String]) throws {
    let plan = try SitPlan(
      words, usual: PlanText.parse(UsualPlan.stored.line), typed: PlanStep.typed(plan),
      findSet: { _ in (nil, nil) }, isThere: { ["A.wav", "B", "./20m", "20m"].contains($0) })
    #expect(PlanText.line(of: plan.steps) == line)
    #expect(plan.paths == paths)
  }

  @Test(
    "with --until, a sit without a length is open",
    arguments: [
      ([], "off, closing 1", "plan off, closing 1, for open"),
      (["A.wav"], "off", "plan off, for open"),
      (["20m"], "off", "plan off, for 20m"), ([], "off, for 20", "plan off, for 20m"),
    ] as [([String], String, String)])
  func open(words: [String], plan: String, line: String) throws {
    let plan = try SitPlan(
      words, isOpen: true, usual: [], typed: PlanStep.typed(plan), findSet: { _ in (nil, nil) },
      isThere: { $0 == "A.wav" })
    #expect(PlanText.line(of: plan.steps) == line)
  }

  @Test("the first word sits: a length without 'sit', unless there is a file of that name")
  func lengthFirst() throws {
    let workspace = try Workspace()
    let sit = ["0.2s", "--plan", "off", "--driver", "null"]
    let outcome = try workspace.meditate(sit)
    #expect(outcome.lines.contains { $0.hasPrefix("Session complete") })
    try workspace.write("0.2s", WaveFile(seconds: 1).bytes)
    let played = try workspace.meditate(["0.2s", "--driver", "null"], typing: "list\n")
    #expect(played.lines.contains { $0.contains("0.2s") })
    #expect(!played.lines.contains { $0.hasPrefix("Session ") })
  }

  @Test(
    "64: a command of the prompt in the shell says what to type",
    arguments: [
      (["stats"], "'stats' is no file. Did you mean 'meditate journal'?"),
      (["history"], "'history' is no file. Did you mean 'meditate journal'?"),
      (["log"], "'log' is no file. Did you mean 'meditate journal'?"),
      (["timer", "20"], "'timer' is no file. Did you mean 'meditate sit 20'?"),
      (["timer"], "'timer' is no file. Did you mean 'meditate sit 20m'?"),
      (
        ["start"],
        "'start' is no file. Did you mean 'meditate sit 20m'? 'meditate --start' plays all your "
          + "music."
      ),
      (
        ["plan"],
        "'plan' is no file. In the shell, '--plan' takes a plan: "
          + "'meditate sit 20m --plan \"bells every 5m\"'."
      ),
      (
        ["undo"],
        "'undo' is no file. Type 'undo' at the prompt of 'meditate', or send it to a session that "
          + "runs: 'meditate do undo'."
      ),
      (
        ["sit", "20m", "bells", "every", "5m"],
        "'bells' is no file. In the shell, '--plan' takes a plan: "
          + "'meditate sit 20m --plan \"bells every 5m\"'."
      ),
      (["sets", "list"], "No command 'sets list'. Did you mean 'meditate sets'?"),
      (
        ["sets", "delete", "x"],
        "No command 'sets delete x'. Type 'delete x' at the prompt of 'meditate', or send it to a "
          + "session that runs: 'meditate do delete x'."
      ),
      (["help", "nothing"], "No command 'nothing'. 'help' lists the commands."),
    ] as [([String], String)])
  func promptCommands(words: [String], answer: String) throws {
    let outcome = try Workspace().meditate(words, code: 64)
    #expect(outcome.warned == "\(answer)\n")
  }

  @Test("'help bells' in the shell is that of the prompt")
  func helpOfPrompt() throws {
    let outcome = try Workspace().meditate("help", "bells")
    let typed = try Workspace().meditate("--driver", "null", "--plain", typing: "help bells\n")
    #expect(!outcome.lines.isEmpty && outcome.lines.allSatisfy(typed.lines.contains))
  }

  @Test("a plan without a bell at its end is told before it starts")
  func silentEnd() throws {
    let note = "No bell at the end: 'closing 3' adds one."
    let workspace = try Workspace()
    func sit(_ arguments: String...) throws -> [String] {
      let outcome = try workspace.meditate(
        ["sit"] + arguments + ["--driver", "null"], typing: "")
      return outcome.lines + outcome.warnings
    }
    #expect(try sit("0.2s", "--plan", "off").filter { $0 == note }.count == 1)
    #expect(try !sit("0.2s", "--plan", "settle off, opening off, closing 1 clap").contains(note))
    // A set is a whole plan: nothing is added.
    try workspace.write(
      ".local/share/meditate/sets/Short.m3u8", "#EXTM3U\n#MEDITATE: for 0.2s\n")
    #expect(try sit("short").filter { $0 == note }.count == 1)
  }

  private static let howLong =
    "How long? Write 'meditate sit 20m', or name songs: 'meditate sit PATH ...'."

  @Test(
    "64: an argument that is neither a length nor a file says what is possible",
    arguments: [
      ([], howLong), (["--plan", "off, closing 3"], howLong),
      (["--plan", "for 20m, plan off"], howLong), (["songs"], howLong),
      (
        ["twenty"],
        "'twenty' is neither a length, a set nor a file. Write 'meditate sit 20m', "
          + "or name songs: 'meditate sit PATH ...'."
      ),
      (
        ["20m", "--plan", "for 5m, closing 3"],
        "There are two lengths, 'for 20m' and 'for 5m'. Name one of them."
      ),
      (
        ["--for", "20m", "--plan", "for open"],
        "There are two lengths, 'for 20m' and 'for open'. Name one of them."
      ),
      (["20m", "--for", "5m"], "There are two lengths, 'for 20m' and 'for 5m'. Name one of them."),
      (
        ["60m", "--plan", "20m Sit; 10m Walk; 20m Sit"],
        "The parts of the plan last 50:00: leave '60m' out."
      ),
      (
        ["60m", "--plan", "off; settle 1m; 20m Sit; open Rest"],
        "The parts of the plan have lengths of their own: leave '60m' out."
      ),
      (
        ["--for", "60m", "--plan", "20m Sit; 10m Walk"],
        "The parts of the plan last 30:00: leave '--for' out."
      ),
      (["20m", "--plan", "10m Walk"], "The parts of the plan last 10:00: leave '20m' out."),
      (["1:5"], "'1:5' is not a time. Did you mean '1:05'?"),
      (["25h"], "A time is longer than 0 and at most 24 hours. Example: 'for 20m'."),
      (
        ["20m", "--plan", "bell nowhere.wav"],
        "The bell cannot be read: nowhere.wav: the file does not exist. 'bell bowl' needs no file."
      ),
    ] as [([String], String)])
  func usage(arguments: [String], message: String) throws {
    let outcome = try Workspace().meditate(["sit", "--driver", "null"] + arguments, code: 64)
    #expect(outcome.said == "")
    #expect(outcome.warned == "\(message)\n")
  }

  @Test("64: a sit begins in one way")
  func beginnings() throws {
    let outcome = try Workspace().meditate(
      "sit", "2s", "--from", "0:01", "--rehearse", "--driver", "null", code: 64)
    #expect(outcome.warned.contains("--from and --rehearse cannot be combined."))
  }

  @Test("a sit that a job starts is marked: nobody saw it, and it had no sound")
  func unattended() throws {
    let workspace = try Workspace()
    let sit = ["sit", "0.2s", "--plan", "off"]
    try workspace.meditate(sit + ["--driver", "null"])
    try workspace.meditate(
      ["sit", "2s", "--plan", "off", "--driver", "null"], typing: "status\n")
    try workspace.meditate(sit)
    let csv = try workspace.meditate("journal", "--format", "csv").said
    let marks = csv.split(whereSeparator: \.isNewline).dropFirst().map { line in
      // Before the label, which is the last column.
      String(line.split(separator: ",", omittingEmptySubsequences: false).dropLast().last ?? "")
    }
    #expect(marks.sorted() == ["", "no-sound unattended", "unattended"], "\(csv)")
    let listed = try workspace.meditate("journal").said
    #expect(listed.contains("no sound, unattended"), "\(listed)")
  }

  @Test("2: none of its songs can be played")
  func nothingPlayable() throws {
    let workspace = try Workspace()
    try workspace.write("A.txt", "")
    let outcome = try workspace.meditate("sit", "20m", "A.txt", code: 2)
    #expect(outcome.warnings.last == "A.txt: the file is empty")
  }

  @Test("a sit of songs starts at once, and ends with them")
  func songs() throws {
    let workspace = try Workspace(songs: ["A.wav": 1, "B.wav": 1])
    let outcome = try workspace.meditate(
      "sit", "--plan", "off, for songs", "--output", "out.raw", "A.wav", "B.wav")
    #expect(outcome.lines.last == "Session finished: 2 songs heard, 0:02 listened")
    #expect(
      try workspace.left("out.raw") == WaveFile(seconds: 1).sound + WaveFile(seconds: 1).sound)
  }

  @Test("a plan comes from the options, which go before the setting")
  func mainCommand() throws {
    let workspace = try Workspace(songs: ["A.wav": 1])
    try workspace.write(
      ".config/meditate/config", "plan = for 20m, settle 10s, closing 3 # mine\n")
    func plan(_ arguments: String...) throws -> String? {
      try workspace.meditate(["--driver", "null", "A.wav"] + arguments, typing: "plan\n").lines
        .last { $0.hasPrefix("Plan: ") }
    }
    #expect(try plan() == "Plan: for 20m, settle 10s, closing 3")
    #expect(try plan("--for", "open") == "Plan: for open, settle 10s, closing 3")
    #expect(try plan("--for", "25") == "Plan: for 25m, settle 10s, closing 3")
    // The plan of the settings is the usual one, to which --plan adds.
    #expect(try plan("--plan", "fade 5s") == "Plan: for 20m, settle 10s, closing 3, fade 5s")
    #expect(try plan("--plan", "off, fade 5s") == "Plan: fade 5s")
    try workspace.write(".config/meditate/config", "")
    #expect(try plan("--plan", "closing 1") == "Plan: settle 10s, opening 1, closing 1, fade 5s")
  }

  @Test("a bell's file is found from the working directory, and from the home directory")
  func bellFiles() throws {
    let workspace = try Workspace(songs: ["A.wav": 1, "my bell.wav": 1])
    let outcome = try workspace.meditate(
      "--driver", "null", "--plan", "off, bell \"my bell.wav\"", "A.wav",
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
  }

  @Test("a script with a plan needs no songs")
  func silentScript() throws {
    let workspace = try Workspace()
    try workspace.write("it.meditate", "for 20m, closing 3\nexpect phase picking\n")
    let outcome = try workspace.meditate("script", "it.meditate")
    #expect(outcome.lines == ["it.meditate: 1 expectation, all held"])
    try workspace.write("it.meditate", "plan\n")
    try workspace.meditate("script", "it.meditate", code: 64)
  }
}
