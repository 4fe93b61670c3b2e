import MeditationTestSupport
import SystemPackage
import Testing

/// The samples in Python that follow whatever session runs.
@Suite("Samples that follow the session", .waiting, .needs("python3", "curl"))
struct SampleClientTests {
  private func start(
    _ tool: String, _ arguments: String..., beside session: SteeredSession
  ) throws -> RunningProcess {
    let environment = SteeredSession.environment(of: session.workspace)
      .merging(["MEDITATE": try Meditate.path.string]) { $1 }
    return try session.workspace.startTool(tool, arguments, environment: environment)
  }

  /// Ends the session, which ends the programs that wait for its news.
  private func end(_ session: SteeredSession) throws {
    try session.process.type("quit\n")
    try session.process.finish()
  }

  @Test("a lamp is green while it plays, red in a pause, and off at the end")
  func lamp() throws {
    let session = try SteeredSession(in: try Workspace(), "--start")
    let lamp = try start(
      "python3", Repository.path("Samples/JSON/lamp.py").string, beside: session)
    try lamp.wait(for: "green\n")
    try session.type("pause", until: "Paused")
    try lamp.wait(for: "red\n")
    try session.type("finish", until: "finished")
    try lamp.wait(for: "off\n")
    try end(session)
  }

  @Test("a page follows the session by server-sent events")
  func serve() throws {
    let session = try SteeredSession(in: try Workspace(), "--start")
    let server = try start(
      "python3", Repository.path("Samples/JSON/serve.py").string, "0", beside: session)
    try server.wait(for: "/\n")
    let address = String(try #require(server.said.split(separator: "\n").first))
    let page = try start("curl", "-s", address, beside: session).finish()
    #expect(page.said.contains("new EventSource"))
    let events = try start("curl", "-sN", address + "events", beside: session)
    try events.wait(for: "data: {")
    try events.wait(for: #""phase":"listening""#)
    try session.type("pause", until: "Paused")
    try events.wait(for: #""pausedBy":"user""#)
    try end(session)
  }
}
