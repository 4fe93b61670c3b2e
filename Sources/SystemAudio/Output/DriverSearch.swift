import NIOConcurrencyHelpers
import Playback

/// Opens the first of several drivers that opens, within a time for all of them.
///
/// Each device has a thread of its own. While a driver blocks there, it is not tried again, and what
/// follows a device waits until that is closed: some are open once at a time.
final class DriverSearch: Sendable {
  /// The result of trying a driver.
  enum Attempt {
    case opened(any Output)
    case failed(OutputError)
    /// The driver does not answer in time.
    case silent
  }

  /// How long to wait for drivers.
  struct Limits: Sendable {
    /// For all drivers that are tried for one device: sound, or the message that there is none, has
    /// to come within a second.
    var all = Duration.milliseconds(700)
    /// For one driver that others follow.
    var each = Duration.milliseconds(450)
    /// How much longer than the device's buffer a write may take: a device that plays accepts
    /// something whenever a part of its buffer has played.
    var write = Duration.milliseconds(1_500)
    /// How long to wait until a device is closed that another one follows. libao plays its buffer to
    /// the end.
    var close = Duration.seconds(3)
    /// As `write`, for a device that may not play yet. A PulseAudio sink without clients can be two
    /// seconds ahead, and Bluetooth takes as long to wake up.
    var start = Duration.seconds(3)
  }

  private struct State {
    /// The threads of each driver, less those that have ended.
    var threads: [String: [DriverThread]] = [:]
    var onAnswer: (@Sendable () -> Void)?
  }

  private let drivers: @Sendable (inout Patience) throws(OutputError) -> [LiveDriver]
  private let limits: Limits
  /// Whether the only driver is the user's choice.
  private let isNamed: Bool
  /// Owned by its lock.
  private let state = NIOLockedValueBox(State())

  /// - Parameters:
  ///   - isNamed: Whether the only driver is the user's choice.
  ///   - limits: How long to wait.
  ///   - drivers: The drivers to try, best first.
  init(
    isNamed: Bool = false, limits: Limits = Limits(),
    drivers: @escaping @Sendable (inout Patience) throws(OutputError) -> [LiveDriver]
  ) {
    self.isNamed = isNamed
    self.limits = limits
    self.drivers = drivers
  }

  /// Sets what to call, on any thread, when a driver that did not answer in time has come to an end.
  func whenAnswering(_ notify: @escaping @Sendable () -> Void) {
    state.withLockedValue { $0.onAnswer = notify }
  }

  /// Opens a device that accepts exactly `format`. Blocks at most for the times of `limits`.
  func open(_ format: OutputFormat, buffer: Duration) throws(OutputError) -> any Output {
    var patience = Patience(limits.all)
    let drivers = try drivers(&patience)
    var tried: [String] = []
    for (index, driver) in drivers.enumerated() where !patience.isOver {
      let isLast = index == drivers.count - 1
      let attempt = patience.lend(isLast ? limits.all : limits.each) { patience in
        self.attempt(driver, format, buffer, &patience)
      }
      switch attempt {
      case .opened(let output): return output
      // This is the driver, and the format is the problem.
      case .failed(let error) where error.concernsFormat: throw error
      case .failed: tried.append(isNamed ? "no device is found" : driver.name)
      case .silent: tried.append(isNamed ? "it does not answer" : "\(driver.name) (no answer)")
      }
    }
    throw OutputError(reason(tried, of: drivers), concernsFormat: false)
  }

  private func reason(_ tried: [String], of drivers: [LiveDriver]) -> String {
    if drivers.isEmpty { return "libao has no driver for one" }
    if tried.isEmpty { return "the sound drivers cannot be loaded in time" }
    return (isNamed ? "" : "tried ") + tried.joined(separator: ", ")
  }

  /// Tries one driver.
  func attempt(
    _ driver: LiveDriver, _ format: OutputFormat, _ buffer: Duration,
    _ patience: inout Patience
  ) -> Attempt {
    for thread in threads(of: driver) where !isFree(thread) { return .silent }
    let thread = DriverThread(
      opening: { () throws(OutputError) in try driver.open(format, buffer) },
      onLateEnd: { [weak self] in self?.answered() })
    state.withLockedValue { $0.threads[driver.name, default: []].append(thread) }
    switch thread.opened(&patience) {
    case .success(let opened)?:
      return .opened(ThreadedOutput(opened, of: driver.name, on: thread, limits))
    case .failure(let error)?:
      return .failed(error)
    case nil:
      thread.part(.close)
      return .silent
    }
  }

  private func threads(of driver: LiveDriver) -> [DriverThread] {
    state.withLockedValue { state in
      state.threads[driver.name]?.removeAll { $0.stage == .ended }
      return state.threads[driver.name] ?? []
    }
  }

  /// Whether the driver of `thread` is free to open another device, at once or after a wait.
  private func isFree(_ thread: DriverThread) -> Bool {
    switch thread.stage {
    case .inUse, .ended: return true
    case .late: return false
    case .closing:
      var patience = Patience(limits.close)
      return thread.end(&patience)
    }
  }

  /// Waits until all devices are closed.
  func finish(_ patience: inout Patience) {
    for thread in state.withLockedValue({ $0.threads.values.joined() }) {
      _ = thread.end(&patience)
    }
  }

  private func answered() { state.withLockedValue { $0.onAnswer }?() }
}
