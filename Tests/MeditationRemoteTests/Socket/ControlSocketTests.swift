import Glibc
import MeditationTestSupport
import SystemPackage
import Testing

@testable import MeditationRemote

/// The control socket with conversations that repeat what they hear.
@Suite("The control socket", .serialized) @MainActor
struct ControlSocketTests {
  /// Answers `say N` with N MiB, `tell N` with N MiB that are its own, and everything else with
  /// itself.
  private final class QuotedInput: Conversation {
    static var count = 0
    static var heard: [String] = []
    let say: ([UInt8]) -> Void
    let leave: (ConversationEnd) -> Void

    init(say: @escaping ([UInt8]) -> Void, leave: @escaping (ConversationEnd) -> Void) {
      self.say = say
      self.leave = leave
      Self.count += 1
    }

    func greet() { say(Array("hello\n".utf8)) }

    func answer(_ line: String, done: @escaping () -> Void) {
      defer { done() }
      Self.heard.append(line)
      if line == "quit" { return leave(.quit) }
      let words = line.split(separator: " ")
      for number in 0..<(words.count > 1 ? Int(words[1]) ?? 0 : 0) {
        var bytes = [UInt8](repeating: UInt8(ascii: "."), count: (1 << 20) - 1)
        if words[0] == "tell" {
          bytes.replaceSubrange(0..<40, with: "\(number) \(ObjectIdentifier(self))".utf8)
        }
        say(bytes + [UInt8(ascii: "\n")])
      }
      say(Array("\(line)\n".utf8))
    }

    func end(code: Int32) { say(Array("bye \(code)\n".utf8)) }
  }

  private let runtime: RuntimeFolder
  private let socket: ControlSocket

  init() throws {
    runtime = try RuntimeFolder()
    socket = ControlSocket(in: try runtime.folder, onProblem: { Issue.record("\($0)") }) {
      QuotedInput(say: $0, leave: $1)
    }
    socket.start()
  }

  /// Connects off the main actor, which serves the socket, and waits until it is there.
  private nonisolated static func connect(_ folder: SocketFolder) throws -> SessionClient {
    for _ in 0..<1000 {
      if let client = try SessionClient.connect(in: folder) { return client }
      poll(nil, 0, 10)
    }
    throw Errno.timedOut
  }

  /// Runs `work` with a connection, off the main actor.
  private func talk<Result: Sendable>(
    _ work: @escaping @Sendable (SessionClient) throws -> Result
  ) async throws -> Result {
    let folder = try runtime.folder
    return try await OwnThreads.run { try work(try Self.connect(folder)) }
  }

  /// True if a client is greeted: at first there may be too many, as the ends of others come later.
  private func isGreetedSoon() async throws -> Bool {
    for _ in 0..<1000 {
      if try await talk({ try Self.line($0) }) == "hello" { return true }
    }
    return false
  }

  /// The last line of a conversation that ends so.
  private nonisolated static func closed(_ end: ConversationEnd) -> String {
    String(decoding: end.lastLine.dropLast(), as: UTF8.self)
  }

  private nonisolated static func line(_ client: SessionClient) throws -> String {
    String(decoding: try client.nextLine(by: .now + .seconds(300)), as: UTF8.self)
  }

  @Test("a client that says nothing is greeted; one that does is answered in order")
  func greeting() async throws {
    let greeted = try await talk { try Self.line($0) }
    #expect(greeted == "hello")
    let answers = try await talk { client in
      try client.send("a", "b", "c", "quit", "d")
      return try (0..<4).map { _ in try Self.line(client) }
    }
    #expect(answers == ["a", "b", "c", Self.closed(.quit)])
    await socket.close(code: 0)
  }

  @Test("lines that are too long end the conversation, with the reason")
  func tooLong() async throws {
    let answers = try await talk { client in
      try client.send("a", String(repeating: "x", count: SocketLimits.lineLength + 1))
      return try (0..<2).map { _ in try Self.line(client) }
    }
    #expect(answers.last == Self.closed(.lineTooLong))
    await socket.close(code: 0)
  }

  @Test("a client that does not read is ended; one that reads receives everything")
  func waiting() async throws {
    let most = SocketLimits.waitingBytes >> 20
    let slow = try await talk { [folder = try runtime.folder] client in
      try client.send("say \(most + 2)")
      // Its line was performed when a client that came later is answered.
      let other = try SessionClient.connect(in: folder)
      try other?.send("a")
      _ = try other.map { try Self.line($0) }
      // Waiting lines are written first, so that the reason can be read.
      return try (0...most).map { _ in try Self.line(client).count }
    }
    #expect(slow.last == Self.closed(.tooSlow).utf8.count)
    let read = try await talk { client in
      try client.send("say \(most / 2)", "say \(most / 2)", "say \(most / 2)")
      return try (0..<3 * (most / 2 + 1)).map { _ in try Self.line(client).count }
    }
    #expect(read.count { $0 == (1 << 20) - 1 } == 3 * (most / 2))
    await socket.close(code: 0)
  }

