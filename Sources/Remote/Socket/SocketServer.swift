import Glibc
import NIOCore
import NIOPosix
import Platform
import SystemPackage

/// Accepts connections on an event loop of its own, which also does what blocks on the disk.
final class SocketServer: Sendable {
  private let folder: SocketFolder
  private let lastLine: @Sendable (ConversationEnd) -> [UInt8]
  private let report: @Sendable (SocketEvent) -> Void
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  /// The number of conversations.
  private let slots = Locked(0)
  private let listener = Locked<(channel: any Channel, path: FilePath)?>(nil)

  init(
    in folder: SocketFolder, lastLine: @escaping @Sendable (ConversationEnd) -> [UInt8],
    report: @escaping @Sendable (SocketEvent) -> Void
  ) {
    self.folder = folder
    self.lastLine = lastLine
    self.report = report
  }

  /// Listens from now on; reports why it cannot. Does not block.
  func start() {
    let loop = group.next()
    loop.execute { [self] in
      do throws(SocketProblem) {
        let path = try folder.prepare(for: getpid())
        listen(at: path)
      } catch {
        report(.failed(error.text))
      }
    }
  }

  /// Makes room for another conversation, after `gone` was taken. A client that comes and goes
  /// faster than its events are taken can thus not fill the queue of events.
  func releaseSlot() { slots.withLock { $0 -= 1 } }

  /// Removes the socket, and stops when `connections` are closed, or after `limit`.
  func close(after connections: [Connection], within limit: Duration) async {
    if let (channel, path) = listener.withLock({ $0 }) {
      folder.remove(path)
      folder.tidy()
      channel.close(promise: nil)
    }
    let (closed, closing) = AsyncStream.makeStream(of: Void.self)
    for connection in connections { connection.whenClosed { closing.yield() } }
    group.next().scheduleTask(in: .nanoseconds(Int64(limit / .nanoseconds(1)))) { closing.finish() }
    var count = 0
    if !connections.isEmpty {
      for await _ in closed {
        count += 1
        if count == connections.count { break }
      }
    }
    try? await group.shutdownGracefully()
  }

  /// Creates the socket under another name, and renames it once it listens: until then it refuses
  /// connections.
  private func listen(at path: FilePath) {
    let nextID = Locked(0)
    let unnamed = SocketFolder.unnamed(path)
    folder.remove(unnamed)
    ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 128)
      .serverChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(AcceptPause())
        }
      }
      .childChannelOption(.autoRead, value: false)
      .childChannelOption(.maxMessagesPerRead, value: 1)
      // A client may close its side and still read the answers.
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelInitializer { [user = folder.user, slots, lastLine, report] channel in
        let id = nextID.withLock { id in
          id += 1
          return id
        }
        return channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(
            ConnectionHandler(
              id: id, user: user, slots: slots, lastLine: lastLine, report: report))
        }
      }
      .bind(unixDomainSocketPath: unnamed.string)
      .flatMapThrowing { [folder, listener] channel in
        // Also in place of a socket that a killed program with the same process id left.
        try AtomicFile.move(unnamed, to: path, existing: .replaced)
        listener.withLock { $0 = (channel, path) }
        folder.tidy()
      }
      .whenFailure { [folder, report] error in
        folder.remove(unnamed)
        let code = error as? Errno ?? (error as? IOError).map { Errno(rawValue: $0.errnoCode) }
        let reason = ErrnoClause.writing(code ?? .ioError)
        report(.failed(SocketProblem("\(path) cannot be created: \(reason).").text))
      }
  }
}

/// Accepts nothing for a while after an error, on the event loop.
///
/// Without a descriptor for it, a connection stays in the queue, and the channel would try again
/// without rest. `AcceptBackoffHandler` of SwiftNIO does not help: it delays the next `read`, but a
/// channel that could not accept has not ended the last one.
private final class AcceptPause: ChannelInboundHandler {
  typealias InboundIn = any Channel

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    let channel = context.channel
    _ = channel.setOption(.autoRead, value: false)
    context.eventLoop.scheduleTask(in: .milliseconds(SocketLimits.acceptPause)) {
      _ = channel.setOption(.autoRead, value: true)
    }
  }
}

// MARK: - Connections

