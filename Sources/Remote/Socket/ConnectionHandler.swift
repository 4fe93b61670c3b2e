import Glibc
import NIOConcurrencyHelpers
import NIOCore

/// Reads the lines of one connection, on the event loop.
///
/// It reads on by itself until a line is complete, and then waits for ``Connection/readOn()``: a
/// client that sends more than the session performs has to wait. The main actor hears of a client
/// when that has sent a line, or has waited for a while; until then a connection costs it nothing.
final class ConnectionHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let id: Connection.ID
  private let user: uid_t
  private let slots: NIOLockedValueBox<Int>
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
    case deaf
  }

  /// - Parameters:
  ///   - user: The only user whose connections are accepted.
  ///   - slots: The number of conversations. A slot is released here, or after `gone`.
  ///   - lastLine: Written to a client that has no conversation.
  init(
    id: Connection.ID, user: uid_t, slots: NIOLockedValueBox<Int>,
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
    let hasRoom = slots.withLockedValue { slots in
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
    case .refused, .deaf: return
    case .reading, .waiting: break
    }
    do throws(LineFramer.TooLong) {
      try framer.feed(unwrapInboundIn(data).readableBytesView, into: &lines)
    } catch {
      state = .deaf
      sendLines(context.channel)
      begin(context.channel)
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
      slots.withLockedValue { $0 -= 1 }
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

/// `struct ucred` of unix(7), which Swift does not import.
struct PeerCredentials: Sendable {
  var process: pid_t = 0
  var user: uid_t = 0
  var group: gid_t = 0
}
