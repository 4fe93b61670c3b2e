import Dispatch
import Glibc
import MeditationSystem

/// Writes to descriptors in order, on its own queue, so that no stuck reader blocks the session.
///
/// The backlog is bounded: a reader that falls far behind misses whole writes.
package final class StreamWriter: Sendable {
  private struct Waiting {
    /// The pending writes; consecutive writes to one descriptor are merged.
    var pieces: [(descriptor: Int32, bytes: [UInt8])] = []
    var count = 0
    var size = 0
    /// Called when the reader has caught up.
    var onRoom: (@Sendable () -> Void)?
    /// The descriptors that have missed writes since that was last reported.
    var missing: Set<Int32> = []
  }

  /// While more bytes than this wait, a client should wait for its next answer, too.
  private static let unhurried = 256 << 10
  /// While this many bytes wait, further writes are dropped. A list of 100,000 songs has 20 MB in JSON, and
  /// its answer follows.
  private static let most = 64 << 20

  private let queue = DispatchQueue(label: "output")
  private let waiting = Locked(Waiting())
  private let onFailure: @Sendable (_ descriptor: Int32, _ error: Int32) -> Void

  /// Creates a writer that reports the `errno` of each failed write on its own queue; ENOBUFS for
  /// dropped writes, after those before them are done.
  package init(onFailure: @escaping @Sendable (_ descriptor: Int32, _ error: Int32) -> Void) {
    self.onFailure = onFailure
  }

  /// True if the reader does not keep up.
  package var isBehind: Bool { waiting.withLock { $0.count > 4 } }

  /// Queues `text` for writing. Never blocks.
  package func write(_ text: String, to descriptor: Int32) {
    write(Array(text.utf8), to: descriptor)
  }

  package func write(_ bytes: [UInt8], to descriptor: Int32) {
    let isFirst = waiting.withLock { waiting in
      guard waiting.size < Self.most else {
        waiting.missing.insert(descriptor)
        return false
      }
      waiting.count += 1
      waiting.size += bytes.count
      if waiting.pieces.last?.descriptor == descriptor {
        waiting.pieces[waiting.pieces.count - 1].bytes += bytes
        return false
      }
      waiting.pieces.append((descriptor, bytes))
      return waiting.pieces.count == 1
    }
    if isFirst { queue.async { [self] in writeWaiting() } }
  }

  /// True if the reader keeps up.
  ///
  /// - Parameter notify: Otherwise called once on some thread, when the reader has caught up.
  package func hasRoom(_ notify: @escaping @Sendable () -> Void) -> Bool {
    waiting.withLock { waiting in
      let hasRoom = waiting.size <= Self.unhurried
      waiting.onRoom = hasRoom ? nil : notify
      return hasRoom
    }
  }

  /// Waits until everything is written, at most `limit` seconds; `nil` waits without a limit.
  package func flush(within limit: Double? = nil) {
    let done = DispatchSemaphore(value: 0)
    queue.async { done.signal() }
    _ = done.wait(timeout: limit.map { .now() + $0 } ?? .distantFuture)
  }

  private func writeWaiting() {
    let (pieces, count) = waiting.withLock { waiting in
      defer { waiting.pieces = [] }
      return (waiting.pieces, waiting.count)
    }
    for (descriptor, bytes) in pieces {
      if let error = Self.writeAll(bytes, to: descriptor) { onFailure(descriptor, error) }
      let onRoom = waiting.withLock { waiting in
        waiting.size -= bytes.count
        guard waiting.size <= Self.unhurried else { return nil as (@Sendable () -> Void)? }
        defer { waiting.onRoom = nil }
        return waiting.onRoom
      }
      onRoom?()
    }
    let missing = waiting.withLock { waiting in
      waiting.count -= count
      defer { waiting.missing = [] }
      return waiting.missing
    }
    for descriptor in missing { onFailure(descriptor, ENOBUFS) }
  }

  /// The `errno` of a failed write; `nil` on success.
  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
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

/// Watches whether the reader of a pipe or socket is still there, on a separate thread, to notice
/// its loss even while nothing is written.
///
/// The thread does nothing else and is never joined: it ends with the reader or with the program.
package enum ReaderWatch {
  /// Calls `onLoss` once, on the watching thread, when `descriptor` has lost its reader; never if
  /// it is neither a pipe nor a socket.
  package static func start(watching descriptor: Int32, onLoss: @escaping @Sendable () -> Void) {
    var status = stat()
    guard fstat(descriptor, &status) == 0,
      [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
    else { return }
    SystemThread.start("output watch") {
      // Source: poll(2): POLLERR and POLLHUP are reported without being asked for; POLLERR "is also
      // set for a file descriptor referring to the write end of a pipe when the read end has been
      // closed".
      var watched = pollfd(fd: descriptor, events: 0, revents: 0)
      while watched.revents == 0 {
        if poll(&watched, 1, -1) < 0, errno != EINTR { return }
      }
      onLoss()
    }
  }
}