/// Reads the lines of one connection, on the event loop.
///
/// It reads on by itself until a line is complete, and then waits for ``Connection/readOn()``: a
/// client that sends more than the session performs has to wait. The main actor learns of a client
/// when that has sent a line, or has waited for a while; until then a connection costs it nothing.
private final class ConnectionHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let id: Connection.ID
  private let user: uid_t
  private let slots: Locked<Int>
  private let lastLine: @Sendable (ConversationEnd) -> [UInt8]
  private let report: @Sendable (SocketEvent) -> Void
  private var framer = LineFramer()
  private var lines: [String] = []
  private var state = State.refused
  private var isReported = false
  private var greeting: Scheduled<Void>?

  private enum State {
    /// Has no slot, and is never reported.
    case refused
    /// Reads until a line is complete.
    case reading
    /// Waits until the lines are performed.
    case waiting
    /// Reads nothing more.
    case ignoringInput
  }

  /// - Parameters:
  ///   - user: The only user whose connections are accepted.
  ///   - slots: The number of conversations. A slot is released here, or after `gone`.
  ///   - lastLine: Written to a client that has no conversation.
  init(
    id: Connection.ID, user: uid_t, slots: Locked<Int>,
    lastLine: @escaping @Sendable (ConversationEnd) -> [UInt8],
    report: @escaping @Sendable (SocketEvent) -> Void
  ) {
    self.id = id
    self.user = user
    self.slots = slots
    self.lastLine = lastLine
    self.report = report
  }

  func channelActive(context: ChannelHandlerContext) {
    let (channel, loop) = (context.channel, context.eventLoop)
    guard let options = channel as? any SocketOptionProvider else {
      return context.close(promise: nil)
    }
    let peer: EventLoopFuture<PeerCredentials> = options.unsafeGetSocketOption(
      level: .socket, name: NIOBSDSocket.Option(rawValue: SO_PEERCRED))
    peer.assumeIsolated().whenComplete { result in
      guard case .success(let peer) = result, peer.user == self.user else {
        return channel.close(promise: nil)
      }
      self.admit(channel, on: loop)
    }
  }

  private func admit(_ channel: any Channel, on loop: any EventLoop) {
    let hasRoom = slots.withLock { slots in
      guard slots < SocketLimits.connections else { return false }
      slots += 1
      return true
    }
    guard hasRoom else { return channel.refuse(saying: lastLine(.tooManyConnections)) }
    state = .reading
    greeting = loop.assumeIsolated().scheduleTask(in: .milliseconds(SocketLimits.greetingDelay)) {
      self.begin(channel)
      self.report(.waits(self.id))
    }
    channel.read()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch state {
    case .refused, .ignoringInput: return
    case .reading, .waiting: break
    }
    do throws(LineFramer.TooLong) {
      try framer.feed(unwrapInboundIn(data).readableBytesView, into: &lines)
    } catch {
      state = .ignoringInput
      sendLines(context.channel)
      begin(context.channel)
      report(.tooLong(id))
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    switch state {
    case .refused, .ignoringInput: return
    case .reading, .waiting: break
    }
    if lines.isEmpty {
      state = .reading
      context.read()
    } else {
      state = .waiting
      sendLines(context.channel)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard case .inputClosed? = event as? ChannelEvent, state != .refused else { return }
    sendLines(context.channel)
    if isReported {
      report(.inputEnded(id))
    } else {
      context.channel.refuse(saying: lastLine(.endOfInput))
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    greeting?.cancel()
    guard state != .refused else { return }
    state = .refused
    if isReported {
      report(.gone(id))
    } else {
      slots.withLock { $0 -= 1 }
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  private func sendLines(_ channel: any Channel) {
    guard !lines.isEmpty else { return }
    begin(channel)
    report(.lines(id, lines))
    lines = []
  }

  /// Reports the connection, before its first event.
  private func begin(_ channel: any Channel) {
    greeting?.cancel()
    guard !isReported else { return }
    isReported = true
    report(.connected(Connection(id: id, channel: channel, report: report)))
  }
}

extension Channel {
  /// Writes `bytes` to a client that was sent nothing yet, so that they fit, and closes the channel.
  fileprivate func refuse(saying bytes: [UInt8]) {
    writeAndFlush(ByteBuffer(bytes: bytes), promise: nil)
    close(promise: nil)
  }
}

/// Splits the bytes of a connection into lines.
///
/// A line ends with LF or CR LF. Invalid UTF-8 becomes replacement characters.
struct LineFramer {
  /// A line is longer than ``SocketLimits/lineLength``.
  struct TooLong: Error {}

  private let limit: Int
  private var pending: [UInt8] = []

  init(limit: Int = SocketLimits.lineLength) { self.limit = limit }

  /// Adds the lines that `bytes` complete to `lines`. After an error the framer must not be used.
  mutating func feed(_ bytes: some Collection<UInt8>, into lines: inout [String]) throws(TooLong) {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      try append(rest[..<end])
      if pending.last == UInt8(ascii: "\r") { pending.removeLast() }
      lines.append(String(decoding: pending, as: UTF8.self))
      pending.removeAll(keepingCapacity: true)
      rest = rest[rest.index(after: end)...]
    }
    try append(rest)
  }

  private mutating func append(_ bytes: some Collection<UInt8>) throws(TooLong) {
    guard pending.count + bytes.count <= limit else { throw TooLong() }
    pending += bytes
  }
}
