import MeditationTestSupport
import SystemPackage
import Testing

/// Clients of the control socket that behave badly while a session plays.
@Suite("Hostile clients", .waiting)
struct HostileClientTests {
  /// Checks that the terminal and other clients are still answered.
  private func check(_ session: SteeredSession, _ volume: Int) throws {
    try session.type("volume \(volume)", until: "Volume \(volume)%\n")
    #expect(try session.meditate("do", "volume").said == "Volume \(volume)%\n")
  }

  private func session() throws -> SteeredSession {
    try SteeredSession(in: try Workspace(), "--start")
  }

  @Test("a client that floods and reads does not starve the others")
  func flood() throws {
    let session = try session()
    let client = try session.connect()
    let lines = Array(String(repeating: "volume\n", count: 2000).utf8)
    client.send(lines)
    try check(session, 33)
    client.send("#last status")
    #expect(client.lines(until: #""last""#).count { $0.contains(#""type":"volume""#) } >= 2000)
  }

  @Test("1,000 connections")
  func manyConnections() throws {
    let session = try session()
    var clients = try (0..<900).map { _ in try session.connect() }
    #expect(clients.last?.lines(until: "closed").last?.contains(#""too-many-connections""#) == true)
    let refused = try session.meditate("do", "volume", code: 75)
    #expect(refused.warned.hasPrefix("The session already has 32 conversations"))
    try session.type("volume 34", until: "Volume 34%\n")
    clients = []
    #expect(try Poll.until { try session.meditate("do", "volume", code: nil).ending == .exit(0) })
    try check(session, 35)
  }

  @Test("half a line, then gone: nothing is performed")
  func halfALine() throws {
    let session = try session()
    for _ in 0..<20 { try session.connect().send(Array("volume 1".utf8)) }
    try check(session, 36)
    #expect(!session.process.said.contains("Volume 1%"))
  }

  /// `accept` of a system without descriptors, as long as there is a file `full`; counts the tries.
  private static let fullAccept = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <errno.h>
    #include <fcntl.h>
    #include <sys/socket.h>
    #include <unistd.h>
    int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags) {
      if (access("full", F_OK) == 0) {
        int tries = open("tries", O_WRONLY | O_CREAT | O_APPEND, 0600);
        if (write(tries, ".", 1) != 1) _exit(99);
        close(tries);
        errno = EMFILE;
        return -1;
      }
      return ((int (*)(int, struct sockaddr *, socklen_t *, int))dlsym(RTLD_NEXT, "accept4"))(
        socket, address, length, flags);
    }
    """

  @Test("no descriptor for a connection: tried again at times, until there is one", .needs("clang"))
  func noDescriptors() throws {
    let workspace = try Workspace()
    let session = try SteeredSession(
      in: workspace, "--start", environment: workspace.environment(preloading: Self.fullAccept))
    try workspace.write("full", "")
    let start = ContinuousClock.now
    let client = try session.connect()
    #expect(Poll.until { (try? workspace.read("tries").count) ?? 0 >= 5 })
    #expect(ContinuousClock.now - start >= .seconds(1))
    try session.type("volume 38", until: "Volume 38%\n")
    try workspace.remove("full")
    #expect(client.line()?.contains(#""type":"hello""#) == true)
    try check(session, 39)
    #expect(session.process.diagnostics == [])
  }
}
