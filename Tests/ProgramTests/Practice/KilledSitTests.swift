import Glibc
import MeditationTestSupport
import Testing

/// Programs that are killed while they sit.
@Suite("Sits whose programs are killed", .waiting)
struct KilledSitTests {
  /// `$KILLS`, for a longer run.
  private static let rounds = getenv("KILLS").flatMap { Int(String(cString: $0)) } ?? 12

  @Test("none is lost, none is there twice, each is named, while another program reads")
  func killed() throws {
    let workspace = try Workspace()
    try workspace.writeSongs()
    for round in 1...Self.rounds {
      let sitting = try workspace.startSit()
      try workspace.waitForSits { $0.count == round && $0.first?.end == nil }
      // Each pause is written.
      try sitting.type(String(repeating: "pause\nplay\n", count: 100))
      let reader = try workspace.start("journal", "--format", "json")
      reader.endInput()
      poll(nil, 0, Int32.random(in: 0..<40))
      sitting.signal(SIGKILL)
      let seen = try reader.finish()
      #expect(seen.ending == .exit(0) && seen.warned == "")
      #expect(try Workspace.sits(in: seen).count == round)
      #expect(try sitting.finish().ending == .signal(SIGKILL))
      let sits = try workspace.sits()
      #expect(sits.count == round)
      #expect(sits.allSatisfy { $0.end == "interrupted" })
    }
    let files = "journal.backup.sqlite\njournal.sqlite\njournal.sqlite.running\n"
    #expect(try workspace.ask("ls", [".local/share/meditate"]) == files)
  }
}
