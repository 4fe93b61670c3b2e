import CMeditationSocket
import MeditationSystem

/// Passes output and orders from the main actor to the socket's thread. Safe on any thread; nothing blocks.
final class SocketExchange: Sendable {
  struct Orders {
    var connections: [ConnectionID: ConnectionOrders] = [:]
    /// True to remove the socket and end the thread.
    var isStopped = false
  }

  struct ConnectionOrders {
    var hasOutput = false
    /// True if more may be read, because all lines so far were performed. Returned once.
    var readsOn = false
    /// When the connection is closed, even if output is left; `nil` while the conversation goes on.
    var closesBy: ContinuousClock.Instant?
  }

  private struct State {
    /// The connections that have begun, until the main actor knows that they are closed.
    var connections: [ConnectionID: Connection] = [:]
    var isStopped = false
    /// True if the thread was woken since it last took its orders.
    var isWoken = false
  }

  private struct Connection {
    var outbox = Outbox()
    var readsOn = false
    var closesBy: ContinuousClock.Instant?
  }

  /// A descriptor that wakes the socket's thread; negative if the program has too many open files.
  let wake: Int32
  /// The memory of all waiting messages, in bytes.
  let waitingMemory = Locked(0)
  private let state = Locked(State())

  init() { wake = wake_create() }

  deinit { if wake >= 0 { wake_close(wake) } }

  // MARK: - From the main actor

  /// True if `count` more bytes may wait for this client.
  func hasRoom(for count: Int, to id: ConnectionID) -> Bool {
    state.withLock {
      ($0.connections[id]?.outbox.waiting ?? 0) + count <= SocketLimits.waitingBytes
    }
  }

  /// True if the client's next line must wait, because it reads its answers too slowly.
  func isBehind(_ id: ConnectionID) -> Bool {
    state.withLock { $0.connections[id]?.outbox.isBehind ?? false }
  }

  func write(_ message: OutgoingMessage, to id: ConnectionID) {
    change { $0.connections[id]?.outbox.append(message) }
  }

  /// Allows more to be read, because all lines so far were performed.
  func readOn(_ id: ConnectionID) { change { $0.connections[id]?.readsOn = true } }

  /// Closes the connection when everything up to `message` is written, or after a while.
  func close(_ id: ConnectionID, after message: OutgoingMessage) {
    change { state in
      state.connections[id]?.outbox.append(message)
      state.connections[id]?.closesBy = .now + SocketLimits.grace
    }
  }

  /// Closes connections while too much waits in all, beginning with the one that has read nothing
  /// for the longest time. It would not read a reason, either.
  func closeStalled() -> [ConnectionID] {
    var closed: [ConnectionID] = []
    while waitingMemory.withLock({ $0 }) > SocketLimits.allWaitingBytes {
      let stalled = change { state in
        let stalled = state.connections.filter { $0.value.outbox.waiting > 0 }
          .min { $0.value.outbox.progress < $1.value.outbox.progress }?.key
        if let stalled { state.connections[stalled] = Connection(closesBy: .now) }
        return stalled
      }
      guard let stalled else { break }
      closed.append(stalled)
    }
    return closed
  }

  /// Makes room for another conversation after this one. So a client that connects and disconnects
  /// faster than its events are handled cannot fill the queue of events.
  func remove(_ id: ConnectionID) { change { $0.connections[id] = nil } }

  /// Removes the socket, and ends the thread when all output is written, or after a while.
  func stop() {
    change { state in
      state.isStopped = true
      for id in state.connections.keys where state.connections[id]?.closesBy == nil {
        state.connections[id]?.closesBy = .now + SocketLimits.grace
      }
    }
  }

  /// Changes the state, and wakes the thread unless it is awake already.
  private func change<Result>(_ body: (inout State) -> Result) -> Result {
    let (result, wakes) = state.withLock { state in
      let result = body(&state)
      defer { state.isWoken = true }
      return (result, !state.isWoken)
    }
    if wakes { wake_signal(wake) }
    return result
  }

