import CMeditationSocket
import Glibc
import MeditationSystem
import SystemPackage

/// The thread of the control socket.
///
/// It creates the socket, accepts connections, splits their input into lines, writes their output,
/// and finally removes the socket. It performs nothing: lines are events for the main actor. It
/// does whatever blocks on the disk; otherwise it only blocks in poll(2). Its state is created and
/// used on this thread.
struct SocketReader {
  typealias Instant = ContinuousClock.Instant

  /// How many bytes are read or written at once, for the clients in turn.
  private static let pieceLength = 64 << 10
  /// For send(2): a client that has gone is an error, not a signal.
  private static let sending = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)

  private struct Client {
    let socket: Int32
    /// When the main actor is told of it at the latest; `nil` if it knows. It is told earlier when
    /// the client sends a line; until then a connection costs it nothing.
    var greeting: Instant?
    var input = Input.reading
    var framer = LineFramer()
    var hasOutput = false
    /// True if it no longer reads answers. Its lines are performed anyway.
    var isDeaf = false
    /// When it is closed, even if output is left.
    var closesBy: Instant?

    /// The events that poll(2) waits for. It always reports a hangup; peers known to be gone are
    /// skipped.
    var polled: pollfd {
      if isDeaf, !isReading { return pollfd(fd: -1, events: 0, revents: 0) }
      var events: Int32 = 0
      if isReading { events |= POLLIN }
      if hasOutput { events |= POLLOUT }
      return pollfd(fd: socket, events: Int16(events), revents: 0)
    }

    var isReading: Bool { input == .reading && closesBy == nil }
  }

  private enum Input {
    case reading
    /// Nothing is read until the lines are performed.
    case performing
    case ended
  }

  private let folder: SocketFolder
  private let path: FilePath
  private let exchange: SocketExchange
  private let events: AsyncStream<SocketEvent>.Continuation
  /// Negative when the loop is about to end.
  private var listener: Int32
  /// When connections are accepted again, after the system was out of descriptors.
  private var acceptsFrom: Instant?
  private var stopsBy: Instant?
  private var clients: [ConnectionID: Client] = [:]
  private var lastID: ConnectionID = 0
  private var buffer = [UInt8](repeating: 0, count: Self.pieceLength)

  /// Starts the thread. It finishes `events` when `exchange` is stopped, or without a socket.
  static func start(
    in folder: SocketFolder, exchange: SocketExchange,
    events: AsyncStream<SocketEvent>.Continuation
  ) {
    SystemThread.start("socket") {
      do throws(SocketProblem) {
        var thread = try SocketReader(in: folder, exchange: exchange, events: events)
        thread.run()
      } catch {
        events.yield(.failed(error.text))
      }
      events.finish()
    }
  }

  /// Creates the socket under another name until it listens: before, it would refuse connections.
  private init(
    in folder: SocketFolder, exchange: SocketExchange,
    events: AsyncStream<SocketEvent>.Continuation
  ) throws(SocketProblem) {
    self.folder = folder
    self.exchange = exchange
    self.events = events
    path = try folder.prepare(for: getpid())
    // Not listed by `SocketFolder.entries`, and no longer than `path`.
    var unnamed = path
    unnamed.extension = "new"
    folder.remove(unnamed)
    do throws(Errno) {
      guard exchange.wake >= 0 else { throw .tooManyOpenFiles }
      listener = try UnixSocket.listen(at: unnamed)
    } catch {
      folder.remove(unnamed)
      throw .notCreated(path, error)
    }
    do throws(Errno) {
      // It may replace a socket that a killed program with the same process id left.
      try AtomicFile.move(unnamed, to: path, existing: .replaced)
    } catch {
      close(listener)
      folder.remove(unnamed)
      throw .notCreated(path, error)
    }
    folder.tidy()
  }

  private mutating func run() {
    while true {
      follow(exchange.takeOrders())
      let now = Instant.now
      greet(at: now)
      closeFinished(at: now)
      if let stopsBy, clients.isEmpty || stopsBy <= now { break }
      if let acceptsFrom, acceptsFrom <= now { self.acceptsFrom = nil }
      serve()
    }
    for id in clients.keys { disconnect(id) }
  }

  // MARK: - Orders

  private mutating func follow(_ orders: SocketExchange.Orders) {
    for (id, order) in orders.connections {
      clients[id]?.hasOutput = order.hasOutput
      clients[id]?.closesBy = order.closesBy
      if order.readsOn, clients[id]?.input == .performing { clients[id]?.input = .reading }
    }
    if orders.isStopped, stopsBy == nil { stop() }
  }

  /// Stops listening. Conversations have a moment for their last lines.
  private mutating func stop() {
    folder.remove(path)
    folder.tidy()
    close(listener)
    listener = -1
    for (id, client) in clients where client.greeting != nil { disconnect(id) }
    // Last, because tidying may take long.
    stopsBy = .now + SocketLimits.closingTime
  }

  /// Tells the main actor about clients that have sent no line for a while.
  private mutating func greet(at now: Instant) {
    for (id, client) in clients {
      guard let greeting = client.greeting, greeting <= now else { continue }
      begin(id)
      events.yield(.waits(id))
    }
  }

  private mutating func closeFinished(at now: Instant) {
    for (id, client) in clients {
      guard let closesBy = client.closesBy, !client.hasOutput || closesBy <= now else { continue }
      disconnect(id)
    }
  }

  // MARK: - Waiting

  /// Waits for something to do, and does it: at most a piece for each client.
  private mutating func serve() {
    let ids = Array(clients.keys)
    var polled = [
      pollfd(fd: exchange.wake, events: Int16(POLLIN), revents: 0),
      // Without a descriptor for it, a connection stays in the queue, and would wake at once.
      pollfd(fd: acceptsFrom == nil ? listener : -1, events: Int16(POLLIN), revents: 0),
    ]
    polled += ids.compactMap { clients[$0]?.polled }
    // A signal needs nothing done here.
    guard poll(&polled, nfds_t(polled.count), timeout) > 0 else { return }
    if polled[0].revents != 0 { wake_clear(exchange.wake) }
    if polled[1].revents != 0 { accept() }
    for (id, polled) in zip(ids, polled.dropFirst(2)) { serve(id, Int32(polled.revents)) }
  }

  /// The milliseconds until something is due; -1 if nothing is.
  private var timeout: Int32 {
    let times = clients.values.flatMap { [$0.greeting, $0.closesBy] } + [acceptsFrom, stopsBy]
    guard let first = times.compactMap(\.self).min() else { return -1 }
    let milliseconds = (first - .now) / .milliseconds(1)
    return Int32(min(max(milliseconds.rounded(.up), 0), 60_000))
  }

  /// - Parameter ready: The events that poll(2) found.
  private mutating func serve(_ id: ConnectionID, _ ready: Int32) {
    guard let client = clients[id] else { return }
    // Lines that a client sent before it went are read first.
    if client.isReading, ready & ~POLLOUT != 0 {
      read(id, isGone: ready & POLLHUP != 0)
    } else if ready & (POLLHUP | POLLERR | POLLNVAL) != 0 {
      return deafen(id)
    }
    if ready & POLLOUT != 0 { write(id) }
  }

  // MARK: - Connections

  private mutating func accept() {
    let socket = socket_accept(listener)
    guard socket >= 0 else {
      switch -socket {
      case EAGAIN, EINTR, ECONNABORTED: return
      default: return acceptsFrom = .now + SocketLimits.acceptPause
      }
    }
    guard UnixSocket.peer(of: socket) == folder.user else {
      close(socket)
      return
    }
    let beginning = clients.values.count { $0.greeting != nil }
    guard exchange.count + beginning < SocketLimits.connections else {
      return refuse(socket, .tooManyConnections)
    }
    lastID += 1
    clients[lastID] = Client(socket: socket, greeting: .now + SocketLimits.greetingDelay)
  }

  /// Closes a connection whose client was sent nothing yet, so that there is room for the reason.
  private func refuse(_ socket: Int32, _ end: ConversationEnd) {
    _ = end.lastLine.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Self.sending) }
    close(socket)
  }

  /// Makes the connection known to the main actor, before its first event.
  private mutating func begin(_ id: ConnectionID) {
    guard clients[id]?.greeting != nil else { return }
    clients[id]?.greeting = nil
    exchange.add(id)
    events.yield(.connected(id))
  }

  private mutating func disconnect(_ id: ConnectionID) {
    guard let client = clients.removeValue(forKey: id) else { return }
    close(client.socket)
    guard client.greeting == nil else { return }
    exchange.drop(id)
    events.yield(.gone(id))
  }

  /// Drops the output for a client that reads no more, but performs its lines: many send and close.
  private mutating func deafen(_ id: ConnectionID) {
    guard let client = clients[id], client.greeting == nil, client.closesBy == nil else {
      return disconnect(id)
    }
    clients[id]?.isDeaf = true
    exchange.drop(id)
    // Its next line may have waited for it to read.
    events.yield(.drained(id))
  }

  // MARK: - Lines

  /// - Parameter isGone: True if the client has closed both sides.
  private mutating func read(_ id: ConnectionID, isGone: Bool) {
    guard let socket = clients[id]?.socket else { return }
    let count = buffer.withUnsafeMutableBytes {
      recv(socket, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
    }
    switch count {
    case 0: endInput(of: id, isGone: isGone)
    case 1...: split(buffer[..<count], of: id)
    case _ where errno == EAGAIN || errno == EINTR: break
    default: disconnect(id)
    }
  }

  private mutating func split(_ bytes: ArraySlice<UInt8>, of id: ConnectionID) {
    var lines: [String] = []
    do throws(LineFramer.TooLong) {
      try clients[id]?.framer.feed(bytes, into: &lines)
      guard !lines.isEmpty else { return }
      clients[id]?.input = .performing
      begin(id)
      events.yield(.lines(id, lines))
    } catch {
      clients[id]?.input = .ended
      begin(id)
      if !lines.isEmpty { events.yield(.lines(id, lines)) }
      events.yield(.tooLong(id))
    }
  }

  /// Handles a client that has closed its side. It may still read the answers.
  ///
  /// Its last line then needs no line break. That of a client that has gone may be incomplete, and
  /// `volume 1` is not `volume 100`.
  private mutating func endInput(of id: ConnectionID, isGone: Bool) {
    let lastLine = isGone ? nil : clients[id]?.framer.finish()
    if lastLine == nil, let client = clients[id], client.greeting != nil {
      clients[id] = nil
      return refuse(client.socket, .endOfInput)
    }
    clients[id]?.input = .ended
    if let lastLine {
      begin(id)
      events.yield(.lines(id, [lastLine]))
    }
    events.yield(.inputEnded(id))
  }

  private mutating func write(_ id: ConnectionID) {
    guard let socket = clients[id]?.socket else { return }
    let count = buffer.withUnsafeMutableBytes { [exchange] buffer in
      let count = exchange.copyOutput(for: id, into: buffer)
      return send(socket, buffer.baseAddress, count, Self.sending)
    }
    switch count {
    case 0...: if exchange.wrote(count, to: id) { events.yield(.drained(id)) }
    case _ where errno == EAGAIN || errno == EINTR: break
    default: deafen(id)
    }
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

  /// Adds the lines that `bytes` complete to `lines`. Do not use the framer after an error.
  mutating func feed(_ bytes: some Collection<UInt8>, into lines: inout [String]) throws(TooLong) {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      try append(rest[..<end])
      lines.append(take())
      rest = rest[rest.index(after: end)...]
    }
    try append(rest)
  }

  /// The last line, if the input ended without LF.
  mutating func finish() -> String? { pending.isEmpty ? nil : take() }

  private mutating func take() -> String {
    if pending.last == UInt8(ascii: "\r") { pending.removeLast() }
    defer { pending.removeAll(keepingCapacity: true) }
    return String(decoding: pending, as: UTF8.self)
  }

  private mutating func append(_ bytes: some Collection<UInt8>) throws(TooLong) {
    guard pending.count + bytes.count <= limit else { throw TooLong() }
    pending += bytes
  }
}
