public import Glibc
import SystemPackage

/// A conversation with a running session, for a command that asks and exits. It blocks.
public final class SessionClient {
  /// Why a session does not answer.
  public enum Problem: Error {
    /// It closed the connection.
    case closed
    /// Nothing came in time; the program may be stopped.
    case silent
    case failed(Errno)
  }

  /// The process of the session.
  public let processID: pid_t
  private let socket: FileDescriptor
  private var pending: [UInt8] = []
  /// The number of pending bytes that have no line break.
  private var searched = 0

  private init(_ entry: SocketFolder.Entry) throws(Errno) {
    processID = entry.processID
    socket = try UnixSocket.connect(to: entry.path)
  }

  deinit { try? socket.close() }

  /// Connects to the newest session in `folder`, or to that of `processID`.
  ///
  /// - Returns: `nil` if there is none.
  public static func connect(
    in folder: SocketFolder, to processID: pid_t? = nil
  ) -> SessionClient? {
    for entry in folder.entries() where processID == nil || processID == entry.processID {
      if let client = try? SessionClient(entry) { return client }
    }
    return nil
  }

  /// Connects to all sessions in `folder`, newest first.
  public static func connectToAll(in folder: SocketFolder) -> [SessionClient] {
    folder.entries().compactMap { try? SessionClient($0) }
  }

  /// Sends `lines`, which have no line breaks.
  public func send(_ lines: String...) throws(Problem) {
    var rest = Array(lines.map { $0 + "\n" }.joined().utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(socket.rawValue, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EPIPE || errno == ECONNRESET {
        // What was refused is said before the end.
        return
      } else if errno != EINTR {
        throw .failed(Errno(rawValue: errno))
      }
    }
  }

  /// Sends nothing more. The session answers what it has heard.
  func endInput() { shutdown(socket.rawValue, Int32(SHUT_WR)) }

  /// The next line, without its line break.
  ///
  /// - Parameter limit: How long to wait for more bytes; `nil` is for ever.
  public func nextLine(within limit: Duration?) throws(Problem) -> [UInt8] {
    while true {
      if let end = nextBreak {
        defer {
          pending.removeSubrange(...end)
          searched = 0
        }
        return Array(pending[..<end])
      }
      searched = pending.count
      try receive(within: limit)
    }
  }

  /// The index of the first line break. `memchr` searches a list of 100,000 songs in no time.
  private var nextBreak: Int? {
    pending.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, searched < bytes.count else { return nil }
      return memchr(start + searched, Int32(UInt8(ascii: "\n")), bytes.count - searched)
        .map { UnsafeRawPointer($0) - start }
    }
  }

  private func receive(within limit: Duration?) throws(Problem) {
    var polled = pollfd(fd: socket.rawValue, events: Int16(POLLIN), revents: 0)
    let milliseconds = limit.map { Int32($0 / .milliseconds(1)) } ?? -1
    switch poll(&polled, 1, milliseconds) {
    case 0: throw .silent
    case ..<0: return
    default: break
    }
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    let count = buffer.withUnsafeMutableBytes {
      read(socket.rawValue, $0.baseAddress, $0.count)
    }
    guard count != 0, count > 0 || errno == EINTR else { throw .closed }
    pending += buffer.prefix(max(0, count))
  }
}
