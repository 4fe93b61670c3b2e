import CMeditationAo
import Dispatch
import MeditationSystem

/// libao itself: initialised once for the whole program, and never shut down.
///
/// Once it is initialised, devices may be opened and closed on several threads at once, one device on
/// one thread: libao's own lists are then only read.
/// Source: libao 1.2.2, `_open_device` and `ao_close` in `audio_out.c`.
struct LibAO: Sendable {
  struct Driver: Sendable {
    var id: Int32
    var name: String
    var description: String
    var isLive: Bool
    var priority: Int32
  }

  /// All drivers, in the order in which libao would try them.
  let drivers: [Driver]
  /// The driver that libao's configuration names, if any.
  private let configured: Driver?
  /// True if the user's own configuration names it.
  private let isOwnChoice: Bool

  /// Live drivers worth trying unasked, without `null`, which takes sound as fast as it comes.
  var candidates: [Driver] {
    DriverOrder(
      configured: configured?.name, isOwnChoice: isOwnChoice,
      hasPulseServer: PulseSocket.isThere(in: ProgramEnvironment.variables)
    ).sort(
      drivers.filter { $0.isLive && $0.name != "null" && Self.fault(ofDriver: $0.name) == nil })
  }

  /// Why the driver called `name` is never opened; `nil` if it may be.
  ///
  /// `nas` does not set its server before `ao_plugin_open` has connected, and `ao_plugin_close`,
  /// which follows a failed open, reads it: this crashes without a server, and with one for 24 bits
  /// or another number of channels. When a server is lost, its library calls `exit`.
  /// Source: libao 1.2.2, `ao_nas.c`; nas 1.9.4, `_AuDefaultIOError`.
  static func fault(ofDriver name: String) -> String? {
    name == "nas" ? "libao's driver of that name crashes when it fails" : nil
  }

  // MARK: - Loading

  /// Begins to initialise libao. Does not block.
  static func load() { _ = loading }

  /// libao, once it is initialised. May block: it reads its configuration and loads its drivers.
  static var loaded: LibAO { loading.value }

  static func loaded(_ budget: inout TimeBudget) -> LibAO? { loading.value(&budget) }

  private static let loading = Loading { LibAO() }

  private init() {
    // Keeps what `ao_play` would print to standard error quiet.
    // Source: libao, `ao_global_load_options`: "quiet" is verbosity -1.
    ao_append_global_option("quiet", "")
    ao_initialize()
    var count: Int32 = 0
    guard let list = ao_driver_info_list(&count) else {
      (drivers, configured, isOwnChoice) = ([], nil, false)
      return
    }
    var found: [Driver] = []
    for id in 0..<count {
      guard let info = list[Int(id)] else { continue }
      found.append(
        Driver(
          id: id, name: String(cString: info.pointee.short_name),
          description: String(cString: info.pointee.name),
          isLive: info.pointee.type == AO_TYPE_LIVE, priority: info.pointee.priority))
      // Where the configuration names no driver, libao opens those of a priority above 0 one by
      // one to find a default. Opening `nas` blocks for 5 s without a server.
      // Source: libao 1.2.2, `_find_default_driver_id`.
      info.pointee.priority = 0
    }
    let id = ao_default_driver_id()
    drivers = found
    configured = found.first { $0.id == id }
    isOwnChoice = configured != nil && configured?.name == LibaoConfiguration.ownDefaultDriver
  }
}

/// A value computed on its own thread, so that others can wait for it with a limit.
private final class Loading<Value: Sendable>: Sendable {
  private let result = Locked<Value?>(nil)
  private let completion = DispatchGroup()

  /// Starts to compute the value, which may block.
  init(_ compute: @escaping @Sendable () -> Value) {
    completion.enter()
    SystemThread.start("loading") { [result, completion] in
      let value = compute()
      result.withLock { $0 = value }
      completion.leave()
    }
  }

  func value(_ budget: inout TimeBudget) -> Value? {
    while !budget.isOver, result.withLock({ $0 == nil }) {
      budget.wait { completion.wait(timeout: $0) }
    }
    return result.withLock { $0 }
  }

  /// The value. Blocks until it is there.
  var value: Value {
    while true {
      completion.wait()
      if let value = result.withLock({ $0 }) { return value }
    }
  }
}