  // MARK: - From the thread

  /// Takes the next orders. Call it after clearing `wake`.
  func takeOrders() -> Orders {
    state.withLock { state in
      state.isWoken = false
      let connections = state.connections.mapValues {
        ConnectionOrders(
          hasOutput: $0.outbox.waiting > 0, readsOn: $0.readsOn, closesBy: $0.closesBy)
      }
      for id in connections.keys { state.connections[id]?.readsOn = false }
      return Orders(connections: connections, isStopped: state.isStopped)
    }
  }

  var count: Int { state.withLock { $0.connections.count } }

  func add(_ id: ConnectionID) { state.withLock { $0.connections[id] = Connection() } }

  /// Copies the next bytes for a client into `buffer`, and returns their number.
  func copyOutput(for id: ConnectionID, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    state.withLock { $0.connections[id]?.outbox.copyNext(into: buffer) ?? 0 }
  }

  /// Removes `count` written bytes. True if lines of the client were waiting for that.
  func wrote(_ count: Int, to id: ConnectionID) -> Bool {
    state.withLock { $0.connections[id]?.outbox.remove(count) ?? false }
  }

  /// Drops the output, also later output, for a client that has gone.
  func drop(_ id: ConnectionID) { state.withLock { $0.connections[id]?.outbox.close() } }
}

/// Identifies a connection; never reused.
typealias ConnectionID = Int

/// Bytes for clients. Clients that wait for the same message share it.
final class OutgoingMessage: Sendable {
  let bytes: [UInt8]
  private let total: Locked<Int>

  /// - Parameter total: The bytes of all messages, with this one until the last client has it.
  init(_ bytes: [UInt8], countedIn total: Locked<Int>) {
    self.bytes = bytes
    self.total = total
    total.withLock { [cost] in $0 += cost }
  }

  deinit { total.withLock { $0 -= cost } }

  /// Its memory in bytes, including the overhead, which dominates for most messages.
  private var cost: Int { bytes.count + 128 }
}

private struct Outbox {
  /// True once nobody reads it; then it stays empty.
  private var isClosed = false
  /// Messages, the next one last, because an array removes its last element fastest.
  private var next: [OutgoingMessage] = []
  /// Those after them, in order.
  private var later: [OutgoingMessage] = []
  /// How many bytes of the first message are written.
  private var offset = 0
  private(set) var waiting = 0
  /// When something was last written, or began to wait.
  private(set) var progress = ContinuousClock.now

  var isBehind: Bool { waiting > SocketLimits.unhurriedBytes }

  mutating func append(_ message: OutgoingMessage) {
    guard !message.bytes.isEmpty, !isClosed else { return }
    if waiting == 0 { progress = .now }
    later.append(message)
    waiting += message.bytes.count
  }

  /// Drops all messages, present and future.
  mutating func close() {
    self = Outbox()
    isClosed = true
  }

  /// Copies what comes next, as far as `buffer` has room, and returns the number of bytes.
  mutating func copyNext(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    if next.isEmpty { (next, later) = (later.reversed(), []) }
    var count = 0
    var offset = offset
    for message in next.reversed() {
      guard count < buffer.count else { break }
      let piece = message.bytes[offset...].prefix(buffer.count - count)
      UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyBytes(from: piece)
      count += piece.count
      offset = 0
    }
    return count
  }

  /// Removes `count` bytes. True if the client has thereby caught up.
  mutating func remove(_ count: Int) -> Bool {
    // It may have been replaced by an empty one meanwhile.
    guard !next.isEmpty else { return false }
    let wasBehind = isBehind
    waiting -= count
    progress = .now
    offset += count
    while let first = next.last, offset >= first.bytes.count {
      offset -= first.bytes.count
      next.removeLast()
    }
    return wasBehind && !isBehind
  }
}
