import Glibc
import MeditationTestSupport
import SystemPackage
import Testing

/// `meditate do --watch`, beside a running session.
@Suite("meditate do --watch", .waiting)
struct WatchTests {
  @Test("--watch follows until the session is over", arguments: ["text", "json"])
  func watchSession(format: String) throws {
    let session = try SteeredSession(in: try Workspace(), "--start")
    let watching = try session.start("do", "--watch", "--format", format, "volume")
    try watching.wait(for: "\n")
    try session.type("next", until: "2 playing")
    try watching.wait { $0.lineCount > 1 }
    try session.meditate("do", "finish")
    let outcome = try watching.finish(code: 0)
    #expect(outcome.said.contains(format == "text" ? "Session finished" : #""session-over""#))
  }

  @Test("--watch hears the closing strokes before the end", arguments: ["text", "json"])
  func watchClosing(format: String) throws {
    let session = try SteeredSession(
      in: try Workspace(), "--start", "--plan", "off, for 1m, closing 2 wood 1s apart")
    let outcome = try session.meditate("do", "--watch", "finish", "--format", format)
    let (stroke, count) =
      format == "text" ? ("Closing wood, 2 strokes.", 1) : (#""kind":"closing""#, 2)
    #expect(outcome.lines.count { $0.contains(stroke) } == count, "\(outcome.said)")
    if format == "json" { #expect(outcome.lines.last?.contains(#""session-over""#) == true) }
  }

  @Test("status --watch ends when its reader has gone, also while nothing changes")
  func watchWithoutReader() throws {
    let workspace = try Workspace()
    try workspace.run("sh", ["-c", "'\(try Meditate.path.string)' status --watch | true"])
  }

  @Test("--watch follows until the program exits")
  func watchProgram() throws {
    let session = try SteeredSession(in: try Workspace())
    let watching = try session.start("do", "status", "--watch")
    try watching.wait(for: Shown.nothingPicked)
    try session.process.type("1\nquit\n")
    try session.process.finish(code: 0)
    let outcome = try watching.finish(code: 0)
    #expect(outcome.said.contains("1 song picked"))
    #expect(access(session.socket.string, F_OK) != 0)
  }

  @Test(
    "--wait returns at the next stroke or song, at a pause, or at the end",
    arguments: [
      ("bell", "jump 0:29"), ("song", "seek 0:59"), ("end", "jump 0:59"), ("pause", "pause"),
    ])
  func wait(event: String, line: String) throws {
    let session = try SteeredSession(
      in: try Workspace(), "--start", "--plan", "off, for 1m, bells at 30s")
    let outcome = try session.meditate("do", line, "--wait", event, "--format", "json")
    #expect(outcome.warned == "")
    let word =
      [
        "bell": "cue", "song": "mode", "end": "summary", "pause": "transport",
      ][event] ?? ""
    #expect(outcome.lines.last?.contains(#""type":"\#(word)""#) == true, "\(outcome.said)")
    if event == "end" { try session.process.wait(for: "Session complete") }
  }

  @Test("--wait part returns when the next part begins, and not at a bell")
  func waitForPart() throws {
    let session = try SteeredSession(
      in: try Workspace(), "--start", "--plan", "5m A, bells at 4:59; 5m B")
    let outcome = try session.meditate(
      "do", "jump 4:58", "--wait", "part", "--format", "json")
    #expect(outcome.lines.last?.contains(#""kind":"part""#) == true, "\(outcome.said)")
  }

  @Test("--wait begin waits for a session to begin")
  func waitForBeginning() throws {
    let session = try SteeredSession(in: try Workspace())
    let waiting = try session.start("do", "1", "--wait", "begin")
    try waiting.wait(for: "\n")
    try session.meditate("do", "start")
    try waiting.finish(code: 0)
  }

  @Test("--wait begin returns at once where a session has begun, or settles")
  func waitForWhatHasBegun() throws {
    let session = try SteeredSession(
      in: try Workspace(), "--start", "--plan", "off, settle 1h, for 1h")
    try session.meditate("do", "status", "--wait", "begin")
    let settling = try session.meditate("status", "--wait", "begin", "--format", "{state}")
    #expect(settling.said == "settling\n")
    try session.meditate("do", "next", "--wait", "begin")
  }

  @Test("--timeout ends a wait, with an exit code of its own")
  func timeout() throws {
    let session = try SteeredSession(in: try Workspace(), "--start")
    let line = "What was waited for did not happen within 0:00.01.\n"
    let sent = try session.meditate(
      "do", "status", "--wait", "end", "--timeout", "0.01", code: 124)
    #expect(sent.warned == line)
    let asked = try session.meditate("status", "--wait", "end", "--timeout", "0.01", code: 124)
    #expect(asked.warned == line)
    try session.meditate("status", "--timeout", "1", code: 64)
    try session.meditate("status", "--wait", "end", "--timeout", "soon", code: 64)
  }

  @Test("--wait session waits until there is one", arguments: [["do", "all"], ["status"]])
  func waitForSession(words: [String]) throws {
    let workspace = try Workspace()
    try SteeredSession.makeFolder(in: workspace)
    let environment = SteeredSession.environment(of: workspace)
    try workspace.start(
      words + ["--wait", "session", "--timeout", "0"], environment: environment
    ).finish(code: 124)
    let waiting = try workspace.start(words + ["--wait", "session"], environment: environment)
    let session = try SteeredSession(in: workspace)
    try withExtendedLifetime(session) { _ = try waiting.finish(code: 0) }
  }

  @Test("status --wait waits for a session of a program that is not there yet")
  func waitOverPrograms() throws {
    let workspace = try Workspace()
    try SteeredSession.makeFolder(in: workspace)
    let waiting = try workspace.start(
      "status", "--wait", "begin", "--format", "{state}",
      environment: SteeredSession.environment(of: workspace))
    let session = try SteeredSession(in: workspace, "--start")
    let said = try waiting.finish().said
    // As long as it is waited for, the session goes on.
    withExtendedLifetime(session) { #expect(said == "playing\n") }
  }

  @Test("--wait ends with what the line itself causes, and where nothing is to come")
  func waitForNothing() throws {
    let session = try SteeredSession(in: try Workspace())
    let none = try session.meditate("do", "1-2", "--wait", "song", code: 1)
    #expect(none.warned == "No session is in progress: no song is to come.\n")
    try session.meditate("do", "start", "--wait", "song")
    try session.meditate("do", "next", "--wait", "song")
    let end = try session.meditate("do", "finish", "--wait", "end")
    #expect(end.said.hasPrefix("Session finished"))
    try session.meditate("do", "status", "--wait", "end", code: 1)
    let refused = try session.meditate("do", "pley", "--wait", "end", code: 1)
    #expect(refused.warnings.count == 1)
    try session.meditate("do", "a", "--wait", "b", code: 64)
    try session.meditate("do", "a", "--wait", "end", "--watch", code: 64)
  }

  @Test("--wait bell hears the closing strokes of a session that ends")
  func waitForClosing() throws {
    let session = try SteeredSession(
      in: try Workspace(), "--start", "--plan", "off, for 1m, closing 2")
    let outcome = try session.meditate("do", "finish", "--wait", "bell", "--format", "json")
    #expect(outcome.lines.last?.contains(#""kind":"closing""#) == true, "\(outcome.said)")
  }
}
