import MeditationPractice
import MeditationTestSupport
import Testing

/// Sits that are added, edited and noted from the shell.
@Suite("Changes of the journal from the shell", .waiting) struct JournalChangeTests {
  @Test("a sit is added, edited and noted")
  func changes() throws {
    let workspace = try Workspace()
    let added = try workspace.meditate(
      "journal", "add", "2025-11-20", "7:00", "25m", "at", "the lake")
    #expect(added.warned == "")
    #expect(added.lines == ["Added the sit of 20 Nov 2025 07:00: 25:00."])
    #expect(
      try workspace.meditate("journal", "edit", "1", "7:15").lines
        == ["Changed to the sit of 20 Nov 2025 07:15: 25:00."])
    #expect(try workspace.sits().map(\.note) == ["at the lake"])
    #expect(try workspace.sits().map(\.sat) == [1_500])
    let noted = try workspace.meditate("note", "calm,", "then sleepy")
    #expect(noted.lines == ["Noted for the sit of 20 Nov 2025 07:15: calm, then sleepy"])
    try workspace.meditate("journal", "add", "2025-11-21", "7:00", "25m")
    try workspace.meditate("note", "--row", "2", "--", "-5 degrees")
    #expect(try workspace.sits().map(\.note) == ["", "-5 degrees"])
    #expect(
      try workspace.meditate("note", "", "--row", "2").lines
        == ["Removed the note of the sit of 20 Nov 2025 07:15."])
    let csv = try workspace.meditate("journal", "--since", "20 Nov 2025", "--format", "csv")
    #expect(csv.said.hasSuffix(",0:25:00,completed,,,,,added,\r\n"))
  }

  @Test("the sits of a label are listed, also in other formats")
  func label() throws {
    let workspace = try Workspace()
    let rows = [
      ("2025-11-03", "Metta", "a"), ("2025-11-04", "", "b"), ("2025-11-05", "metta", "c"),
    ].map { "\($0.0)T07:00:00+01:00,0:20:00,0:20:00,completed,,,,\($0.2),,\($0.1)" }
    try workspace.write(
      "in.csv",
      "Started,Planned,Sat,End,Set,Plan,Songs,Note,Marks,Label\n" + rows.joined(separator: "\n"))
    #expect(try workspace.meditate("journal", "import", "in.csv").lines == ["3 sits added"])
    let listed = try workspace.meditate("journal", "--label", "METTA", "--plain")
    #expect(listed.lines.count { $0.contains("label: ") } == 2)
    #expect(listed.lines.last == "In all, METTA: 2 sits, 40:00.")
    let since = try workspace.meditate(
      "journal", "--label", "metta", "--since", "4 Nov 2025", "--plain")
    #expect(since.lines.last == "Since 4 Nov 2025, metta: 1 sit, 20:00.")
    let json = try workspace.meditate("journal", "--label", "metta", "--format", "json")
    #expect(json.said.contains(#""labels":[{"label":"metta","sat":2400,"sits":2}]"#))
    #expect(try Workspace.sits(in: json).map(\.note) == ["c", "a"])
    let csv = try workspace.meditate("journal", "--label", "metta", "--format", "csv")
    #expect(csv.said.split(separator: "\r\n").count == 3)
  }

  private static let mistakes: [([String], String)] = [
    (
      ["journal", "add", "2025-11-20", "7:10", "25m"],
      "It overlaps the sit of 20 Nov 2025 07:00."
    ),
    (
      ["journal", "add", "9999-11-20", "7:10", "25m"],
      "It would end in the future. A sit can be added when it is over."
    ),
    (
      ["journal", "add", "noon"],
      "'noon' is not a day. Write 2026-11-03, 3 Nov, today, yesterday or, for a week ago, 7d."
    ),
    (["journal", "add"], "Error: Missing expected argument '<DATE>'"),
    (["journal", "edit", "2", "7:10"], CommandRefusal.noSuchRow(2, count: 1).text),
    (
      ["journal", "edit", "1"],
      "'journal edit 1' needs a day, a time or a length, such as 'journal edit 2 21:30'."
    ),
    (["journal", "99"], CommandRefusal.noSuchRow(99, count: 1).text),
    (["journal", "2-", "--format", "csv"], CommandRefusal.noSuchRow(2, count: 1).text),
    (["note", "--row", "0", "calm"], "Rows start at 1."),
    (["note"], "Error: Missing expected argument '<TEXT> ...'"),
  ]

  @Test("64: a mistake is named, and changes nothing")
  func refusals() throws {
    let workspace = try Workspace()
    try workspace.meditate("journal", "add", "2025-11-20", "7:00", "25m")
    let before = try workspace.meditate("journal", "--format", "csv").said
    for (arguments, message) in Self.mistakes {
      let outcome = try workspace.meditate(arguments, code: 64)
      #expect(outcome.said == "", "\(arguments)")
      #expect(outcome.warnings.first == message, "\(arguments)")
    }
    #expect(try workspace.meditate("journal", "--format", "csv").said == before)
  }

  @Test("the shell deletes, notes and labels rows as the prompt does, also without music")
  func rows() throws {
    let workspace = try Workspace()
    for day in ["2026-01-02", "2026-01-03"] {
      try workspace.meditate("journal", "add", day, "21:00", "20m")
    }
    let labelled = try workspace.meditate("journal", "label", "2", "dawn")
    #expect(labelled.said.hasSuffix(": dawn\n"), "\(labelled)")
    #expect(try workspace.meditate("journal", "note", "2", "calm").said.hasSuffix(": calm\n"))
    #expect(try workspace.meditate("label", "night").said.hasSuffix(": night\n"))
    let csv = try workspace.meditate("journal", "--format", "csv").said
    #expect(csv.contains("dawn") && csv.contains("night") && csv.contains("calm"), "\(csv)")
    #expect(
      try workspace.meditate("journal", "delete", "1").said.hasPrefix("Deleted the sit of 3 Jan"))
    let piped = try workspace.meditate([], typing: "journal delete 1\n")
    #expect(piped.said.contains("Deleted the sit of 2 Jan"), "\(piped)")
    try workspace.meditate("journal", "delete", "1", code: 64)
  }

  @Test("2: there is no sit to note; a sit that goes on is noted in its session")
  func noSit() throws {
    let workspace = try Workspace()
    let empty = try workspace.meditate("note", "calm", code: 2)
    #expect(empty.warnings == [CommandRefusal.noSits.text])
    try workspace.writeSongs()
    let process = try workspace.startSit()
    try workspace.waitForSits { $0.count == 1 }
    let running = try workspace.meditate("note", "calm", code: 64)
    #expect(running.warnings == ["This sit goes on: 'meditate do note TEXT' sets its note."])
    try process.type("quit\n")
    try process.finish(code: 0)
  }
}
