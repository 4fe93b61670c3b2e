import Glibc
import MeditationTestSupport
import SystemPackage
import Testing

/// The control socket of the program.
@Suite("The socket of a session", .waiting)
struct SessionSocketTests {
  @Test("each conversation has its own 'find' and its own ids, and hears what others change")
  func twoConversations() throws {
    let session = try SteeredSession(in: try Workspace())
    let (first, second) = (try session.connect(), try session.connect())
    #expect(first.line()?.contains(#""type":"hello""#) == true)
    #expect(second.line()?.contains(#""type":"hello""#) == true)
    first.send("#x find b")
    #expect(first.lines(until: #""id":"x""#).first?.contains(#""title":"B""#) == true)
    second.send("#x pick found")
    let refused = second.lines(until: #""id":"x""#)
    #expect(refused.count == 1)
    #expect(refused.first?.contains(#""reason":"nothing-found""#) == true)
    first.send("#y pick all")
    #expect(
      first.lines(until: #""id":"y""#) == [
        #"{"from":"unpicked","song":2,"to":"picked","type":"mode"}"#, #"{"id":"y","type":"done"}"#,
      ])
    let heard = second.lines(until: #""song":2"#)
    #expect(heard == [#"{"from":"unpicked","song":2,"to":"picked","type":"mode"}"#])
    second.send("#z pick all")
    #expect(second.lines(until: #""id":"z""#).count == 3)
    try session.process.wait(for: "2 picked: B")
    try session.process.wait(for: "3 picked: C")
  }

  /// `listen` on a machine that is busy at that moment.
  private static let slowListen = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <unistd.h>
    int listen(int socket, int backlog) {
      usleep(300000);
      return ((int (*)(int, int))dlsym(RTLD_NEXT, "listen"))(socket, backlog);
    }
    """

  @Test("where there is a socket, it takes connections", .needs("clang"))
  func listensFirst() throws {
    let workspace = try Workspace()
    let session = try SteeredSession(
      in: workspace, environment: workspace.environment(preloading: Self.slowListen))
    #expect(try session.connect().line()?.contains(#""type":"hello""#) == true)
  }

  @Test("'newest' leads to the newest session, and 'do' removes what killed ones left")
  func newest() throws {
    let workspace = try Workspace()
    let link = workspace.place("run").appending("meditate").appending("newest")
    func target() -> String? {
      var buffer = [CChar](repeating: 0, count: 200)
      let count = readlink(link.string, &buffer, buffer.count)
      guard count > 0 else { return nil }
      return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    let old = try SteeredSession(in: workspace)
    #expect(Poll.until { target() == old.socket.lastComponent?.string })
    #expect(try RawClient(to: link).line()?.contains(#""type":"hello""#) == true)
    let new = try SteeredSession(in: workspace)
    #expect(Poll.until { target() == new.socket.lastComponent?.string })
    try new.process.type("quit\n")
    try new.process.finish()
    #expect(target() == old.socket.lastComponent?.string)
    old.process.signal(SIGKILL)
    try old.process.finish()
    #expect(access(old.socket.string, F_OK) == 0)
    try old.meditate("do", "status", code: 75)
    #expect(access(old.socket.string, F_OK) != 0)
    #expect(target() == nil)
  }

  @Test("a directory that is not private: one line, and the session goes on")
  func notPrivate() throws {
    let workspace = try Workspace()
    try SteeredSession.makeFolder(in: workspace)
    let folder = workspace.place("run").appending("meditate")
    #expect(mkdir(folder.string, 0o755) == 0)
    let session = try SteeredSession(in: workspace, isListening: false)
    try session.process.waitForWarnings()
    try session.type("volume 37", until: "Volume 37%")
    try session.process.type("quit\n")
    let outcome = try session.process.finish(code: 0)
    #expect(
      outcome.warnings == [
        "No control socket: \(folder) is not private; 'chmod 700' makes it so."
      ])
  }

  @Test("'remote = off' in the settings file")
  func turnedOff() throws {
    let workspace = try Workspace()
    try workspace.write(".config/meditate/config", "remote = off\n")
    let session = try SteeredSession(in: workspace, isListening: false)
    try session.type("settings", until: "remote")
    try session.meditate("do", "status", code: 75)
    let other = try SteeredSession(in: workspace, "--remote")
    try other.meditate("do", "status")
  }
}
