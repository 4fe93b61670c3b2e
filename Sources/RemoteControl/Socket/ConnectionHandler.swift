import Glibc
import NIOConcurrencyHelpers
import NIOCore

/// Reads the lines of one connection, on the event loop.
///
/// It reads on by itself until a line is complete, and then waits for ``Connection/readOn()``: a
/// client that sends more than the session performs has to wait.
final class ConnectionHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let id: Connection.ID
  private let count: NIOLockedValueBox<Int>
  private let refusal: [UInt8]
  private let report: @Sendable (SocketEvent) -> Void
  private var framer = LineFramer()
  private var lines: [String] = []
  private var state = State.refused
  private var greeting: Scheduled<Void>?

  private enum State {
    /// Not counted, and never reported.
    case refused
    /// Reads until a line is complete.
    case reading
    /// Waits until the lines are performed.
    case waiting
    /// Reads nothing more.
    case deaf
  }

  /// - Parameters:
  ///   - count: The number of connections.
  ///   - refusal: Written to a client that is one too many.
  init(
    id: Connection.ID, count: NIOLockedValueBox<Int>, refusal: [UInt8],
    report: @escaping @Sendable (SocketEvent) -> Void
  ) {
    self.id = id
    self.count = count
    self.refusal = refusal
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
      guard case .success(let peer) = result, peer.user == geteuid() else {
        return channel.close(promise: nil)
      }
      self.admit(channel, on: loop)
    }
  }

  private func admit(_ channel: any Channel, on loop: any EventLoop) {
    let hasRoom = count.withLockedValue { count in
      guard count < SocketLimits.connections else { return false }
      count += 1
      return true
    }
    guard hasRoom else { return channel.close(saying: refusal) }
    state = .reading
    report(.connected(Connection(id: id, channel: channel, report: report)))
    greeting = loop.scheduleTask(in: .milliseconds(SocketLimits.greetingDelay)) {
      [id, report] in report(.waits(id))
    }
    channel.read()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch state {
    case .refused, .deaf: return
    case .reading, .waiting: break
    }
    do throws(LineFramer.TooLong) {
      try framer.feed(unwrapInboundIn(data).readableBytesView, into: &lines)
    } catch {
      state = .deaf
      sendLines()
      report(.tooLong(id))
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    switch state {
    case .refused, .deaf: return
    case .reading, .waiting: break
    }
    if lines.isEmpty {
      state = .reading
      context.read()
    } else {
      state = .waiting
      sendLines()
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard case .inputClosed? = event as? ChannelEvent, state != .refused else { return }
    sendLines()
    report(.inputEnded(id))
  }

  func channelInactive(context: ChannelHandlerContext) {
    greeting?.cancel()
    guard state != .refused else { return }
    state = .refused
    count.withLockedValue { $0 -= 1 }
    report(.gone(id))
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  private func sendLines() {
    guard !lines.isEmpty else { return }
    greeting?.cancel()
    report(.lines(id, lines))
    lines = []
  }
}

/// `struct ucred` of unix(7), which Swift does not import.
private struct PeerCredentials: Sendable {
  let process: pid_t
  let user: uid_t
  let group: gid_t
}
