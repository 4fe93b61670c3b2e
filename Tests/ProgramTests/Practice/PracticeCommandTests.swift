import MeditationPractice
import MeditationTestSupport
import SystemPackage
import Testing

/// `meditate journal`, `sets`, `again` and `resume`, where there is nothing yet.
@Suite("Commands of the practice", .waiting)
struct PracticeCommandTests {
  @Test("0: an empty journal and no sets say how to begin, and create nothing")
  func empty() throws {
    let workspace = try Workspace()
    let journal = try workspace.meditate("journal")
    #expect(journal.lines.first == "0 sits")
    let sets = try workspace.meditate("sets")
    #expect(sets.lines.first == "0 sets")
    #expect(journal.warned + sets.warned == "")
    #expect(try workspace.run("ls", ["-A"]) == [])
  }

  @Test(
    "a mistake is named",
    arguments: [
      (
        ["journal", "--since", "3"], 64,
        "Error: The value '3' is invalid for '--since <DATE>': "
          + "write 2026-11-03, 3 Nov, today, yesterday or, for a week ago, 7d."
      ),
      (
        ["journal", "--since", "today", "--until", "yesterday"], 64,
        "--since is after --until, so that no sit is between them."
      ),
      (
        ["journal", "--format", "xml"], 64,
        "Error: The value 'xml' is invalid for '--format <format>'. "
          + "Please provide one of 'text', 'json', 'csv' or 'ics'."
      ),
      (
        ["journal", "import", "none.csv"], 65,
        "none.csv cannot be read: the file does not exist."
      ),
      (["journal", "import", "."], 65, ". cannot be read: it is a folder, not a file."),
      (
        ["journal", "imp"], 64,
        "Error: The value 'imp' is invalid for '<ROWS>': 'imp' is not a whole number. "
          + "Write 'journal 20-40'."
      ),
      (["sets", "export", "foo", "x.m3u8"], 64, SetProblem.unknown("foo", nearest: nil).text),
      (
        ["sets", "export", "/none/b", "x.m3u8"], 74,
        SetProblem.file("/none/b", reason: "the file does not exist").text
      ),
      (["sets", "show", "foo"], 64, SetProblem.unknown("foo", nearest: nil).text),
      (["sets", "show", ".foo"], 64, SetName.Problem.beginning.text),
      (["sets", "export", "foo"], 64, "Error: Missing expected argument '<FILE>'"),
    ] as [([String], Int32, String)])
  func mistakes(arguments: [String], code: Int32, message: String) throws {
    let outcome = try Workspace().meditate(arguments, code: code)
    #expect(outcome.said == "")
    #expect(outcome.warnings.first == message)
  }

  @Test(
    "the help of each command begins with its usage and names the program",
    arguments: [
      ["again", "--help"], ["resume", "--help"], ["journal", "--help"], ["sets", "--help"],
      ["journal", "import", "--help"], ["journal", "add", "--help"], ["journal", "edit", "--help"],
      ["note", "--help"], ["sets", "export", "--help"], ["sets", "show", "--help"],
      ["help", "journal"],
      ["help", "sit"],
    ])
  func help(arguments: [String]) throws {
    let outcome = try Workspace().meditate(arguments)
    let name = arguments.filter { $0 != "--help" && $0 != "help" }.joined(separator: " ")
    #expect(outcome.said.contains("USAGE: meditate \(name)"))
    #expect(!outcome.said.contains("See '\(name)"))
  }