  @Test("a client that reads too slowly has its next line performed once it has caught up")
  func unhurried() async throws {
    QuotedInput.heard = []
    let folder = try runtime.folder
    let (before, answer) = try await OwnThreads.run {
      let clients = try Self.silentClients(1, saying: "say 8\nlater", in: folder)
      let before = await MainActor.run { QuotedInput.heard }
      let lines = try clients.map { client in try (0..<10).map { _ in try Self.line(client) } }
      return (before, lines.first?.last)
    }
    #expect(before.contains("say 8") && !before.contains("later"))
    #expect(answer == "later")
    await socket.close(code: 0)
  }

  @Test("one connection too many is refused, and there is room again when another ends")
  func connections() async throws {
    let refused = try await talk { [folder = try runtime.folder] first in
      _ = try Self.line(first)
      let others = try (1..<SocketLimits.connections).compactMap { _ in
        try SessionClient.connect(in: folder)
      }
      for other in others { _ = try Self.line(other) }
      let last = try SessionClient.connect(in: folder)
      return try last.map { try Self.line($0) }
    }
    #expect(refused == Self.closed(.tooManyConnections))
    // The session hears of the end of a connection a little later.
    #expect(try await isGreetedSoon())
    await socket.close(code: 0)
  }

  /// Lets `count` clients say `line` and not read, until all are answered.
  private nonisolated static func silentClients(
    _ count: Int, saying line: String, in folder: SocketFolder
  ) throws -> [SessionClient] {
    try (0..<count).compactMap { _ in
      let client = try connect(folder)
      try client.send(line)
      // A line is performed after those of the clients that came before.
      let other = try connect(folder)
      try other.send("a")
      _ = try Self.line(other)
      return client
    }
  }

  @Test("what waits for several clients waits once")
  func shared() async throws {
    // Otherwise this would be twice the limit.
    let count = SocketLimits.connections - 2
    let each = (SocketLimits.allWaitingBytes >> 20) * 2 / count
    let folder = try runtime.folder
    let read = try await OwnThreads.run {
      let clients = try Self.silentClients(count, saying: "say \(each)", in: folder)
      return try clients.map { client in
        try (0...each).reduce(0) { sum, _ in sum + (try Self.line(client).count + 1) }
      }
    }
    #expect(read.allSatisfy { $0 >= each << 20 })
    await socket.close(code: 0)
  }

  @Test("when too much waits in all, those that read nothing for the longest time are closed")
  func tooMuchInAll() async throws {
    let each = SocketLimits.waitingBytes >> 21
    let folder = try runtime.folder
    let read = try await OwnThreads.run {
      let clients = try Self.silentClients(8, saying: "tell \(each)", in: folder)
      return clients.map { client in
        var count = 0
        while count <= each, (try? Self.line(client)) != nil { count += 1 }
        return count
      }
    }
    // The limit is that of four clients.
    #expect(read.prefix(4).allSatisfy { $0 < each }, "\(read)")
    #expect(read.suffix(2).allSatisfy { $0 == each + 1 }, "\(read)")
    await socket.close(code: 0)
  }

  @Test("clients that come and go while the session is busy cost it nothing")
  func comeAndGo() async throws {
    _ = try await talk { try Self.line($0) }
    let path = runtime.own.appending("\(getpid()).sock")
    let count = QuotedInput.count
    // On the main actor, which takes no events meanwhile.
    for _ in 0..<2000 {
      let client = try UnixSocket.connect(to: path, within: 300)
      // The server may have closed it already: that is an error, not a signal.
      _ = Glibc.send(client.rawValue, "a\n", 2, Int32(MSG_NOSIGNAL))
      try client.close()
    }
    #expect(try await isGreetedSoon())
    // Those that could be accepted at once, and those that waited to be accepted.
    #expect(QuotedInput.count - count < 500, "\(QuotedInput.count - count)")
    await socket.close(code: 0)
  }

