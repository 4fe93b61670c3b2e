import MeditationTestSupport
import SystemPackage
import Testing

/// The journal and the sets from the shell, with the files of one home.
@Suite("The practice from the shell", .waiting)
struct PracticeProgramTests {
  private static let table = """
    Started At,Duration,Preset,Activity
    04/20/2026 08:21:14,0:45:0,Morning,Meditation
    04/19/2026 21:00:00,0:20:0,,Meditation
    foo,bar,,x

    """

  @Test("a table is imported once, and exported as it was taken")
  func exchange() throws {
    let workspace = try Workspace()
    try workspace.write("in.csv", Self.table)
    let first = try workspace.meditate("journal", "import", "in.csv")
    #expect(first.lines.first?.hasPrefix("Columns: 'Started At' is the beginning; ") == true)
    #expect(first.lines.last == "2 sits added, 1 line left out")
    #expect(first.warnings.map { $0.prefix(9) } == ["in.csv:4:"])
    let second = try workspace.meditate("journal", "import", "in.csv", code: nil)
    #expect(second.lines.last == "0 sits added, 2 in the journal already, 1 line left out")
    let csv = try workspace.meditate("journal", "--format", "csv").output
    try workspace.write("out.csv", csv)
    let third = try workspace.meditate("journal", "import", "out.csv", code: nil)
    #expect(third.lines == ["0 sits added, 2 in the journal already"])
    let rows = try workspace.meditate("journal", "--since", "2026-04-20", "--format", "csv")
    #expect(rows.output.split(separator: UInt8(ascii: "\n")).count == 2)
    try workspace.write("one.csv", rows.output)
    let one = try workspace.meditate("journal", "import", "one.csv", code: nil)
    #expect(one.lines == ["0 sits added, 1 in the journal already"])
    let text = try workspace.meditate("journal", "--until", "2026-04-19")
    #expect(text.lines.filter { $0.contains("completed") }.count == 1)
    try workspace.write("none.csv", "Started At,Duration,Preset,Activity\n")
    let none = try workspace.meditate("journal", "import", "none.csv", code: 65)
    #expect(none.warnings == ["none.csv has no sits."])
    try workspace.write("asked.csv", "date,duration\n2026-05-01 07:00,900\n2026-05-02 07:00,1200\n")
    let asked = try workspace.meditate("journal", "import", "asked.csv", code: 65)
    #expect(asked.warnings.count == 2 && asked.warned.contains("'--lengths seconds'"))
    #expect(asked.warnings.last == "No sit of asked.csv was added.")
  }

  @Test("a sit that is twice in a table is said to be")
  func twice() throws {
    let workspace = try Workspace()
    let row = "04/20/2026 08:21:14,0:45:0\n"
    try workspace.write("in.csv", "Started At,Duration\n" + row + row)
    for (options, added) in [(["--dry-run"], "would be added"), ([], "added")] {
      let outcome = try workspace.meditate(["journal", "import", "in.csv"] + options)
      #expect(outcome.lines.last == "1 sit \(added), 1 twice in the table")
    }
    #expect(
      try workspace.meditate("journal", "import", "in.csv").lines.last
        == "0 sits added, 2 in the journal already")
  }

  @Test("an import is tried, and taken back")
  func undoneImport() throws {
    let workspace = try Workspace()
    try workspace.write("in.csv", Self.table)
    func run(_ options: String...) throws -> Outcome {
      try workspace.meditate(["journal", "import"] + options, code: nil)
    }
    #expect(try run("--dry-run", "in.csv").lines.last == "2 sits would be added, 1 line left out")
    #expect(try run("--undo").ending == .exit(65))
    #expect(try workspace.sits().isEmpty)
    try workspace.importSits(["2026-01-01T07:00:00+01:00,0:10:00,0:10:00,completed,,,,kept"])
    _ = try run("in.csv")
    #expect(
      try run("in.csv", "--dry-run").lines.last
        == "0 sits would be added, 2 in the journal already, 1 line left out")
    let trial = try run("--undo", "--dry-run")
    #expect(trial.lines.first?.hasPrefix("2 sits would be removed, of 19 Apr ") == true)
    #expect(try workspace.sits().count == 3)
    let undone = try run("--undo")
    #expect(undone.ending == .exit(0))
    #expect(undone.lines.first?.hasPrefix("2 sits removed, of 19 Apr ") == true)
    #expect(undone.lines.first?.contains(", imported ") == true)
    #expect(try workspace.sits().map(\.note) == ["kept"])
    #expect(try run("--undo").lines.first?.hasPrefix("1 sit removed, of 1 Jan, imported ") == true)
    #expect(
      try run("--undo").warnings == ["The journal has no sits of an import that can be undone."])
    #expect(try run("--undo", "in.csv").ending == .exit(64))
    #expect(try run().ending == .exit(64))
  }

  @Test("a folder in a set is no song, and is not searched for any", arguments: ["load", "sit"])
  func folderInSet(command: String) throws {
    let workspace = try Workspace(songs: ["A.wav": 1])
    let song = workspace.place("A.wav").string
    try workspace.write(".local/share/meditate/sets/Evening.m3u8", "#EXTM3U\n/\n\(song)\n/usr\n")
    let outcome = try workspace.meditate(
      "--driver", "null", "A.wav", typing: "\(command) Evening\nlist\n")
    let folder = "(it is a folder, not a file)"
    #expect(
      outcome.warnings.contains(
        "2 songs of 'Evening' cannot be played: / \(folder), /usr \(folder)."))
    #expect(outcome.lines.contains { $0.contains("A") })
  }

  @Test("a set is saved, listed, exported and sat by its name")
  func sets() throws {
    let workspace = try Workspace(songs: ["A.wav": 1])
    try workspace.meditate(
      "--driver", "null", "A.wav", typing: "all\nfade 0.2s\nsave Evening\n")
    #expect(try workspace.meditate("sets").lines.contains { $0.contains("Evening") })
    try workspace.meditate("sets", "export", "EVENING", "e.m3u8")
    #expect(try workspace.text("e.m3u8").hasSuffix("\nA.wav\n"))
    let sat = try workspace.meditate("sit", "evening", "--for", "0.4s", "--driver", "null")
    #expect(sat.said.contains("sat 0:00"))
    // Of less than a minute, songs are not kept.
    try workspace.meditate("again", "--driver", "null", code: 2)
    let wrong = try workspace.meditate("sit", "evning", "--driver", "null", code: 64)
    #expect(
      wrong.warnings
        == ["'evning' is neither a length, a set nor a file. Did you mean 'Evening'?"])
  }

  @Test("2: there is nothing to begin anew or to resume", arguments: ["again", "resume"])
  func nothing(command: String) throws {
    let outcome = try Workspace().meditate(command, "--driver", "null", code: 2)
    #expect(outcome.said == "")
    #expect(outcome.warnings.count == 1)
  }
}
