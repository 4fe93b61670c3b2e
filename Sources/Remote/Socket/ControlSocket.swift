import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import SystemPackage

/// The control socket of a session: each connection is one conversation.
///
/// An event loop on a thread of its own accepts, reads and writes. The main actor performs one line
/// at a time, of each client by turns, and gives way to everything else in between.
@MainActor public final class ControlSocket {
  /// Creates a conversation that writes by `say` and ends itself by `leave`.
  public typealias Opener =
    @MainActor (
      _ say: @escaping ([UInt8]) -> Void, _ leave: @escaping (ConversationEnd) -> Void
    ) -> any Conversation

  /// How long the program waits at its end until the last lines are written.
  private static let patience = Duration.milliseconds(300)

  private let open: Opener
  private let lastLine: @Sendable (ConversationEnd) -> [UInt8]
  private let onProblem: (String) -> Void
  private let server: SocketServer
  private let events: AsyncStream<SocketEvent>
  private let mailbox: AsyncStream<SocketEvent>.Continuation
  private var clients: [Connection.ID: SocketClient] = [:]
  /// The connections whose conversations have ended, until they are closed.
  private var closing: [Connection.ID: Connection] = [:]
  /// The memory of all messages that wait, in bytes.
  private let waiting = NIOLockedValueBox(0)
  /// The last long message, while it waits somewhere: an event is the same for many clients.
  private weak var longMessage: OutgoingMessage?
  /// The clients with lines, in the order in which they have their turns.
  private var queue: [Connection.ID] = []
  private var service: Task<Void, Never>?

  /// Creates a control socket in `folder`; it listens from ``start()`` on.
  ///
  /// - Parameters:
  ///   - lastLine: The last line of a conversation that the program ends, with its line break.
  ///   - onProblem: Called with a line for the user if the socket cannot be used.
  ///   - open: Creates the conversation of a new connection.
  public init(
    in folder: SocketFolder, lastLine: @escaping @Sendable (ConversationEnd) -> [UInt8],
    onProblem: @escaping (String) -> Void, open: @escaping Opener
  ) {
    self.open = open
    self.lastLine = lastLine
    self.onProblem = onProblem
    let (events, mailbox) = AsyncStream.makeStream(of: SocketEvent.self)
    self.events = events
    self.mailbox = mailbox
    server = SocketServer(in: folder, lastLine: lastLine) { mailbox.yield($0) }
  }

  /// Listens from now on. Does not block.
  public func start() {
    server.start()
    service = Task { [weak self, events] in
      for await event in events {
        self?.take(event)
        // The stream does not suspend while it has events.
        await Task.yield()
      }
    }
  }

  /// Ends all conversations, because the program exits with `code`, and removes the socket.
  public func close(code: Int32) async {
    mailbox.finish()
    service?.cancel()
    let closing = clients.values.map { client in
      client.conversation.end(code: code)
      client.connection.close(saying: message([]))
      return client.connection
    }
    clients = [:]
    await server.close(after: closing, within: Self.patience)
  }

  private func take(_ event: SocketEvent) {
    switch event {
    case .failed(let problem): onProblem(problem)
    case .connected(let connection): begin(connection)
    case .waits(let id): if clients[id]?.lines.isEmpty == true { clients[id]?.conversation.greet() }
    case .lines(let id, let lines):
      clients[id]?.lines += lines
      enqueue(id)
    case .inputEnded(let id):
      clients[id]?.inputHasEnded = true
      finish(id)
    case .tooLong(let id): end(id, .lineTooLong)
    case .drained(let id): enqueue(id)
    case .gone(let id):
      (clients[id], closing[id]) = (nil, nil)
      server.releaseSlot()
    case .turn: performNext()
    }
  }

  private func begin(_ connection: Connection) {
    let id = connection.id
    let conversation = open(
      { [weak self] in self?.write($0, to: id) }, { [weak self] in self?.end(id, $0) })
    clients[id] = SocketClient(connection: connection, conversation: conversation)
  }

  /// Gives the client a turn after all others, if it has lines and reads what it is answered.
  private func enqueue(_ id: Connection.ID) {
    guard let client = clients[id], !client.isQueued, !client.lines.isEmpty,
      !client.connection.isBehind
    else { return }
    clients[id]?.isQueued = true
    queue.append(id)
    if queue.count == 1 { mailbox.yield(.turn) }
  }

  /// Performs one line of the client whose turn it is.
  private func performNext() {
    guard !queue.isEmpty else { return }
    let id = queue.removeFirst()
    if !queue.isEmpty { mailbox.yield(.turn) }
    guard let line = clients[id]?.lines.popFirst() else { return }
    // It stays marked as queued until it is answered: its next line waits.
    clients[id]?.conversation.take(line) { [weak self] in self?.answered(id) }
  }

  private func answered(_ id: Connection.ID) {
    clients[id]?.isQueued = false
    guard let client = clients[id] else { return }
    if client.lines.isEmpty {
      client.inputHasEnded ? finish(id) : client.connection.readOn()
    } else {
      enqueue(id)
    }
  }

  /// Ends the conversation if its input has ended and all lines are performed.
  private func finish(_ id: Connection.ID) {
    guard let client = clients[id], client.inputHasEnded, client.lines.isEmpty, !client.isQueued
    else { return }
    end(id, .endOfInput)
  }

  private func write(_ bytes: [UInt8], to id: Connection.ID) {
    guard let connection = clients[id]?.connection else { return }
    guard connection.hasRoom(for: bytes.count) else { return end(id, .tooSlow) }
    let message = message(bytes)
    dropStalled()
    if clients[id] != nil { connection.write(message) }
  }

  private func message(_ bytes: [UInt8]) -> OutgoingMessage {
    guard bytes.count >= SocketLimits.sharedLength else {
      return OutgoingMessage(bytes, countedIn: waiting)
    }
    if let longMessage, longMessage.bytes == bytes { return longMessage }
    let message = OutgoingMessage(bytes, countedIn: waiting)
    longMessage = message
    return message
  }

  /// Closes connections while too much waits in all, first the one that has read nothing for the
  /// longest time. It could not read a reason, either.
  private func dropStalled() {
    while waiting.withLockedValue({ $0 > SocketLimits.allWaitingBytes }) {
      let stalled = (clients.values.map(\.connection) + closing.values).compactMap { connection in
        connection.stalledSince.map { (since: $0, connection: connection) }
      }
      guard let first = stalled.min(by: { $0.since < $1.since })?.connection else { return }
      (clients[first.id], closing[first.id]) = (nil, nil)
      first.abort()
    }
  }

  private func end(_ id: Connection.ID, _ end: ConversationEnd) {
    guard let connection = clients.removeValue(forKey: id)?.connection else { return }
    closing[id] = connection
    connection.close(saying: message(lastLine(end)))
  }
}
