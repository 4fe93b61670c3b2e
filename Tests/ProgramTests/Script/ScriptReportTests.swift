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
    #expect(lines.first == "TAP version 13" && lines.last == "1..4", "\(outcome.said)")
    #expect(
      lines.filter { !$0.hasPrefix("#") }.dropFirst().dropLast() == [
        "ok 1 - it.meditate:4 expect phase listening \\# it plays",
        "not ok 2 - it.meditate:6 expect position 0:05", "not ok 3 - it.meditate:8 pause",
        "ok 4 - it.meditate:9 expect heard 1",
      ])
    #expect(
      lines.contains(
        "# it.meditate:6: expected position 0:05, but it is 0:04 [at 0:04, playing; 1 playing]"),
      "\(outcome.said)")
    try workspace.write("fine.meditate", "for 1m\nexpect phase picking\n")
    let fine = try workspace.meditate("script", "fine.meditate", "--tap")
    #expect(
      fine.lines == ["TAP version 13", "ok 1 - fine.meditate:2 expect phase picking", "1..1"])
    try workspace.meditate("script", "it.meditate", "--tap", "--format", "json", code: 64)
  }

  @Test("is one of several scripts, of which none is run if one is not valid")
  func several() throws {
    let workspace = try Workspace()
    try workspace.write("a.meditate", Self.script)
    try workspace.write("b.meditate", "for 1m\nexpect phase picking\n")
    try workspace.write("c.meditate", "expekt\n")
    let outcome = try workspace.meditate("script", "a.meditate", "b.meditate", code: 1)
    #expect(
      outcome.lines == [
        "a.meditate: 3 expectations, 2 lines failed", "b.meditate: 1 expectation, all held",
      ])
    let tap = try workspace.meditate("script", "b.meditate", "a.meditate", "--tap", code: 1)
    #expect(tap.lines.contains("ok 2 - a.meditate:4 expect phase listening \\# it plays"))
    #expect(tap.lines.last == "1..5")
    let wrong = try workspace.meditate(
      "script", "b.meditate", "c.meditate", "--tap", code: 64)
    #expect(wrong.lines.count == 2 && wrong.lines[0] == "TAP version 13", "\(wrong.said)")
    #expect(wrong.lines.last?.hasPrefix("Bail out! c.meditate:1: ") == true, "\(wrong.said)")
    try workspace.meditate(
      "script", "a.meditate", "b.meditate", "--format", "json", code: 64)
  }
}
