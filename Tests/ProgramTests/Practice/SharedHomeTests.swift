import MeditationTestSupport
import Testing

/// Programs that share one home.
@Suite("The practice of two programs", .waiting)
struct SharedHomeTests {
  @Test("both sits are kept, and neither is interrupted by the other")
  func sits() throws {
    let workspace = try Workspace()
    try workspace.writeSongs()
    let programs = try (0..<2).map { _ in try workspace.startSit() }
    try workspace.waitForSits { $0.count == 2 }
    for program in programs { try program.type("pause\nplay\nnote calm\njournal\n") }
    #expect(try workspace.sits().map(\.end) == [nil, nil])
    for program in programs {
      try program.type("finish\nquit\n")
      let outcome = try program.finish(code: 0)
      // Each may have seen that the other sits.
      #expect(outcome.warnings.allSatisfy { $0.hasPrefix("Another session of yours is running: ") })
    }
    #expect(try workspace.sits().map(\.end) == ["stopped", "stopped"])
  }
}
