import Glibc
import MeditationTestSupport
import Testing

/// `meditate status`, beside a running session and without one.
@Suite("meditate status", .waiting)
struct StatusTests {
  @Test("0: prints one line about the newest session, or the one that is named")
  func line() throws {
    let workspace = try Workspace()
    let old = try SteeredSession(in: workspace)
    let new = try SteeredSession(in: workspace, "--start")
    try new.meditate("do", "pause")
    let outcome = try new.meditate("status", "--format", "{state} {title} {length} {volume}")
    #expect(outcome.said == "paused A 3:00 100\n")
    #expect(try new.meditate("status").said.hasPrefix("paused 0:"))
    let id = "\(old.process.processID)"
    #expect(try new.meditate("status", "--session", id).said == "picking\n")
    #expect(try new.meditate("status", "--session=\(id)", "--format={left}").said == "\n")
    let whole = try new.meditate("status", "--format", "json").said
    #expect(whole.hasPrefix("{") && whole.contains("\"transport\":\"paused\""))
  }

  @Test("--watch prints a line at each change, also of the next session, until it is interrupted")
  func watch() throws {
    let workspace = try Workspace()
    let watching = try workspace.start(
      "status", "--watch", "--format", "{state} {title}",
      environment: SteeredSession.environment(of: workspace))
    try watching.wait { $0.lineCount == 1 }
    for _ in 1...2 {
      let session = try SteeredSession(in: workspace)
      try watching.wait { $0.said.hasSuffix("picking\n") }
      for (line, state) in [("all", "picking"), ("start", "playing A"), ("pause", "paused A")] {
        try session.meditate("do", line)
        try watching.wait { $0.said.hasSuffix("\(state)\n") }
      }
      try session.process.type("back\nquit\n")
      try session.process.finish(code: 0)
      try watching.wait { $0.said.hasSuffix("\n\n") }
    }
    watching.signal(SIGINT)
    #expect(try watching.finish().ending == .signal(SIGINT))
  }

  @Test("75: an empty line without a session, and nothing else")
  func noSession() throws {
    let outcome = try Workspace().meditate("status", "--format", "{title}", code: 75)
    #expect(outcome.said == "\n")
    #expect(outcome.warned == "")
  }

  @Test(
    "64: an unknown field, or a word too many", arguments: [["--format", "{left}{x}"], ["now"]])
  func usage(words: [String]) throws {
    let outcome = try Workspace().meditate(["status"] + words, code: 64)
    #expect(outcome.said == "")
  }
}
