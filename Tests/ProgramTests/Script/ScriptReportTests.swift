import MeditationTestSupport
import Testing

/// The lines that `meditate script` prints.
@Suite("The report of a script", .waiting) struct ScriptReportTests {
  private static let script = """
    song "A" 0:10
    all
    start
    expect phase listening   # it plays
    wait 4s
    expect position 0:05
    next
    pause
    expect heard 1
    """

  @Test("is in the Test Anything Protocol with '--tap'")
  func tap() throws {
    let workspace = try Workspace()
    try workspace.write("it.meditate", Self.script)
    let outcome = try workspace.meditate("script", "it.meditate", "--tap", code: 1)
    #expect(outcome.warned == "")
    let lines = outcome.lines
    #expect(lines.first == "TAP version 14" && lines.last == "1..4", "\(outcome.said)")
    #expect(
      lines.filter { !$0.hasPrefix("#") }.dropFirst().dropLast() == [
        "ok 1 - it.meditate:4 expect phase listening \\# it plays",
        "not ok 2 - it.meditate:6 expect position 0:05", "not ok 3 - it.meditate:8 pause",
        "ok 4 - it.meditate:9 expect heard 1",
      ])
    #expect(
      lines.contains(
        "# it.meditate:6: expected position 0:05, but it is 0:04 [1 playing]"), "\(outcome.said)")
    try workspace.write("fine.meditate", "for 1m\nexpect phase picking\n")
    let fine = try workspace.meditate("script", "fine.meditate", "--tap")
    #expect(
      fine.lines == ["TAP version 14", "ok 1 - fine.meditate:2 expect phase picking", "1..1"])
    try workspace.meditate("script", "it.meditate", "--tap", "--format", "json", code: 64)
  }
}
