import MeditationText

/// The control socket of a session: each connection is one conversation.
///
/// A thread of its own accepts, reads and writes. The main actor performs one line at a time, for
/// the clients in turn, and everything else in between.
@MainActor package final class ControlSocket {
  /// Creates a conversation that writes with `write` and ends itself with `leave`.
  typealias Opener =
    @MainActor (
      _ write: @escaping ([UInt8]) -> Void, _ leave: @escaping (ConversationEnd) -> Void
    ) -> any Conversation

  private struct Client {
    let conversation: any Conversation
    /// The lines to be performed, at most those of one read.
    var lines: ArraySlice<String> = []
    /// True if its turn is queued, or its line is being answered.
    var isQueued = false
    var inputHasEnded = false
  }

  private let folder: SocketFolder
  private let openConversation: Opener
  private let onProblem: (String) -> Void
  private let exchange = SocketExchange()
  private let events: AsyncStream<SocketEvent>
  private let mailbox: AsyncStream<SocketEvent>.Continuation
  private var clients: [ConnectionID: Client] = [:]
  /// The last long message while it waits for any client: many clients receive the same events.
  private weak var longMessage: OutgoingMessage?
  /// The clients with lines, in the order of their turns.
  private var queue: [ConnectionID] = []
  private var service: Task<Void, Never>?
  private var isClosed = false

  init(
    in folder: SocketFolder, onProblem: @escaping (String) -> Void,
    openConversation: @escaping Opener
  ) {
    self.folder = folder
    self.openConversation = openConversation
    self.onProblem = onProblem
    (events, mailbox) = AsyncStream.makeStream()
  }

  /// Listens from now on. Does not block.
  package func start() {
    SocketReader.start(in: folder, exchange: exchange, events: mailbox)
    service = Task { [weak self, events] in
      for await event in events {
        self?.receive(event)
        // The stream does not suspend while it has events.
        await Task.yield()
      }
    }
  }

  /// Ends all conversations with the exit `code`, after a moment to write, and removes the socket.
  package func close(code: Int32) async {
    for client in clients.values { client.conversation.end(code: code) }
    clients = [:]
    isClosed = true
    exchange.stop()
    await service?.value
  }

  // MARK: - Events

  private func receive(_ event: SocketEvent) {
    guard !isClosed else { return }
    switch event {
    case .failed(let problem): onProblem(problem)
    case .connected(let id):
      let conversation = openConversation(
        { [weak self] in self?.write($0, to: id) }, { [weak self] in self?.end(id, $0) })
      clients[id] = Client(conversation: conversation)
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
      clients[id] = nil
      exchange.remove(id)
    case .turn: performNext()
    }
  }

  // MARK: - Turns

  /// Queues a turn for the client, if it has lines and reads its answers.
  private func enqueue(_ id: ConnectionID) {
    guard let client = clients[id], !client.isQueued, !client.lines.isEmpty,
      !exchange.isBehind(id)
    else { return }
    clients[id]?.isQueued = true
    queue.append(id)
    if queue.count == 1 { mailbox.yield(.turn) }
  }

  private func performNext() {
    guard !queue.isEmpty else { return }
    let id = queue.removeFirst()
    if !queue.isEmpty { mailbox.yield(.turn) }
    guard let line = clients[id]?.lines.popFirst() else { return }
    // It stays marked as queued until it is answered, so that its next line waits.
    clients[id]?.conversation.answer(line) { [weak self] in self?.answered(id) }
  }

  private func answered(_ id: ConnectionID) {
    clients[id]?.isQueued = false
    guard let client = clients[id] else { return }
    if client.lines.isEmpty {
      client.inputHasEnded ? finish(id) : exchange.readOn(id)
    } else {
      enqueue(id)
    }
  }

  /// Ends the conversation if the input has ended and all lines are performed.
  private func finish(_ id: ConnectionID) {
    guard let client = clients[id], client.inputHasEnded, client.lines.isEmpty, !client.isQueued
    else { return }
    end(id, .endOfInput)
  }

  // MARK: - Writing

  private func write(_ bytes: [UInt8], to id: ConnectionID) {
    guard clients[id] != nil else { return }
    guard exchange.hasRoom(for: bytes.count, to: id) else { return end(id, .tooSlow) }
    let message = message(bytes)
    for id in exchange.closeStalled() { clients[id] = nil }
    if clients[id] != nil { exchange.write(message, to: id) }
  }

  private func message(_ bytes: [UInt8]) -> OutgoingMessage {
    let isLong = bytes.count >= SocketLimits.sharedLength
    if isLong, let longMessage, longMessage.bytes == bytes { return longMessage }
    let message = OutgoingMessage(bytes, countedIn: exchange.waitingMemory)
    if isLong { longMessage = message }
    return message
  }

  private func end(_ id: ConnectionID, _ end: ConversationEnd) {
    guard clients.removeValue(forKey: id) != nil else { return }
    exchange.close(id, after: message(end.lastLine))
  }
}

