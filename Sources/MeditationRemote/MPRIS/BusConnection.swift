import CMeditationBus
import CMeditationSocket
import Glibc
import MeditationSystem

/// The session bus's thread and its connection.
///
/// It loads the library, connects, reads, writes and closes. It never waits for the session: it
/// answers what it can from the state, and keeps a call that the session may refuse until its
/// answer arrives. A connection is created, used and released on this thread.
final class BusConnection {
  /// The most calls that wait for the session. Beyond that, and while answers wait for the bus,
  /// nothing is read, so that a flood of calls waits in the bus, which limits it.
  private static let mostWaiting = 64
  /// The most messages handled before answers and changes are sent.
  private static let mostAtOnce = 32
  private static let mostNames = 9

  private let exchange: MPRISExchange
  private let onEvent: @Sendable (BusEvent) -> Void
  /// C code keeps a pointer to it.
  private let handlers = UnsafeMutablePointer<bus_handlers>.allocate(capacity: 1)
  private var player: OpaquePointer?
  private var nameCount = 0
  /// The result of the latest request for a name, until it is handled.
  private var namingResult: Int32?
  private var isNamed = false
  /// The state from which properties are read.
  private var state = MPRISState()
  /// The state last announced by PropertiesChanged.
  private var announced = MPRISState()
  private var seekedIsDue = false
  /// The calls that wait for the session, by the numbers of their requests.
  private var waiting: [Int: BusMessage] = [:]
  private var requestCount = 0

  /// Starts the thread, which ends with `exchange` or the bus; on it, `onEvent` must not block.
  static func start(
    address: String, exchange: MPRISExchange, onEvent: @escaping @Sendable (BusEvent) -> Void
  ) {
    SystemThread.start("session bus") {
      do throws(BusProblem) {
        let connection = try BusConnection(address: address, exchange, onEvent: onEvent)
        while try connection.turn(with: exchange.take()) {}
      } catch {
        onEvent(.problem(error.text))
      }
    }
  }

  private init(
    address: String, _ exchange: MPRISExchange, onEvent: @escaping @Sendable (BusEvent) -> Void
  ) throws(BusProblem) {
    self.exchange = exchange
    self.onEvent = onEvent
    handlers.initialize(to: Self.handlers)
    let context = Unmanaged.passUnretained(self).toOpaque()
    let result = bus_open(address, handlers, context, &player)
    switch result {
    case 0: break
    case -ELIBACC: throw .noLibrary
    default: throw .cannotConnect(-result)
    }
    try requestName()
  }

  deinit {
    for call in waiting.values { call.release() }
    if let player { bus_close(player) }
    handlers.deallocate()
  }

  /// Sends what is due, handles what has arrived, and waits for more; `false` ends the connection.
  private func turn(with contents: MPRISExchange.Contents) throws(BusProblem) -> Bool {
    state = contents.state
    if contents.hasJumped { seekedIsDue = true }
    try announce(at: contents.position)
    // After the changes, so that a client has them when it gets its answer.
    for (id, refusal) in contents.answers { answer(id, refusal: refusal) }
    if contents.isStopped { return false }
    if try !process() { try wait() }
    return true
  }

  /// Handles messages. True if there may be more that can be handled now.
  private func process() throws(BusProblem) -> Bool {
    var count = 0
    while count < Self.mostAtOnce, mayRead {
      let result = bus_process(player)
      if result < 0 { throw problem(result) }
      try handleNamingResult()
      if result == 0 { return false }
      count += 1
    }
    return mayRead
  }

  private var mayRead: Bool {
    // While the bus is being joined, only the request for a name waits.
    waiting.count < Self.mostWaiting && !(isNamed && bus_is_writing(player))
  }

  private func wait() throws(BusProblem) {
    let result = bus_wait(player, exchange.wake, mayRead)
    wake_clear(exchange.wake)
    if result < 0 { throw problem(result) }
  }

  private func problem(_ result: Int32) -> BusProblem {
    isNamed ? .lost : .cannotConnect(-result)
  }

  // MARK: Name

  /// Requests the player's name: with the process id or, if that is taken, with a suffix. Processes
  /// in different containers may have the same id.
  private func requestName() throws(BusProblem) {
    nameCount += 1
    let suffix = nameCount == 1 ? "" : "_\(nameCount)"
    let result = bus_request_name(
      player, "org.mpris.MediaPlayer2.meditate.instance\(getpid())\(suffix)")
    if result < 0 { throw .cannotConnect(-result) }
  }

  /// Handles the result of the request for a name, if it has arrived: 0 or a negative errno.
  private func handleNamingResult() throws(BusProblem) {
    guard let result = namingResult else { return }
    namingResult = nil
    switch result {
    case 0:
      isNamed = true
      announced = state
    case -EEXIST where nameCount < Self.mostNames: try requestName()
    case -EEXIST, -EACCES, -EPERM: throw .cannotName(-result)
    // Also if the connection was lost before.
    default: throw .cannotConnect(-result)
    }
  }

  // MARK: Changes

  /// Sends the changes since the last call, and the position in microseconds after a jump. If the
  /// bus reads slowly, they are merged and sent later.
  private func announce(at position: Int64) throws(BusProblem) {
    guard isNamed, announced != state || seekedIsDue, !bus_is_writing(player) else { return }
    let changed = MPRISProperty.changed(from: announced, to: state)
    announced = state
    if !changed.isEmpty {
      var names = changed.map { strdup($0.rawValue) } + [nil]
      defer { names.forEach { free($0) } }
      if bus_emit_changed(player, &names) < 0 { throw .lost }
    }
    if seekedIsDue {
      seekedIsDue = false
      if bus_emit_seeked(player, position) < 0 { throw .lost }
    }
  }

