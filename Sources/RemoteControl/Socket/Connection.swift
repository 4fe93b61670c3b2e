import NIOConcurrencyHelpers
import NIOCore

/// A connection, as the main actor uses it. No call blocks; all are safe on any thread.
final class Connection: Sendable {
  typealias ID = Int

  let id: ID
  private let channel: any Channel
  private let report: @Sendable (SocketEvent) -> Void
  private let waiting = NIOLockedValueBox(0)

  init(id: ID, channel: any Channel, report: @escaping @Sendable (SocketEvent) -> Void) {
    self.id = id
    self.channel = channel
    self.report = report
  }

  /// Whether so much waits to be written that the next line must wait, too.
  var isBehind: Bool { waiting.withLockedValue { $0 > SocketLimits.unhurriedBytes } }

  /// Writes `bytes` after all before.
  ///
  /// - Returns: Whether the client reads fast enough. The limit counts what waited before, so that
  ///   one long message never exceeds it alone.
  func write(_ bytes: [UInt8]) -> Bool {
    let isTooMuch = waiting.withLockedValue { waiting in
      if waiting > SocketLimits.waitingBytes { return true }
      waiting += bytes.count
      return false
    }
    guard !isTooMuch else { return false }
    channel.eventLoop.execute { [self] in
      channel.writeAndFlush(ByteBuffer(bytes: bytes)).whenComplete { [self] _ in
        wrote(bytes.count)
      }
    }
    return true
  }

  /// Reads on, after all lines so far were performed.
  func readOn() { channel.read() }

  /// Writes `bytes`, and closes the connection when they are written, or after a while.
  func close(saying bytes: [UInt8]) {
    channel.eventLoop.execute { [channel] in channel.close(saying: bytes) }
  }

  /// Calls `done` on another thread when the connection is closed.
  func whenClosed(_ done: @escaping @Sendable () -> Void) {
    channel.closeFuture.whenComplete { _ in done() }
  }

  private func wrote(_ count: Int) {
    let isDrained = waiting.withLockedValue { waiting in
      let wasBehind = waiting > SocketLimits.unhurriedBytes
      waiting -= count
      return wasBehind && waiting <= SocketLimits.unhurriedBytes
    }
    if isDrained { report(.drained(id)) }
  }
}

extension Channel {
  /// Writes `bytes`, and closes the channel when they are written, or after a while. Call it on the
  /// event loop.
  func close(saying bytes: [UInt8]) {
    let limit = eventLoop.scheduleTask(in: .seconds(SocketLimits.graceSeconds)) {
      self.close(promise: nil)
    }
    writeAndFlush(ByteBuffer(bytes: bytes)).whenComplete { _ in
      limit.cancel()
      self.close(promise: nil)
    }
  }
}