/// Events of the control socket wait in one queue for the main actor.
enum SocketEvent: Sendable {
  /// The socket cannot be used; the value is a sentence.
  case failed(String)
  case connected(ConnectionID)
  /// The client has sent no line for a while.
  case waits(ConnectionID)
  case lines(ConnectionID, [String])
  case inputEnded(ConnectionID)
  case tooLong(ConnectionID)
  /// The client has read most of the waiting output.
  case drained(ConnectionID)
  case gone(ConnectionID)
  case turn
}

/// A connection's exchange with a session: lines in, lines out.
@MainActor protocol Conversation: AnyObject {
  /// Writes the first lines for a client that waits for them: it has sent no line yet.
  func greet()
  /// Performs one line, completely or not at all, and answers it.
  ///
  /// - Parameter done: Called once, when the line is answered: before this returns, or later if the
  ///   answer waits for the disk. The next line must wait for it.
  func answer(_ line: String, done: @escaping () -> Void)
  /// Writes the last lines, because the program is about to exit with `code`.
  func end(code: Int32)
}

/// Why a conversation ends while the session goes on, as a word for programs.
enum ConversationEnd: String, CaseIterable, Sendable {
  case quit
  /// The client has closed its side, and all its lines are answered.
  case endOfInput = "end-of-input"
  /// The session is over, and the client wanted to follow it until then.
  case sessionOver = "session-over"
  case lineTooLong = "line-too-long"
  case tooManyConnections = "too-many-connections"
  case tooSlow = "too-slow"

  var text: String {
    switch self {
    case .quit: "The conversation ended with 'quit'; the session goes on."
    case .endOfInput: "The input has ended."
    case .sessionOver: "The session is over."
    case .lineTooLong: "The line is longer than \(SocketLimits.lineLength) bytes."
    case .tooManyConnections:
      "The session already has \(SocketLimits.connections) conversations; end one first."
    case .tooSlow: "More than \(SocketLimits.waitingBytes >> 20) MiB wait to be read."
    }
  }

  /// The last line of the conversation, with its line break.
  var lastLine: [UInt8] { JSONMessage("closed", ["reason": rawValue, "text": text]).bytes }
}

/// The limits of the control socket. Exceeding one ends the conversation.
package enum SocketLimits {
  /// The length of a line in bytes, without its line break. The longest useful lines are lists of
  /// song numbers; 64 KiB hold about 10,000.
  static let lineLength = 64 << 10
  /// The number of conversations at once: each takes a descriptor, and a copy of every event. The
  /// usual limit of descriptors, shared with songs and the sound device, is 1024.
  static let connections = 32
  /// How many bytes may wait for one client. The state of 100,000 songs has about 13 MB, so a
  /// client that reads at any speed completely receives that of 400,000.
  package static let waitingBytes = 64 << 20
  /// The memory of everything that waits, for all clients, in bytes.
  static let allWaitingBytes = 2 * waitingBytes
  /// From this length on, in bytes, equal consecutive messages share their memory.
  static let sharedLength = 4 << 10
  /// While more bytes than this wait, no further lines of the client are performed.
  static let unhurriedBytes = 256 << 10
  /// How long a client may take to read the reason for the end of its conversation.
  static let grace = Duration.seconds(10)
  /// How long the program, when it ends, waits for the last lines to be written.
  static let closingTime = Duration.milliseconds(300)
  /// How long the first message waits for a first line, which may choose another form. Programs
  /// that send a line at once need no list of all songs.
  static let greetingDelay = Duration.milliseconds(50)
  /// How long no connection is accepted after the system was out of descriptors.
  static let acceptPause = Duration.milliseconds(250)
}