  // MARK: Calls

  private func answer(_ id: Int, refusal: String?) {
    guard let call = waiting.removeValue(forKey: id) else { return }
    if let refusal { call.reply(.failed, refusal) } else { call.reply() }
    call.release()
  }

  private func request(_ command: MPRISRequest, for call: BusMessage) {
    requestCount += 1
    call.retain()
    waiting[requestCount] = call
    onEvent(.request(id: requestCount, command))
  }

  private func receive(_ call: BusMessage, method: String) {
    switch method {
    case "Next": request(.next, for: call)
    case "Previous": request(.previous, for: call)
    case "Pause": request(.pause, for: call)
    case "PlayPause": request(.playPause, for: call)
    case "Stop": request(.stop, for: call)
    case "Play": request(.play, for: call)
    case "Seek": request(.seek(by: call.nextInt64), for: call)
    case "SetPosition":
      let track = call.nextPath
      request(.setPosition(track: track, to: call.nextInt64), for: call)
    case "OpenUri": call.reply(.notSupported, "Songs cannot be opened from here.")
    case "Raise": call.reply()
    case "Quit":
      // Answers at once: the program may end before it could answer later.
      call.reply()
      onEvent(.quit)
    default: call.reply(.notSupported, "There is no such method.")
    }
  }

  private func receive(_ call: BusMessage, property: String) {
    switch MPRISProperty(rawValue: property) {
    case .loopStatus:
      let status = call.nextString
      guard let new = MPRISProperty.loopStatuses.first(where: { $0.value == status }) else {
        return call.reply(.invalidArguments, "It is None, Track or Playlist.")
      }
      request(.setRepeating(new.key), for: call)
    case .shuffle: request(.setShuffled(call.nextBool), for: call)
    case .volume:
      let volume = call.nextDouble
      guard !volume.isNaN else { return call.reply(.invalidArguments, "This is not a number.") }
      request(.setVolume(Int((min(max(volume, 0), 1) * 100).rounded())), for: call)
    case .rate:
      // Source: MPRIS 2.2, Rate: at 0, "the media player should act as though Pause was called";
      // unusable values may be ignored.
      if call.nextDouble == 0 { request(.pause, for: call) } else { call.reply() }
    default: call.reply(.notSupported, "This cannot be changed.")
    }
  }

  // MARK: Callbacks

  private static let handlers = bus_handlers(
    call: { context, call, method in
      guard let (bus, message) = BusConnection.of(context, call), let method else { return }
      bus.receive(message, method: String(cString: method))
    },
    set: { context, call, property in
      guard let (bus, message) = BusConnection.of(context, call), let property else { return }
      bus.receive(message, property: String(cString: property))
    },
    get: { context, reply, property in
      guard let (bus, message) = BusConnection.of(context, reply), let property,
        let property = MPRISProperty(rawValue: String(cString: property))
      else { return -EINVAL }
      do throws(BusMessage.Failure) {
        try property.append(to: message, of: bus.state, at: bus.exchange.position)
        return 0
      } catch {
        return error.code
      }
    },
    named: { context, result in
      guard let context else { return }
      Unmanaged<BusConnection>.fromOpaque(context).takeUnretainedValue().namingResult = result
    })

  private static func of(
    _ context: UnsafeMutableRawPointer?, _ message: OpaquePointer?
  ) -> (BusConnection, BusMessage)? {
    guard let context, let message else { return nil }
    return (
      Unmanaged<BusConnection>.fromOpaque(context).takeUnretainedValue(),
      BusMessage(message: message)
    )
  }
}

/// Why the player is not on the bus.
private enum BusProblem: Error {
  case noLibrary
  /// The bus does not answer, or refuses; the value is an errno.
  case cannotConnect(Int32)
  case cannotName(Int32)
  case lost

  var text: String {
    switch self {
    case .noLibrary: "Media keys do not work: libsystemd is not installed."
    case .cannotConnect(let code):
      "Media keys do not work: the session bus cannot be reached: \(Self.reason(code))."
    case .cannotName(EEXIST): "Media keys do not work: another program has the player's name."
    case .cannotName(let code):
      "Media keys do not work: the session bus gives no name: \(Self.reason(code))."
    case .lost: "The session bus is gone; media keys no longer work."
    }
  }

  private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}

/// Finds the message buses.
enum BusAddress {
  /// The address of the system's bus; `nil` if there is none.
  ///
  /// Source: sd_bus_open_system(3).
  static func findSystem(in environment: [String: String]) -> String? {
    if let address = environment["DBUS_SYSTEM_BUS_ADDRESS"], !address.isEmpty { return address }
    let socket = "/run/dbus/system_bus_socket"
    return access(socket, F_OK) == 0 ? "unix:path=\(socket)" : nil
  }

  /// The address of the session bus; `nil` if there is none.
  static func find(in environment: [String: String]) -> String? {
    if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty { return address }
    guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else { return nil }
    let socket = "\(folder)/bus"
    return access(socket, F_OK) == 0 ? "unix:path=\(escaped(socket))" : nil
  }

  /// `value` as written in an address.
  ///
  /// Source: D-Bus Specification, Server Addresses: all bytes but `[-0-9A-Za-z_/.\*]` are escaped.
  /// Besides these, sd-bus accepts `~`.
  static func escaped(_ value: String) -> String {
    String(decoding: PathName.percentEncoded(value.utf8), as: UTF8.self)
  }
}
