import Glibc
import SystemPackage
import Testing

/// `meditate do --watch`, beside a running session.
@Suite("meditate do --watch")
struct WatchTests {
  @Test("--watch follows until the session is over", arguments: ["text", "json"])
  func watchSession(format: String) throws {
    let session = try SteeredSession(in: try Workspace(), "--start")
    let watching = try session.workspace.start(
      "do", "--watch", "--format", format, "volume",
      environment: SteeredSession.environment(of: session.workspace))
    try watching.wait(for: "\n")
    try session.type("next", until: "2 playing")
    try watching.wait { $0.lineCount > 1 }
    #expect(try session.meditate("do", "finish").ending == .exit(0))
    let outcome = try watching.finish()
    #expect(outcome.ending == .exit(0))
    #expect(outcome.said.contains(format == "text" ? "Session finished" : #""session-over""#))
  }

  @Test("--watch follows until the program exits")
  func watchProgram() throws {
    let session = try SteeredSession(in: try Workspace())
    let watching = try session.workspace.start(
      "do", "status", "--watch", environment: SteeredSession.environment(of: session.workspace))
    try watching.wait(for: "No songs picked")
    try session.process.type("1\nquit\n")
    #expect(try session.process.finish().ending == .exit(0))
    let outcome = try watching.finish()
    #expect(outcome.ending == .exit(0))
    #expect(outcome.said.contains("1 song picked"))
    #expect(access(session.socket.string, F_OK) != 0)
  }
}
