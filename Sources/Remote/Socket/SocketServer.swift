import Glibc
import NIOConcurrencyHelpers
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
  private let slots = NIOLockedValueBox(0)
  private let listener = NIOLockedValueBox<(channel: any Channel, path: FilePath)?>(nil)

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
  func releaseSlot() { slots.withLockedValue { $0 -= 1 } }

  /// Removes the socket, and stops when `connections` are closed, or after `limit`.
  func close(after connections: [Connection], within limit: Duration) async {
    if let (channel, path) = listener.withLockedValue({ $0 }) {
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
    let nextID = NIOLockedValueBox(0)
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
        let id = nextID.withLockedValue { id in
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
        listener.withLockedValue { $0 = (channel, path) }
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
