import FoundationEssentials
import Glibc
import SystemPackage

/// A blocking conversation with a running session, for a command that asks and exits.
package final class SessionClient {
  package enum Problem: Error {
    case closed
    /// No line came in time; the program may be stopped.
    case silent
    /// The line is longer than any line of a session.
    case tooLong
    case failed(Errno)
  }

  package let processID: pid_t
  private let socket: FileDescriptor
  private var pending: [UInt8] = []
  /// Where the next line begins in the pending bytes, and how far they were searched for its end.
  private var (start, searched) = (0, 0)

  private init(processID: pid_t, socket: FileDescriptor) {
    self.processID = processID
    self.socket = socket
  }

  deinit { try? socket.close() }

  /// Connects to a session of the folder's user.
  ///
  /// - Returns: `nil` if it accepts no connections.
  /// - Throws: `SocketProblem` if another user listens. Nothing is sent.
  private static func connect(
    to entry: SocketFolder.Entry, of user: uid_t, within seconds: Int
  ) throws(SocketProblem) -> SessionClient? {
    guard entry.owner == user else { throw .foreign(entry.path) }
    guard let socket = try? UnixSocket.connect(to: entry.path, within: seconds) else { return nil }
    let client = SessionClient(processID: entry.processID, socket: socket)
    guard UnixSocket.peer(of: socket.rawValue) == user else { throw .foreign(entry.path) }
    return client
  }

  /// Connects to the newest session in `folder`, or to that of `processID`.
  ///
  /// - Returns: `nil` if there is none.
  /// - Throws: `SocketProblem` if folder or socket are not exclusively this user's.
  package static func connect(
    in folder: SocketFolder, to processID: pid_t? = nil
  ) throws(SocketProblem) -> SessionClient? {
    guard try folder.check() else { return nil }
    folder.tidy()
    for entry in folder.entries() where processID == nil || processID == entry.processID {
      if let client = try connect(to: entry, of: folder.user, within: 10) { return client }
    }
    return nil
  }

  /// Connects to all sessions in `folder`, newest first.
  ///
  /// - Parameter onProblem: Called for each socket that is not this user's.
  /// - Throws: `SocketProblem` if the folder is not exclusively this user's.
  package static func connectToAll(
    in folder: SocketFolder, onProblem: (SocketProblem) -> Void
  ) throws(SocketProblem) -> [SessionClient] {
    guard try folder.check() else { return [] }
    folder.tidy()
    return folder.entries().compactMap { entry in
      do throws(SocketProblem) {
        return try connect(to: entry, of: folder.user, within: 1)
      } catch {
        onProblem(error)
        return nil
      }
    }
  }

  /// Sends `lines`, which have no line breaks. The session must accept them within ten seconds.
  package func send(_ lines: String...) throws(Problem) {
    let deadline = ContinuousClock.now + .seconds(10)
    var rest = Array(lines.map { $0 + "\n" }.joined().utf8)[...]
    while !rest.isEmpty {
      try wait(for: POLLOUT, by: deadline)
      let count = rest.withUnsafeBytes {
        Glibc.send(
          socket.rawValue, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EPIPE || errno == ECONNRESET {
        // Before it closes, the session sends its reason.
        return
      } else if errno != EINTR, errno != EAGAIN {
        throw .failed(Errno(rawValue: errno))
      }
    }
  }

  /// Ends the input. The session still answers what it has received.
  func endInput() { shutdown(socket.rawValue, Int32(SHUT_WR)) }

  /// The next line, without its line break.
  ///
  /// - Parameter deadline: When the line must be complete; `nil` for no limit.
  package func nextLine(by deadline: ContinuousClock.Instant?) throws(Problem) -> [UInt8] {
    while true {
      if let end = nextBreak {
        defer { (start, searched) = (end + 1, end + 1) }
        return Array(pending[start..<end])
      }
      pending.removeSubrange(..<start)
      (start, searched) = (0, pending.count)
      // No session has more waiting for one client.
      guard pending.count <= SocketLimits.waitingBytes else { throw .tooLong }
      try receive(by: deadline)
    }
  }

  /// The index of the first line break. `memchr` is fast even in a list of 100,000 songs.
  private var nextBreak: Int? {
    pending.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, searched < bytes.count else { return nil }
      return memchr(base + searched, Int32(UInt8(ascii: "\n")), bytes.count - searched)
        .map { UnsafeRawPointer($0) - base }
    }
  }

  private func receive(by deadline: ContinuousClock.Instant?) throws(Problem) {
    try wait(for: POLLIN, by: deadline)
    var result = 0
    // Uninitialized: most answers fill only one page of it.
    let bytes = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
      result = recv(socket.rawValue, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
      count = max(0, result)
    }
    guard result != 0, result > 0 || errno == EINTR || errno == EAGAIN else { throw .closed }
    pending += bytes
  }

  /// Waits until the socket can be read or written, or a signal arrives.
  private func wait(for event: Int32, by deadline: ContinuousClock.Instant?) throws(Problem) {
    var polled = pollfd(fd: socket.rawValue, events: Int16(event), revents: 0)
    var milliseconds: Int32 = -1
    if let deadline {
      let left = deadline - .now
      guard left > .zero else { throw .silent }
      milliseconds = Int32(min(left, .seconds(3600)) / .milliseconds(1)) + 1
    }
    if poll(&polled, 1, milliseconds) == 0 { throw .silent }
  }
}

/// The parts of a session's message that commands need.
package struct SessionMessage: Decodable {
  /// In bytes; longer messages are not answers.
  private static let longestAnswer = 64 << 10

  package let type: String
  package var id: String?
  package var text: String?
  package var style: String?
  var reason: String?

  /// Decodes a line; `nil` if it is too long for an answer.
  package init?(_ line: [UInt8]) {
    guard line.count <= Self.longestAnswer,
      let message = try? JSONDecoder().decode(Self.self, from: Data(line))
    else { return nil }
    self = message
  }

  package var isLast: Bool { type == "closed" || type == "bye" }

  /// True if the session accepts no line of this length.
  package var refusesLine: Bool { reason == ConversationEnd.lineTooLong.rawValue }
}
