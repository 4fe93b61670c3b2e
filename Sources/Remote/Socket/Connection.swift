import NIOCore
import Platform

/// Bytes for clients. Those that wait for several clients are in memory once.
final class OutgoingMessage: Sendable {
  let bytes: [UInt8]
  private let total: Locked<Int>

  /// - Parameter total: The memory of all messages in bytes. This one counts until the last client
  ///   has it.
  init(_ bytes: [UInt8], countedIn total: Locked<Int>) {
    self.bytes = bytes
    self.total = total
    total.withLock { [cost] in $0 += cost }
  }

  deinit { total.withLock { $0 -= cost } }

  /// What it takes of memory: most messages are shorter than what holds them.
  private var cost: Int { bytes.count + 128 }
}

/// A connection, as the main actor uses it. No call blocks; all are safe on any thread.
final class Connection: Sendable {
  typealias ID = Int

  /// The bytes that are handed to the channel at once: the channel copies them.
  private static let pieceLength = 128 << 10

  let id: ID
  private let channel: any Channel
  private let report: @Sendable (SocketEvent) -> Void
  private let outbox = Locked(Outbox())

  /// What waits to be written.
  private struct Outbox {
    var messages = CircularBuffer<OutgoingMessage>()
    /// The bytes of the first message that the channel already has.
    var offset = 0
    /// The bytes that are not written yet.
    var waiting = 0
    /// Whether the channel writes a piece, or is about to.
    var isWriting = false
    /// Whether the connection is closed after the last message.
    var isLast = false
    /// When something began to wait, or was written.
    var progress = NIODeadline.now()

    /// - Returns: Whether the writing has to begin.
    mutating func append(_ message: OutgoingMessage) -> Bool {
      if waiting == 0 { progress = .now() }
      messages.append(message)
      waiting += message.bytes.count
      defer { isWriting = true }
      return !isWriting
    }

    /// Takes the next bytes; none if all are written.
    mutating func nextPiece() -> ByteBuffer {
      var piece = ByteBuffer()
      while let bytes = messages.first?.bytes, piece.readableBytes < Connection.pieceLength {
        let end = min(bytes.count, offset + Connection.pieceLength - piece.readableBytes)
        piece.writeBytes(bytes[offset..<end])
        offset = end
        if end == bytes.count {
          messages.removeFirst()
          offset = 0
        }
      }
      isWriting = piece.readableBytes > 0
      return piece
    }

    mutating func removeAll() {
      messages.removeAll()
      (offset, waiting) = (0, 0)
    }
  }

  init(id: ID, channel: any Channel, report: @escaping @Sendable (SocketEvent) -> Void) {
    self.id = id
    self.channel = channel
    self.report = report
  }

  /// Whether so much waits to be written that the next line must wait, too.
  var isBehind: Bool { outbox.withLock { $0.waiting > SocketLimits.unhurriedBytes } }

  /// Since when the client has read nothing of what waits; `nil` if nothing waits.
  var stalledSince: NIODeadline? {
    outbox.withLock { $0.waiting > 0 ? $0.progress : nil }
  }

  /// Whether `count` more bytes may wait for this client.
  func hasRoom(for count: Int) -> Bool {
    outbox.withLock { $0.waiting + count <= SocketLimits.waitingBytes }
  }

  /// Writes `message` after all before.
  func write(_ message: OutgoingMessage) {
    let begins = outbox.withLock { $0.append(message) }
    if begins { channel.eventLoop.execute { self.writePiece() } }
  }

  /// Reads on, after all lines so far were performed.
  func readOn() { channel.read() }

  /// Closes the connection when `message` and all before it are written, or after a while.
  func close(after message: OutgoingMessage) {
    let begins = outbox.withLock { outbox in
      outbox.isLast = true
      return outbox.append(message)
    }
    channel.eventLoop.execute { [self] in
      let limit = channel.eventLoop.scheduleTask(in: .seconds(SocketLimits.graceSeconds)) {
        [channel] in channel.close(promise: nil)
      }
      channel.closeFuture.whenComplete { _ in limit.cancel() }
      if begins { writePiece() }
    }
  }

  /// Closes the connection at once; what waits is dropped.
  func abort() {
    outbox.withLock { $0.removeAll() }
    channel.close(promise: nil)
  }

  /// Calls `done` on another thread when the connection is closed.
  func whenClosed(_ done: @escaping @Sendable () -> Void) {
    channel.closeFuture.whenComplete { _ in done() }
  }

  /// Hands the next bytes to the channel, on the event loop.
  private func writePiece() {
    let (piece, isLast) = outbox.withLock { ($0.nextPiece(), $0.isLast) }
    guard piece.readableBytes > 0 else {
      if isLast { channel.close(promise: nil) }
      return
    }
    channel.writeAndFlush(piece).whenComplete { [self] result in
      guard case .success = result else { return abort() }
      wrote(piece.readableBytes)
      // Not at once: a client that reads as fast as this writes would fill the stack.
      channel.eventLoop.execute { self.writePiece() }
    }
  }

  private func wrote(_ count: Int) {
    let isDrained = outbox.withLock { outbox in
      let wasBehind = outbox.waiting > SocketLimits.unhurriedBytes
      outbox.waiting = max(0, outbox.waiting - count)
      outbox.progress = .now()
      return wasBehind && outbox.waiting <= SocketLimits.unhurriedBytes
    }
    if isDrained { report(.drained(id)) }
  }
}
