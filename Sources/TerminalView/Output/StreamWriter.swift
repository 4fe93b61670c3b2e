import Dispatch
import Foundation
import NIOConcurrencyHelpers

/// Writes to descriptors in the order asked for, on a queue of its own: a reader that is slow or
/// stuck never holds up the session.
public final class StreamWriter: Sendable {
  private let queue = DispatchQueue(label: "output")
  private let waiting = NIOLockedValueBox(0)
  private let onFailure: @Sendable (_ descriptor: Int32, _ error: Int32) -> Void

  /// A writer that reports each failed write, on its own queue, with the `errno` of it.
  public init(onFailure: @escaping @Sendable (_ descriptor: Int32, _ error: Int32) -> Void) {
    self.onFailure = onFailure
  }

  /// Whether more is waiting to be written than a reader who keeps up would leave.
  public var isBehind: Bool { waiting.withLockedValue { $0 > 4 } }

  /// Writes `text` after all that was asked for before. Never blocks.
  public func write(_ text: String, to descriptor: Int32) {
    waiting.withLockedValue { $0 += 1 }
    queue.async { [onFailure, waiting] in
      if let error = Self.writeAll(Array(text.utf8), to: descriptor) {
        onFailure(descriptor, error)
      }
      waiting.withLockedValue { $0 -= 1 }
    }
  }

  /// Waits until all is written, but no longer than `limit` seconds; `nil` is as long as it takes.
  public func flush(within limit: Double? = nil) {
    let done = DispatchSemaphore(value: 0)
    queue.async { done.signal() }
    _ = done.wait(timeout: limit.map { .now() + $0 } ?? .distantFuture)
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
