import MeditationTestSupport
import SystemPackage
import Testing

/// `meditate do` and `meditate sessions`, beside a running session.
@Suite("meditate do", .waiting)
struct DoTests {
  @Test("0: prints the answer as the prompt would; the terminal prints the change as its own")
  func performed() throws {
    let session = try SteeredSession(in: try Workspace())
    let picked = try session.meditate("do", "2-3")
    #expect(picked.lines == ["2 songs picked, 2:00", "2 picked: B, 1:00", "3 picked: C, 1:00"])
    #expect(picked.warned == "")
    try session.process.wait(for: picked.said)
    #expect(try session.meditate("do", "volume", "30").said == "Volume 30%\n")
    #expect(try session.meditate("do", "volume 30").said == "Volume 30%\n")
    #expect(try session.meditate("do", "start").said.hasPrefix("2 playing: B, "))
    #expect(try session.meditate("do", "pause").said.hasPrefix("Paused"))
    try session.process.wait(for: "Paused")
    #expect(try session.meditate("do", "finish").said.hasPrefix("Session finished"))
    try session.process.wait(for: "Session finished")
  }

  @Test("words that look like options belong to the line")
  func dashes() throws {
    let session = try SteeredSession(in: try Workspace(), "--start")
    #expect(try session.meditate("do", "for", "20m").said.hasPrefix("Ends at 20:00, "))
    #expect(try session.meditate("do", "for", "-5m").said.hasPrefix("Ends at 15:00, "))
    let sought = try session.meditate("do", "seek", "-10")
    #expect(sought.warned == "")
    #expect(sought.said.hasPrefix("At 0:0"))
    let found = try session.meditate("do", "--", "find", "--format", code: 1)
    #expect(found.warned.contains("'--format'"))
  }

  @Test("1: a line that is too long for a session is refused with the reason")
  func tooLong() throws {
    let session = try SteeredSession(in: try Workspace())
    let outcome = try session.meditate("do", "find", String(repeating: "x", count: 70_000), code: 1)
    #expect(outcome.warned == "The line is longer than 65536 bytes.\n")
  }

  @Test("1: the line is refused, or not a command, with the reason on standard error")
  func refused() throws {
    let session = try SteeredSession(in: try Workspace())
    for line in ["pause", "pley", "9"] {
      let outcome = try session.meditate("do", line, code: 1)
      #expect(outcome.said == "")
      #expect(outcome.warnings.count == 1)
      try session.type(line, until: "\n")
    }
    let outcome = try session.meditate("do", "pause", "--format", "json", code: 1)
    #expect(outcome.lines.count == 1)
    #expect(outcome.said.contains(#""type":"refused""#))
  }

  @Test("--format json prints the objects of the answer, without 'hello'")
  func json() throws {
    let session = try SteeredSession(in: try Workspace())
    let status = try session.meditate("do", "status", "--format", "json")
    #expect(status.lines.count == 2)
    #expect(status.lines.first?.contains(#""type":"status""#) == true)
    #expect(status.lines.last == #"{"id":"do","type":"done"}"#)
    let picked = try session.meditate("do", "--format=json", "1")
    #expect(
      picked.lines == [
        #"{"from":"unpicked","song":1,"to":"picked","type":"mode"}"#, #"{"id":"do","type":"done"}"#,
      ])
  }

  @Test("64: no line, two lines, or an unknown option", arguments: [[], ["a\nb"], ["--foo", "a"]])
  func usage(words: [String]) throws {
    let outcome = try Workspace().meditate(["do"] + words, code: 64)
    #expect(outcome.said == "")
  }

  @Test("75: no session, or no directory for its socket")
  func noSession() throws {
    let workspace = try Workspace()
    let without = try workspace.meditate("do", "pause", code: 75)
    #expect(without.warnings == ["XDG_RUNTIME_DIR names no directory, so no session can be found."])
    try SteeredSession.makeFolder(in: workspace)
    let outcome = try workspace.meditate(
      "do", "pause", environment: SteeredSession.environment(of: workspace), code: 75)
    #expect(outcome.warnings == ["No session runs; 'meditate' or 'meditate sit 20m' starts one."])
    let session = try SteeredSession(in: workspace, "--no-remote", isListening: false)
    try session.type("volume", until: "Volume")
    try session.meditate("do", "pause", code: 75)
    let other = try SteeredSession(in: workspace)
    try other.meditate("do", "--session", "1", "pause", code: 75)
  }

  @Test("'quit' ends the conversation alone")
  func quit() throws {
    let session = try SteeredSession(in: try Workspace())
    let outcome = try session.meditate("do", "quit")
    #expect(outcome.said == "'quit' ends this conversation; the session goes on.\n")
    try session.meditate("do", "status")
  }

  @Test("the newest of two sessions, or the one that is named; 'sessions' lists both")
  func twoSessions() throws {
    let workspace = try Workspace()
    let old = try SteeredSession(in: workspace)
    let new = try SteeredSession(in: workspace, "--start")
    try new.meditate("do", "pause")
    let id = "\(old.process.processID)"
    try new.meditate("do", "1", "--session", id)
    let sessions = try new.meditate("sessions")
    #expect(sessions.lines.count == 4)
    #expect(sessions.lines[1].hasPrefix("\(new.process.processID) paused: A, "))
    #expect(sessions.lines[2] == "\(id) picking: 1 song picked")
    try new.process.type("quit\n")
    try new.process.finish(code: 0)
    #expect(try old.meditate("do", "status").said.hasPrefix("1 song picked"))
    #expect(try old.meditate("sessions").lines.count == 3)
  }

  @Test("'sessions' without any says so")
  func noSessions() throws {
    let outcome = try Workspace().meditate("sessions")
    #expect(
      outcome.lines == [
        "Sessions", "No session runs; 'meditate' or 'meditate sit 20m' starts one.",
      ])
  }
}
