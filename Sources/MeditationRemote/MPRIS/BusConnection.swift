import CMeditationBus
import CMeditationSocket
import Glibc
import MeditationSystem

/// The thread of the session bus.
///
/// It loads the library, connects, reads, writes and closes. It never waits for the session: a call
/// that the session can refuse is kept until its answer arrives, and other calls are answered
/// meanwhile.
enum BusThread {
  /// Starts the thread, which ends when `exchange` is stopped or the bus is gone. `onEvent` is called
  /// on it and must not block.
  static func start(
    address: String, exchange: BusExchange, onEvent: @escaping @Sendable (BusEvent) -> Void
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
}

/// The connection of the bus's thread, on which alone it is created, used and released.
private final class BusConnection {
  /// The most calls that wait for the session. Beyond, and while answers wait for the bus, nothing is
  /// read, so that a flood of calls waits in the bus, which bounds it.
  private static let mostWaiting = 64
  /// The most messages handled before answers and changes are sent.
  private static let mostAtOnce = 32
  private static let mostNames = 9

  private let object: PlayerObject
  private let wake: Int32
  private var player: OpaquePointer?
  private var nameCount = 0
  private var isNamed = false
  /// The state last announced by PropertiesChanged.
  private var announced = PlayerState()
  private var seekedIsDue = false

  /// Begins to connect to the bus at `address`.
  init(
    address: String, _ exchange: BusExchange, onEvent: @escaping @Sendable (BusEvent) -> Void
  ) throws(BusProblem) {
    wake = exchange.wake
    object = PlayerObject(position: { exchange.position }, onEvent: onEvent)
    let result = object.open(at: address, &player)
    switch result {
    case 0: break
    case -ELIBACC: throw .noLibrary
    default: throw .cannotConnect(-result)
    }
    try requestName()
  }

  deinit {
    object.releaseCalls()
    if let player { bus_close(player) }
  }

  /// Handles what has come, sends what is due, and waits for more.
  ///
  /// - Returns: `false` if the connection is to be closed.
  func turn(with contents: BusExchange.Contents) throws(BusProblem) -> Bool {
    object.state = contents.state
    if contents.hasJumped { seekedIsDue = true }
    try announce(at: contents.position)
    // After the changes, so that a client that has its answer has them, too.
    for answer in contents.answers { object.answer(answer) }
    if contents.isStopped { return false }
    if try !process() { try wait() }
    return true
  }

  /// Handles messages.
  ///
  /// - Returns: True if there may be more that can be handled now.
  private func process() throws(BusProblem) -> Bool {
    var count = 0
    while count < Self.mostAtOnce, mayRead {
      let result = bus_process(player)
      if result < 0 { throw problem(result) }
      try handle(namingResult: object.takeNamingResult())
      if result == 0 { return false }
      count += 1
    }
    return mayRead
  }

  private var mayRead: Bool {
    // While the bus is joined, only the request for a name waits.
    object.waitingCount < Self.mostWaiting && !(isNamed && bus_is_writing(player))
  }

  private func wait() throws(BusProblem) {
    let result = bus_wait(player, wake, mayRead)
    wake_clear(wake)
    if result < 0 { throw problem(result) }
  }

  private func problem(_ result: Int32) -> BusProblem {
    isNamed ? .lost : .cannotConnect(-result)
  }

  // MARK: Name

  /// Asks for the player's name: that of the process or, if another has it, with a suffix. Processes in
  /// different containers can have the same number.
  private func requestName() throws(BusProblem) {
    nameCount += 1
    let suffix = nameCount == 1 ? "" : "_\(nameCount)"
    let result = bus_request_name(
      player, "org.mpris.MediaPlayer2.meditate.instance\(getpid())\(suffix)")
    if result < 0 { throw .cannotConnect(-result) }
  }

  /// Handles the answer to the request for a name: 0 or a negative errno; `nil` if there is none.
  private func handle(namingResult result: Int32?) throws(BusProblem) {
    guard let result else { return }
    switch result {
    case 0:
      isNamed = true
      announced = object.state
    case -EEXIST where nameCount < Self.mostNames: try requestName()
    case -EEXIST, -EACCES, -EPERM: throw .cannotName(-result)
    // Also when the connection was lost before.
    default: throw .cannotConnect(-result)
    }
  }

  // MARK: Changes

  /// Sends what has changed since the last time. If the bus reads slowly, changes are sent as one,
  /// later.
  ///
  /// - Parameter position: In microseconds.
  private func announce(at position: Int64) throws(BusProblem) {
    guard isNamed, announced != object.state || seekedIsDue, !bus_is_writing(player) else {
      return
    }
    let changed = PlayerProperty.changed(from: announced, to: object.state)
    announced = object.state
    if !changed.isEmpty { try emit(changed) }
    if seekedIsDue {
      seekedIsDue = false
      if bus_emit_seeked(player, position) < 0 { throw .lost }
    }
  }

  private func emit(_ properties: [PlayerProperty]) throws(BusProblem) {
    var names = properties.map { strdup($0.rawValue) } + [nil]
    defer { names.forEach { free($0) } }
    if bus_emit_changed(player, &names) < 0 { throw .lost }
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

  /// `value` as in an address.
  ///
  /// Source: D-Bus Specification, Server Addresses: all bytes but `[-0-9A-Za-z_/.\*]` are escaped. Of
  /// the others, sd-bus takes `~` as it is, too.
  static func escaped(_ value: String) -> String {
    String(decoding: PathName.percentEncoded(value.utf8), as: UTF8.self)
  }
}
