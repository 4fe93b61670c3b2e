import Glibc
import SystemPackage

@testable import MeditationRemote

/// A connection to a control socket, for clients that behave badly, too.
final class RawClient {
  private let descriptor: Int32
  private var pending: [UInt8] = []

  init(to path: FilePath) throws {
    descriptor = try UnixSocket.connect(to: path).rawValue
  }

  deinit { close(descriptor) }

  /// Sends `bytes`.
  ///
  /// - Returns: The number of bytes that were taken before the session closed, or did not read on
  ///   for half a second.
  @discardableResult func send(_ bytes: [UInt8]) -> Int {
    var count = 0
    while count < bytes.count {
      var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard poll(&polled, 1, 500) > 0 else { return count }
      let sent = bytes[count...].withUnsafeBytes {
        Glibc.send(
          descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      guard sent >= 0 || errno == EAGAIN else { return count }
      count += max(0, sent)
    }
    return count
  }

  func send(_ line: String) { send(Array("\(line)\n".utf8)) }

  /// The next line; `nil` at the end.
  func line() -> String? {
    while true {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        defer { pending.removeSubrange(...end) }
        return String(decoding: pending[..<end], as: UTF8.self)
      }
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 120_000) > 0 else { return nil }
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return nil }
      pending += buffer.prefix(count)
    }
  }

  /// The lines up to one that contains `text`, or to the end.
  func lines(until text: String) -> [String] {
    var lines: [String] = []
    while let line = line() {
      lines.append(line)
      if line.contains(text) { break }
    }
    return lines
  }
}
