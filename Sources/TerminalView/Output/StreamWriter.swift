import Dispatch
import Foundation
import NIOConcurrencyHelpers

/// Writes to descriptors in the order asked for, on a queue of its own: a reader that is slow or
/// stuck never holds up the session.
public final class StreamWriter: Sendable {
  private struct Waiting {
    /// What is to be written next; neighbours that go to one descriptor are one piece.
    var pieces: [(descriptor: Int32, bytes: [UInt8])] = []
    /// How many writes were asked for and are not written yet.
    var count = 0
  }

  private let queue = DispatchQueue(label: "output")
  private let waiting = NIOLockedValueBox(Waiting())
  private let onFailure: @Sendable (_ descriptor: Int32, _ error: Int32) -> Void

  /// A writer that reports each failed write, on its own queue, with the `errno` of it.
  public init(onFailure: @escaping @Sendable (_ descriptor: Int32, _ error: Int32) -> Void) {
    self.onFailure = onFailure
  }

  /// Whether more is waiting to be written than a reader who keeps up would leave.
  public var isBehind: Bool { waiting.withLockedValue { $0.count > 4 } }

  /// Writes `text` after all that was asked for before. Never blocks.
  public func write(_ text: String, to descriptor: Int32) {
    write(Array(text.utf8), to: descriptor)
  }

  /// Writes `bytes` after all that was asked for before. Never blocks.
  public func write(_ bytes: [UInt8], to descriptor: Int32) {
    let isFirst = waiting.withLockedValue { waiting in
      waiting.count += 1
      if waiting.pieces.last?.descriptor == descriptor {
        waiting.pieces[waiting.pieces.count - 1].bytes += bytes
        return false
      }
      waiting.pieces.append((descriptor, bytes))
      return waiting.pieces.count == 1
    }
    if isFirst { queue.async { [self] in writeWaiting() } }
  }

  /// Waits until all is written, but no longer than `limit` seconds; `nil` is as long as it takes.
  public func flush(within limit: Double? = nil) {
    let done = DispatchSemaphore(value: 0)
    queue.async { done.signal() }
    _ = done.wait(timeout: limit.map { .now() + $0 } ?? .distantFuture)
  }

  private func writeWaiting() {
    let (pieces, count) = waiting.withLockedValue { waiting in
      defer { waiting.pieces = [] }
      return (waiting.pieces, waiting.count)
    }
    for (descriptor, bytes) in pieces {
      if let error = Self.writeAll(bytes, to: descriptor) { onFailure(descriptor, error) }
    }
    waiting.withLockedValue { $0.count -= count }
  }

  /// The `errno` of a failed write; `nil` where all was written.
  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&wanted, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }
}
