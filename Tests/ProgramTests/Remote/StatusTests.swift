import Glibc
import MeditationTestSupport
import SystemPackage
import Testing

/// `meditate status`, beside a running session and without one.
@Suite("meditate status", .waiting)
struct StatusTests {
  @Test("0: prints one line about the newest session, or the one that is named")
  func line() throws {
    let workspace = try Workspace()
    let old = try SteeredSession(in: workspace)
    let new = try SteeredSession(in: workspace, "--start")
    #expect(try new.meditate("do", "pause").ending == .exit(0))
    let outcome = try new.meditate("status", "--format", "{state} {title} {length} {volume}")
    #expect(outcome.said == "paused A 3:00 100\n")
    #expect(outcome.ending == .exit(0))
    #expect(try new.meditate("status").said.hasPrefix("paused 0:"))
    let id = "\(old.process.processID)"
    #expect(try new.meditate("status", "--session", id).said == "picking\n")
    #expect(try new.meditate("status", "--session=\(id)", "--format={left}").said == "\n")
    let whole = try new.meditate("status", "--format", "json").said
    #expect(whole.hasPrefix("{") && whole.contains("\"transport\":\"paused\""))
  }

  @Test("75: an empty line without a session, and nothing else")
  func noSession() throws {
    let outcome = try Workspace().meditate("status", "--format", "{title}")
    #expect(outcome.said == "\n")
    #expect(outcome.warned == "")
    #expect(outcome.ending == .exit(75))
  }

  @Test(
    "64: an unknown field, or a word too many", arguments: [["--format", "{left}{x}"], ["now"]])
  func usage(words: [String]) throws {
    let outcome = try Workspace().meditate(["status"] + words)
    #expect(outcome.said == "")
    #expect(outcome.ending == .exit(64))
  }
}