  @Test(
    "another user's connection is closed, and another user's socket not used",
    .enabled(if: geteuid() == 0))
  func otherUser() async throws {
    let runtime = try RuntimeFolder()
    let other: uid_t = 65534
    let folder = try #require(
      SocketFolder(environment: ["XDG_RUNTIME_DIR": runtime.path.string], of: other))
    #expect(mkdir(runtime.own.string, 0o700) == 0)
    #expect(chown(runtime.own.string, other, other) == 0)
    let theirs = ControlSocket(in: folder, onProblem: { Issue.record("\($0)") }) {
      QuotedInput(say: $0, leave: $1)
    }
    theirs.start()
    let path = runtime.own.appending("\(getpid()).sock")
    #expect(try await Poll.wait { access(path.string, F_OK) == 0 })
    // This process is root's.
    let count = try await OwnThreads.run {
      let client = try UnixSocket.connect(to: path)
      defer { try? client.close() }
      return try withUnsafeTemporaryAllocation(byteCount: 8, alignment: 1) {
        try client.read(into: $0)
      }
    }
    #expect(count == 0)
    let foreign = #expect(throws: SocketProblem.self) { try SessionClient.connect(in: folder) }
    #expect(foreign?.reason == "\(path) belongs to another user.")
    #expect(chown(path.string, other, other) == 0)
    let peer = #expect(throws: SocketProblem.self) { try SessionClient.connect(in: folder) }
    #expect(peer?.reason == "\(path) belongs to another user.")
    await theirs.close(code: 0)
    await socket.close(code: 0)
  }

  @Test("a client that closes its side is answered before the end")
  func halfClosed() async throws {
    let answers = try await talk { client in
      try client.send("a", "b")
      client.endInput()
      return try (0..<3).map { _ in try Self.line(client) }
    }
    #expect(answers == ["a", "b", Self.closed(.endOfInput)])
    await socket.close(code: 0)
  }

  /// Sends `text` to the socket, closes that side, and reads to the end.
  private nonisolated static func answer(to text: String, at path: FilePath) throws -> String {
    let client = try UnixSocket.connect(to: path, within: 300)
    defer { try? client.close() }
    let bytes = Array(text.utf8)
    _ = Glibc.send(client.rawValue, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    shutdown(client.rawValue, Int32(SHUT_WR))
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(client.rawValue, &buffer, buffer.count)
      guard count > 0 else { return String(decoding: answer, as: UTF8.self) }
      answer += buffer.prefix(count)
    }
  }

  @Test("the last line needs no line break", arguments: ["a\nb", "b"])
  func lastLine(text: String) async throws {
    let path = runtime.own.appending("\(getpid()).sock")
    _ = try await talk { try Self.line($0) }
    let answer = try await OwnThreads.run { try Self.answer(to: text, at: path) }
    #expect(answer == "\(text)\n\(Self.closed(.endOfInput))\n")
    await socket.close(code: 0)
  }

  @Test("a client that goes while it is answered costs nothing but its answer")
  func goneWhileAnswered() async throws {
    let folder = try runtime.folder
    let answers = try await OwnThreads.run {
      try (0..<2 * SocketLimits.connections).map { number in
        let leaving = try Self.connect(folder)
        try leaving.send("say 8", "say 8", "say 8")
        if number.isMultiple(of: 2) { _ = try Self.line(leaving) } else { leaving.endInput() }
        return number
      }
    }
    #expect(answers.count == 2 * SocketLimits.connections)
    #expect(try await isGreetedSoon())
    await socket.close(code: 0)
  }

  @Test("what a client sent before it went is performed, however much it leaves unread")
  func sentAndGone() async throws {
    _ = try await talk { try Self.line($0) }
    QuotedInput.heard = []
    let path = runtime.own.appending("\(getpid()).sock")
    let lines = (0..<8).map { number in ["say 1", "\(number) b", "\(number) c"] }
    // On the main actor, which performs nothing meanwhile.
    for lines in lines {
      let client = try UnixSocket.connect(to: path, within: 300)
      let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
      #expect(Glibc.send(client.rawValue, bytes, bytes.count, 0) == bytes.count)
      try client.close()
    }
    for _ in 0..<1000 where QuotedInput.heard.count(where: { $0 != "a" }) < 24 {
      _ = try await talk { client in
        try client.send("a")
        return try Self.line(client)
      }
    }
    let heard = QuotedInput.heard.filter { $0 != "a" }
    #expect(heard.sorted() == lines.joined().sorted())
    for lines in lines {
      #expect(heard.filter(lines.dropFirst().contains) == Array(lines.dropFirst()))
    }
    await socket.close(code: 0)
  }

  @Test("a client that reads nothing does not hold up the end of the program")
  func endDespiteSilence() async throws {
    let folder = try runtime.folder
    let end = try await OwnThreads.run { [socket] in
      let clients = try Self.silentClients(1, saying: "say 8", in: folder)
      await socket.close(code: 0)
      // The lines that the system had taken by then.
      return clients.map { client in
        var count = 0
        while (try? Self.line(client)) != nil { count += 1 }
        return count
      }
    }
    #expect(end.allSatisfy { $0 < 8 }, "\(end)")
    #expect(runtime.names == [])
  }

  @Test("at the end of the program all are told, and the socket is removed")
  func end() async throws {
    let folder = try runtime.folder
    let lines = try await OwnThreads.run { [socket] in
      let client = try Self.connect(folder)
      let greeting = try Self.line(client)
      await socket.close(code: 3)
      return [greeting, try Self.line(client), (try? Self.line(client)) ?? "end"]
    }
    #expect(lines == ["hello", "bye 3", "end"])
    #expect(runtime.names == [])
  }
}
