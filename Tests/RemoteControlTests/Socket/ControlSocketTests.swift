import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import RemoteControl

/// The control socket with conversations that repeat what they hear.
@Suite("The control socket", .serialized) @MainActor
struct ControlSocketTests {
  /// Answers `say N` with N MiB, and everything else with itself.
  private final class Echo: Conversation {
    let say: ([UInt8]) -> Void
    let leave: (ConversationEnd) -> Void

    init(say: @escaping ([UInt8]) -> Void, leave: @escaping (ConversationEnd) -> Void) {
      self.say = say
      self.leave = leave
    }

    func greet() { say(Array("hello\n".utf8)) }

    func take(_ line: String, done: @escaping () -> Void) {
      defer { done() }
      if line == "quit" { return leave(.quit) }
      let count = line.hasPrefix("say ") ? Int(line.dropFirst(4)) ?? 0 : 0
      for _ in 0..<count {
        say([UInt8](repeating: UInt8(ascii: "."), count: (1 << 20) - 1) + [UInt8(ascii: "\n")])
      }
      say(Array("\(line)\n".utf8))
    }

    func end(code: Int32) { say(Array("bye \(code)\n".utf8)) }
  }

  private let runtime: RuntimeFolder
  private let socket: ControlSocket

  init() throws {
    runtime = try RuntimeFolder()
    socket = ControlSocket(
      in: try runtime.folder, lastLine: { Array("closed \($0.word)\n".utf8) },
      onProblem: { Issue.record("\($0)") }
    ) { Echo(say: $0, leave: $1) }
    socket.start()
  }

  /// Connects off the main actor, which serves the socket, and waits until it is there.
  private nonisolated static func connect(_ folder: SocketFolder) throws -> SessionClient {
    for _ in 0..<1000 {
      if let client = SessionClient.connect(in: folder) { return client }
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

  private nonisolated static func line(_ client: SessionClient) throws -> String {
    String(decoding: try client.nextLine(within: .seconds(300)), as: UTF8.self)
  }

  @Test("a client that says nothing is greeted; one that does is answered in order")
  func greeting() async throws {
    let greeted = try await talk { try Self.line($0) }
    #expect(greeted == "hello")
    let answers = try await talk { client in
      try client.send("a", "b", "c", "quit", "d")
      return try (0..<4).map { _ in try Self.line(client) }
    }
    #expect(answers == ["a", "b", "c", "closed quit"])
    await socket.close(code: 0)
  }

  @Test("lines that are too long end the conversation, with the reason")
  func tooLong() async throws {
    let answers = try await talk { client in
      try client.send("a", String(repeating: "x", count: SocketLimits.lineLength + 1))
      return try (0..<2).map { _ in try Self.line(client) }
    }
    #expect(answers.last == "closed line-too-long")
    await socket.close(code: 0)
  }

  @Test("a client that does not read is ended; one that reads receives everything")
  func waiting() async throws {
    let most = SocketLimits.waitingBytes >> 20
    let slow = try await talk { [folder = try runtime.folder] client in
      try client.send("say \(most + 2)")
      // Its line was performed when a client that came later is answered.
      let other = SessionClient.connect(in: folder)
      try other?.send("a")
      _ = try other.map { try Self.line($0) }
      // What waited is written first, so that the reason can be read.
      return try (0...most + 1).map { _ in try Self.line(client).count }
    }
    #expect(slow.last == "closed too-slow".utf8.count)
    let read = try await talk { client in
      try client.send("say \(most / 2)", "say \(most / 2)", "say \(most / 2)")
      return try (0..<3 * (most / 2 + 1)).map { _ in try Self.line(client).count }
    }
    #expect(read.count { $0 == (1 << 20) - 1 } == 3 * (most / 2))
    await socket.close(code: 0)
  }

  @Test("one connection too many is refused, and there is room again when another ends")
  func connections() async throws {
    let refused = try await talk { [folder = try runtime.folder] first in
      _ = try Self.line(first)
      let others = (1..<SocketLimits.connections).compactMap { _ in
        SessionClient.connect(in: folder)
      }
      for other in others { _ = try Self.line(other) }
      let last = SessionClient.connect(in: folder)
      return try last.map { try Self.line($0) }
    }
    #expect(refused == "closed too-many-connections")
    // The session hears of the end of a connection a little later.
    var greeting = ""
    for _ in 0..<1000 where greeting != "hello" {
      greeting = try await talk { client in try Self.line(client) }
    }
    #expect(greeting == "hello")
    await socket.close(code: 0)
  }

  @Test("a client that closes its side is answered before the end")
  func halfClosed() async throws {
    let answers = try await talk { client in
      try client.send("a", "b")
      client.endInput()
      return try (0..<3).map { _ in try Self.line(client) }
    }
    #expect(answers == ["a", "b", "closed end-of-input"])
    await socket.close(code: 0)
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
