import MeditationEngine
import MeditationSystem

/// Opens the first of several drivers that opens, within a time for all of them.
///
/// Each device has a thread of its own. While a driver blocks there, it is not tried again, and what
/// follows a device waits until that is closed: some are open once at a time.
final class DriverSearch: Sendable {
  struct Limits: Sendable {
    /// For all drivers tried for a device: sound, or the news of none, must come within a second.
    var all = Duration.milliseconds(700)
    /// For one driver, if there are others to try.
    var each = Duration.milliseconds(450)
    /// How much longer than the device's buffer a write may take: a device that plays accepts
    /// something whenever a part of its buffer has played.
    var write = Duration.milliseconds(1_500)
    /// How long to wait until the device before is closed. libao plays its buffer to the end.
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

  private let drivers: @Sendable (inout TimeBudget) throws(OutputError) -> [LiveDriver]
  private let limits: Limits
  /// True if the only driver is the user's choice.
  private let isNamed: Bool
  /// Owned by its lock.
  private let state = Locked(State())

  /// - Parameter drivers: The drivers to try, best first.
  init(
    isNamed: Bool = false, limits: Limits = Limits(),
    drivers: @escaping @Sendable (inout TimeBudget) throws(OutputError) -> [LiveDriver]
  ) {
    self.isNamed = isNamed
    self.limits = limits
    self.drivers = drivers
  }

  /// Calls `notify`, on any thread, when a driver that did not answer in time has returned after all.
  func whenAnswering(_ notify: @escaping @Sendable () -> Void) {
    state.withLock { $0.onAnswer = notify }
  }

  /// Opens a device that accepts exactly `format`. Blocks at most for the times of `limits`.
  func open(_ format: OutputFormat, buffer: Duration) throws(OutputError) -> any Output {
    var budget = TimeBudget(limits.all)
    let drivers = try drivers(&budget)
    var tried: [String] = []
    var reasons: Set<String> = []
    for (index, driver) in drivers.enumerated() where !budget.isOver {
      let isLast = index == drivers.count - 1
      let attempt = budget.lend(isLast ? limits.all : limits.each) { budget in
        self.attempt(driver, format, buffer, &budget)
      }
      switch attempt {
      case .success(let output)?: return output
      // This is the driver, and the format is the problem.
      case .failure(let error)? where error.concernsFormat: throw error
      case .failure(let error)? where isNamed: tried.append(error.reason)
      case .failure(let error)? where error == .noDevice: tried.append(driver.name)
      case .failure(let error)? where reasons.insert(error.reason).inserted:
        tried.append("\(driver.name) (\(error.reason))")
      case .failure?: tried.append(driver.name)
      case nil: tried.append(isNamed ? "it does not answer" : "\(driver.name) (no answer)")
      }
    }
    throw OutputError(reason(tried, of: drivers), concernsFormat: false)
  }

  private func reason(_ tried: [String], of drivers: [LiveDriver]) -> String {
    if drivers.isEmpty { return "libao has no driver for one" }
    if tried.isEmpty { return "the sound drivers cannot be loaded in time" }
    return (isNamed ? "" : "tried ") + tried.joined(separator: ", ")
  }

  /// Tries one driver; `nil` if it does not answer in time.
  private func attempt(
    _ driver: LiveDriver, _ format: OutputFormat, _ buffer: Duration,
    _ budget: inout TimeBudget
  ) -> Result<any Output, OutputError>? {
    let earlier = state.withLock { state in
      state.threads[driver.name]?.removeAll { $0.stage == .ended }
      return state.threads[driver.name] ?? []
    }
    guard earlier.allSatisfy(isFree) else { return nil }
    let thread = DriverThread(
      opening: { () throws(OutputError) in try driver.open(format, buffer) },
      onLateEnd: { [weak self] in self?.state.withLock { $0.onAnswer }?() })
    state.withLock { $0.threads[driver.name, default: []].append(thread) }
    guard let opened = thread.opened(&budget) else {
      thread.release(.close)
      return nil
    }
    return opened.map { ThreadedOutput($0, of: driver.name, on: thread, limits) }
  }

  /// True if the driver of `thread` is free to open another device, at once or after a wait.
  private func isFree(_ thread: DriverThread) -> Bool {
    switch thread.stage {
    case .inUse, .ended: return true
    case .late: return false
    case .closing:
      var budget = TimeBudget(limits.close)
      return thread.end(&budget)
    }
  }

  /// Waits until all devices are closed.
  func finish(_ budget: inout TimeBudget) {
    for thread in state.withLock({ $0.threads.values.joined() }) { _ = thread.end(&budget) }
  }
}

struct LiveDriver: Sendable {
  var name: String
  /// Opens a device of exactly this format that holds about as much sound; throws an error that
  /// concerns the format if a device opens for another one. May block for long.
  var open: @Sendable (OutputFormat, _ buffer: Duration) throws(OutputError) -> any Output
}

/// A device used on its `DriverThread`, so that no driver blocks the playing thread for long.
private final class ThreadedOutput: Output {
  let format: OutputFormat
  let bufferFrameCount: Int
  let latency: Duration?
  private let name: String
  private let thread: DriverThread
  private let limits: DriverSearch.Limits
  /// How many bytes may still be accepted before the device surely plays.
  private var startByteCount: Int
  private var release = DriverThread.Release.close
  private var stoppedTime = Duration.zero

  init(
    _ opened: DriverThread.Opened, of name: String, on thread: DriverThread,
    _ limits: DriverSearch.Limits
  ) {
    self.name = name
    self.thread = thread
    self.limits = limits
    format = opened.format
    bufferFrameCount = opened.bufferFrameCount
    latency = opened.latency
    startByteCount = 2 * opened.bufferFrameCount * opened.format.frameByteCount
  }

  /// Never blocks.
  deinit { thread.release(release) }

  /// Also throws if the driver blocks: it may then play `frames` later.
  func write(_ frames: UnsafeRawBufferPointer) throws(OutputError) {
    guard frames.count > 0 else { return }
    var budget = TimeBudget(limit, piece: DeviceBuffer.longestWait(for: latency ?? .zero))
    startByteCount -= min(frames.count, startByteCount)
    defer { stoppedTime += budget.overrun }
    guard let result = thread.write(frames, &budget) else {
      throw OutputError("\(name) does not answer")
    }
    try result.get()
  }

  func askDelay() -> ToldDelay? { thread.askDelay() }

  /// How long the next write may take.
  private var limit: Duration {
    let buffer = Duration.seconds(1) * bufferFrameCount / max(format.sampleRate, 1)
    return buffer + (startByteCount > 0 ? limits.start : limits.write)
  }

  func takeStoppedTime() -> Duration {
    defer { stoppedTime = .zero }
    return stoppedTime
  }

  func abandon() { release = .abandon }
  func drop() { release = .drop }
}