  @Test("rows have the numbers that 'journal delete' takes, whatever is left out")
  func rows() throws {
    let workspace = try Workspace()
    let days = (1...5).map {
      "2026-01-0\($0)T07:00:00+01:00,0:10:00,0:10:00,completed,,,,day \($0)"
    }
    try workspace.importSits(days)
    for (options, numbers) in [
      (["--until", "2026-01-03"], ["3", "4", "5"]),
      (["--since", "2026-01-02", "--until", "2026-01-03"], ["3", "4"]), (["2-3"], ["2", "3"]),
      (["--since", "2026-01-03", "--until", "2026-01-03"], ["3"]),
      (["4-", "--until", "2026-01-01"], ["5"]), (["2"], ["2"]),
    ] {
      let outcome = try workspace.meditate(["journal"] + options)
      let rows = outcome.lines.filter { $0.contains("note: day") }
      #expect(rows.map { $0.prefix { $0.isNumber || $0 == " " }.filter(\.isNumber) } == numbers)
      #expect(
        rows.allSatisfy { row in numbers.contains { row.contains("day \(6 - (Int($0) ?? 0))") } })
    }
    try workspace.writeSongs()
    try workspace.meditate("--driver", "null", "A.wav", typing: "journal delete 4\n")
    #expect(try workspace.sits().map(\.note) == ["day 5", "day 4", "day 3", "day 1"])
    let wrong = try workspace.meditate("journal", "3-1", code: 64)
    #expect(wrong.warned.contains("'3-1' runs backwards. Did you mean '1-3'?"))
  }

  @Test(
    "lists are one object with '--format json', and words with '--plain'",
    arguments: ["drivers", "sessions", "sets", "journal"])
  func formats(name: String) throws {
    let workspace = try Workspace()
    let json = try workspace.meditate(name, "--format", "json")
    #expect(json.warned == "")
    #expect(json.lines.count == 1)
    #expect(json.said.hasSuffix("\"type\":\"\(name)\"}\n") || name == "journal", "\(json.said)")
    let plain = try workspace.meditate(name, "--plain")
    #expect(plain.warned == "")
    let headings = ["sets": "0 sets", "journal": "0 sits"]
    #expect(plain.lines.first?.lowercased() == headings[name] ?? name)
    if name == "drivers" {
      #expect(json.said.contains(#"{"default":false,"description":"Silence, in real time","#))
      #expect(plain.lines.contains("null: Silence, in real time, opens"), "\(plain.said)")
    }
  }

  @Test(
    "on a narrow terminal, lists break between words", .needs("tmux"),
    arguments: ["drivers", "sets", "journal"])
  func narrow(name: String) throws {
    let terminal = try Terminal(in: try Workspace(), columns: 30, [name])
    try terminal.waitFor("ended with 0")
    let rows = try terminal.screen.split(separator: "\n")
    // A word that is broken leaves no room on its row.
    #expect(rows.allSatisfy { $0.count < 30 || $0.last == "…" }, "\(rows)")
  }

  @Test(
    "the objects of lists agree with the schema", .needs("python3"),
    arguments: ["drivers", "sessions", "sets", "journal"])
  func schema(name: String) throws {
    let session = try SteeredSession(in: try Workspace())
    let workspace = session.workspace
    try workspace.write("lines", try session.meditate(name, "--format", "json").output)
    let validate = Repository.path("Samples/JSON/validate")
    // Without jsonschema, there is nothing to check with.
    try workspace.run(
      "sh", ["-c", "python3 -c 'import jsonschema' || exit 0; python3 '\(validate)' <lines"])
  }

  @Test("settings of the options of a command apply to it")
  func settings() throws {
    let workspace = try Workspace()
    try workspace.write(
      ".config/meditate/config",
      "color = always\nvolume = 3\nday-start = 5:00\njournal = off\nplain = yes\n")
    let outcome = try workspace.meditate("journal")
    #expect(outcome.warned == "")
    #expect(outcome.lines.first == "\u{1B}[1m0 sits\u{1B}[0m")
  }

  @Test("a file in place of the folder of the sets is not called a set")
  func noSetsFolder() throws {
    let workspace = try Workspace()
    try workspace.write(".local/share/meditate", "")
    let outcome = try workspace.meditate("sets", code: 74)
    let folder = "\(workspace.folder)/.local/share/meditate/sets"
    let problem = SetProblem.folder(folder, reason: "part of its path is not a folder")
    #expect(outcome.warnings == [problem.text])
  }
}
