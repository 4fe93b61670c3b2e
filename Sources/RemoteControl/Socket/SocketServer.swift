import FileSystem
import Glibc
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import SystemPackage

/// Accepts connections on an event loop of its own, which also does what blocks on the disk.
final class SocketServer: Sendable {
  private let folder: SocketFolder
  private let refusal: [UInt8]
  private let report: @Sendable (SocketEvent) -> Void
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let listener = NIOLockedValueBox<(channel: any Channel, path: FilePath)?>(nil)

  init(
    in folder: SocketFolder, refusal: [UInt8], report: @escaping @Sendable (SocketEvent) -> Void
  ) {
    self.folder = folder
    self.refusal = refusal
    self.report = report
  }

  /// Listens from now on; reports why it cannot. Does not block.
  func start() {
    let loop = group.next()
    loop.execute { [self] in
      do throws(SocketProblem) {
        let path = try folder.prepare(for: getpid())
        folder.removeStale()
        listen(at: path)
      } catch {
        report(.failed(error.text))
      }
    }
  }

  /// Removes the socket, and stops when `connections` are closed, or after `limit`.
  func close(after connections: [Connection], within limit: Duration) async {
    if let (channel, path) = listener.withLockedValue({ $0 }) {
      folder.remove(path)
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
    let (count, nextID) = (NIOLockedValueBox(0), NIOLockedValueBox(0))
    let unnamed = SocketFolder.unnamed(path)
    folder.remove(unnamed)
    ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 128)
      .childChannelOption(.autoRead, value: false)
      .childChannelOption(.maxMessagesPerRead, value: 1)
      // A client may close its side and still read the answers.
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelInitializer { [refusal, report] channel in
        let id = nextID.withLockedValue { id in
          id += 1
          return id
        }
        return channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(
            ConnectionHandler(id: id, count: count, refusal: refusal, report: report))
        }
      }
      .bind(unixDomainSocketPath: unnamed.string)
      .flatMapThrowing { [listener] channel in
        // Also in place of a socket that a killed program with the same process id left.
        try AtomicFile.move(unnamed, to: path, existing: .replaced)
        listener.withLockedValue { $0 = (channel, path) }
      }
      .whenFailure { [folder, report] error in
        folder.remove(unnamed)
        let code = error as? Errno ?? (error as? IOError).map { Errno(rawValue: $0.errnoCode) }
        let reason = ErrnoClause.writing(code ?? .ioError)
        report(.failed(SocketProblem("\(path) cannot be created: \(reason).").text))
      }
  }
}
