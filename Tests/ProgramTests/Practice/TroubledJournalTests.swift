import Glibc
import MeditationPractice
import MeditationTestSupport
import SystemPackage
import Testing

/// A journal that cannot be used, or is changed by others while a sit goes on.
@Suite("A sit whose journal fails", .waiting)
struct TroubledJournalTests {
  private static let old = [
    "2026-01-01T08:00:00Z,0:20:00,0:20:00,completed,,for 20m,,first",
    "2026-01-02T08:00:00Z,0:20:00,0:20:00,completed,,for 20m,,second",
  ]

  /// A home with a journal of two sits.
  private func workspace() throws -> Workspace {
    let workspace = try Workspace()
    try workspace.writeSongs()
    try workspace.importSits(Self.old)
    return workspace
  }

  /// Sits with `trouble` in between.
  ///
  /// - Parameter code: 74 if the sit is not in the journal.
  private func sit(
    _ workspace: Workspace, code: Int32 = 0, _ trouble: (RunningProcess) throws -> Void = { _ in }
  ) throws -> Outcome {
    let sitting = try workspace.startSit()
    try trouble(sitting)
    try sitting.type("pause\nplay\nnext\npause\nfinish\nquit\n")
    let outcome = try sitting.finish(code: code)
    #expect(outcome.lines.contains { $0.hasPrefix("2 playing: B") })
    return outcome
  }

  /// Says whether the only complaints are that the sit is not kept. The first problem may be that its
  /// end cannot be written.
  private func isLoss(_ complaints: [String], _ reason: String) -> Bool {
    let end = "The end of the session could not be written to the journal: \(reason)."
    let before = "The journal cannot be written: \(reason). The session goes on."
    return complaints == [end] || complaints == [before, end]
  }

  /// The lines about the journal.
  private func complaints(_ outcome: Outcome) -> [String] {
    outcome.lines.filter { $0.contains("ournal") } + outcome.warnings
  }

  @Test("a file of a newer version is left as it is")
  func newer() throws {
    let workspace = try workspace()
    var bytes = try workspace.read(Workspace.journal)
    // SQLite, "Database File Format", 1.3: the version of the application.
    bytes.replaceSubrange(60..<64, with: [0, 0, 0, 99])
    let reason = "it was written by a newer version of meditate"
    try workspace.write(Workspace.journal, bytes)
    let outcome = try sit(workspace, code: 74)
    #expect(isLoss(complaints(outcome), reason))
    #expect(try workspace.read(Workspace.journal) == bytes)
    let listed = try workspace.meditate("journal", code: 74)
    #expect(listed.warnings == [CommandRefusal.journal(JournalProblem(reason)).text])
  }

  @Test(
    "a home that is nowhere is told, unless no journal is wanted", arguments: ["", "relative"])
  func noHome(home: String) throws {
    let workspace = try Workspace()
    let reason = "neither HOME nor XDG_DATA_HOME is an absolute path"
    func sit(_ options: String...) throws -> Outcome {
      try workspace.meditate(
        ["sit", "0.2s", "--driver", "null", "--plan", "off"] + options,
        environment: workspace.environment(adding: ["HOME": home]), code: nil)
    }
    let outcome = try sit()
    #expect(outcome.ending == .exit(74))
    #expect(isLoss(complaints(outcome), reason))
    let unwanted = try sit("--journal", "off")
    #expect(unwanted.ending == .exit(0))
    #expect(complaints(unwanted) == [])
  }

  @Test("a file in place of its folder is no empty journal")
  func noFolder() throws {
    let workspace = try Workspace()
    try workspace.write(".local/share/meditate", "")
    let listed = try workspace.meditate("journal", code: 74)
    let problem = JournalProblem("part of its path is not a folder")
    #expect(listed.warnings == [CommandRefusal.journal(problem).text])
  }

  @Test(
    "a file that is changed while a sit goes on costs no sit and no line",
    arguments: ["emptied", "truncated", "removed", "replaced", "overwritten", "folder removed"])
  func changed(way: String) throws {
    let workspace = try workspace()
    let path = workspace.place(Workspace.journal)
    let backup = try workspace.read(Workspace.journal)
    let outcome = try sit(workspace) { _ in
      try workspace.waitForSits { $0.count == 3 }
      switch way {
      case "emptied": truncate(path.string, 0)
      case "truncated": truncate(path.string, 5_000)
      case "removed": unlink(path.string)
      case "replaced":
        try workspace.write("backup", backup)
        rename(workspace.place("backup").string, path.string)
      case "overwritten": try workspace.write(path, [UInt8](repeating: 0x55, count: 30_000))
      default: try workspace.run("rm", ["-r", ".local/share/meditate"])
      }
    }
    #expect(complaints(outcome).count <= 1, "\(outcome)")
    let sits = try workspace.sits()
    #expect(sits.first?.end == "stopped")
    // A damaged journal gets its older sits back from its backup; those of one that was removed are
    // gone. The present one is written again.
    let isRemoved = ["removed", "folder removed"].contains(way)
    #expect(sits.dropFirst().map(\.note) == (isRemoved ? [] : ["second", "first"]))
  }

  /// Another program that has locked the journal, until its input ends.
  private func lock(_ workspace: Workspace) throws -> RunningProcess {
    let code = """
      import sqlite3, sys
      journal = sqlite3.connect(sys.argv[1], isolation_level=None)
      journal.execute("BEGIN EXCLUSIVE")
      print("locked", flush=True)
      sys.stdin.read()
      """
    let process = try workspace.startTool(
      "python3", ["-c", code, workspace.place(Workspace.journal).string])
    try process.wait(for: "locked")
    return process
  }

  private static let refusal =
    CommandRefusal.journal(JournalProblem("another program is using it")).text

  @Test("while another program locks the journal, a sit waits for nothing", .needs("python3"))
  func locked() throws {
    let workspace = try workspace()
    let other = try lock(workspace)
    let sitting = try workspace.startSit()
    try sitting.type("note calm\nvolume 50\n")
    try sitting.wait(for: "olume 50")
    other.endInput()
    try other.finish(code: 0)
    try sitting.type("finish\nquit\n")
    let outcome = try sitting.finish(code: 0)
    #expect(complaints(outcome) == [Self.refusal])
    #expect(try workspace.sits().map(\.end) == ["stopped", "completed", "completed"])
  }
}
