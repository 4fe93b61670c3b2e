import Glibc
import SystemPackage
import Testing

@testable import MeditationRemote

@Suite("The folder of sockets")
struct SocketFolderTests {
  @Test(
    "without an absolute XDG_RUNTIME_DIR that is there, there is none",
    arguments: [nil, "", "run", "/nowhere/at/all"])
  func noFolder(value: String?) {
    #expect(SocketFolder(environment: value.map { ["XDG_RUNTIME_DIR": $0] } ?? [:]) == nil)
  }

  @Test("it is created for this user alone")
  func created() throws {
    let runtime = try RuntimeFolder()
    let path = try runtime.folder.prepare(for: 42)
    #expect(path == runtime.own.appending("42.sock"))
    var status = stat()
    #expect(stat(runtime.own.string, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o700)
  }

  @Test("a folder that others can use is refused", arguments: [0o755, 0o710, 0o701, 0o777])
  func notPrivate(mode: UInt32) throws {
    let runtime = try RuntimeFolder()
    #expect(mkdir(runtime.own.string, 0o700) == 0)
    #expect(chmod(runtime.own.string, mode) == 0)
    let problem = #expect(throws: SocketProblem.self) { try runtime.folder.prepare(for: 42) }
    #expect(
      problem?.text
        == "No control socket: \(runtime.own) is not private; 'chmod 700' makes it so.")
  }

  @Test("a link in its place is refused, for sessions and for clients")
  func link() throws {
    let runtime = try RuntimeFolder()
    let elsewhere = runtime.path.appending("elsewhere")
    #expect(mkdir(elsewhere.string, 0o700) == 0)
    #expect(symlink(elsewhere.string, runtime.own.string) == 0)
    defer {
      unlink(runtime.own.string)
      rmdir(elsewhere.string)
    }
    for use in [{ _ = try runtime.folder.prepare(for: 42) }, { _ = try runtime.folder.check() }] {
      let problem = #expect(throws: SocketProblem.self) { try use() }
      #expect(problem?.reason == "\(runtime.own) is not a directory.")
    }
  }

  @Test("a folder of another user is refused")
  func otherUser() throws {
    let runtime = try RuntimeFolder()
    _ = try runtime.folder.prepare(for: 42)
    let folder = try #require(
      SocketFolder(environment: ["XDG_RUNTIME_DIR": runtime.path.string], of: geteuid() + 1))
    let problem = #expect(throws: SocketProblem.self) { try SessionClient.connect(in: folder) }
    #expect(problem?.reason == "\(runtime.own) belongs to another user.")
  }

  @Test("a file in its place is refused")
  func file() throws {
    let runtime = try RuntimeFolder()
    close(open(runtime.own.string, O_CREAT | O_WRONLY, 0o600))
    defer { unlink(runtime.own.string) }
    let problem = #expect(throws: SocketProblem.self) { try runtime.folder.prepare(for: 42) }
    #expect(problem?.text.hasPrefix("No control socket: \(runtime.own) cannot be created") == true)
  }

  @Test("a path that no socket can have is refused")
  func tooLong() throws {
    let runtime = try RuntimeFolder()
    let long = runtime.path.appending(String(repeating: "d", count: 100))
    #expect(mkdir(long.string, 0o700) == 0)
    defer {
      rmdir(long.appending("meditate").string)
      rmdir(long.string)
    }
    let folder = try #require(SocketFolder(environment: ["XDG_RUNTIME_DIR": long.string]))
    let problem = #expect(throws: SocketProblem.self) { try folder.prepare(for: 42) }
    #expect(problem?.text.hasSuffix("is too long for a socket.") == true)
  }

  @Test("sockets of killed programs are removed, and nothing else")
  func stale() throws {
    let runtime = try RuntimeFolder()
    _ = try runtime.folder.prepare(for: 42)
    // Process ids are at most 2²².
    let gone = ["5000001.sock", "5000002.sock"]
    for name in gone + ["\(getpid()).sock", "notes.sock"] { try runtime.leaveSocket(name) }
    try runtime.folder.tidy()
    #expect(runtime.names == ["\(getpid()).sock", "newest", "notes.sock"].sorted())
    for name in ["newest", "notes.sock"] { unlink(runtime.own.appending(name).string) }
  }
}
