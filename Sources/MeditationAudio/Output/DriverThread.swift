import Dispatch
import MeditationEngine
import MeditationSystem

/// A thread that opens one device, writes to it and closes it, and blocks as long as its driver does.
///
/// Others wait for it with a limit, and then leave it behind: it closes the device as soon as the
/// driver returns. One other thread at a time may wait.
final class DriverThread: Sendable {
  /// How the device is let go.
  enum Release {
    /// Closed, which may wait until its buffer has played.
    case close
    /// Left open for the system to close at exit.
    case abandon
    /// Closed, and what it holds is not played.
    case drop
  }

  /// The progress of the thread, as others see it.
  enum Stage {
    /// It opens its device, or plays.
    case inUse
    case closing
    /// Timed out; the driver has not returned.
    case late
    case ended
  }

  struct Opened {
    var format: OutputFormat
    var bufferFrameCount: Int
    var latency: Duration?
  }

  /// Shared by the thread and those who wait for it.
  private struct State {
    /// The device, or why it does not open; `nil` while it is being opened.
    var opening: Result<Opened, OutputError>?
    /// Frames to write. Two such arrays change hands, so that none is allocated for each write.
    var frames: [UInt8] = []
    /// True if frames were given that are not written yet.
    var isWriting = false
    /// Why the last frames were not written.
    var fault: OutputError?
    /// True while the delay that was asked for is not known.
    var isAsking = false
    var delay: ToldDelay?
    /// Set once the device is no longer used.
    var release: Release?
    var hasEnded = false
    /// True if a caller has timed out waiting for this thread.
    var isLate = false

    var stage: Stage {
      hasEnded ? .ended : isLate ? .late : release == nil ? .inUse : .closing
    }
  }

  /// Owned by its lock, which is never held while the driver works.
  private let state = Locked(State())
  /// Wakes this thread.
  private let request = DispatchSemaphore(value: 0)
  /// Wakes the waiting thread, which then checks the state.
  private let answer = DispatchSemaphore(value: 0)
  /// Called by this thread at its end, if a caller has timed out waiting for it.
  private let onLateEnd: @Sendable () -> Void

  /// Starts the thread, which opens a device by `open`. Never blocks; where the system is out of
  /// threads, the device does not open.
  init(
    opening open: @escaping @Sendable () throws(OutputError) -> any Output,
    onLateEnd: @escaping @Sendable () -> Void
  ) {
    self.onLateEnd = onLateEnd
    guard !SystemThread.startAtOnce("device", { self.run(open) }) else { return }
    state.withLock { state in
      state.hasEnded = true
      state.opening = .failure(
        OutputError("the system allows no more threads ('ulimit -u')", concernsFormat: false))
    }
  }

  // MARK: - For other threads

  var stage: Stage { state.withLock { $0.stage } }

  /// Waits until the device is open, or does not open; `nil` if the driver does not answer in time.
  func opened(_ budget: inout TimeBudget) -> Result<Opened, OutputError>? {
    wait(&budget) { $0.opening }
  }

  /// Waits until `frames` are written, for the driver's answer; `nil` if there is none in time.
  func write(
    _ frames: UnsafeRawBufferPointer, _ budget: inout TimeBudget
  ) -> Result<Void, OutputError>? {
    state.withLock {
      $0.frames.append(contentsOf: frames)
      $0.isWriting = true
    }
    request.signal()
    return wait(&budget) { state in
      guard !state.isWriting else { return nil }
      return state.fault.map { .failure($0) } ?? .success(())
    }
  }

  /// Waits for the server's answer; `nil` if there is none in 0.1 s, which does not make it late.
  func askDelay() -> ToldDelay? {
    var budget = TimeBudget(.milliseconds(100))
    state.withLock { ($0.isAsking, $0.delay) = (true, nil) }
    request.signal()
    while state.withLock(\.isAsking), !budget.isOver {
      budget.wait { answer.wait(timeout: $0) }
    }
    return state.withLock(\.delay)
  }

  /// Leaves the device to this thread, which closes or abandons it. Never blocks.
  func release(_ mode: Release) {
    state.withLock { $0.release = mode }
    request.signal()
  }

  /// Waits for the end of this thread, by which the device is closed; `false` if it is too late.
  func end(_ budget: inout TimeBudget) -> Bool {
    wait(&budget) { $0.hasEnded ? true : nil } ?? false
  }

  private func wait<Value>(_ budget: inout TimeBudget, for value: (State) -> Value?) -> Value? {
    while true {
      let isOver = budget.isOver
      let found = state.withLock { state in
        let found = value(state)
        if found == nil, isOver { state.isLate = true }
        return found
      }
      if found != nil || isOver { return found }
      budget.wait { answer.wait(timeout: $0) }
    }
  }

  // MARK: - On this thread

  private func run(_ open: () throws(OutputError) -> any Output) {
    // Also for the thread of the sound server's library, which this one starts.
    SystemThread.prioritizeCurrent()
    serve(open)
    let isLate = state.withLock { state in
      state.hasEnded = true
      return state.isLate
    }
    answer.signal()
    if isLate { onLateEnd() }
  }

  /// Opens the device, and writes until it is left. It is closed on return.
  private func serve(_ open: () throws(OutputError) -> any Output) {
    let output: any Output
    do throws(OutputError) {
      output = try open()
    } catch {
      state.withLock { $0.opening = .failure(error) }
      answer.signal()
      return
    }
    let opened = Opened(
      format: output.format, bufferFrameCount: output.bufferFrameCount, latency: output.latency)
    state.withLock { $0.opening = .success(opened) }
    answer.signal()
    var frames: [UInt8] = []
    while true {
      request.wait()
      let (release, isWriting, isAsking) = state.withLock { state in
        if state.isWriting { swap(&state.frames, &frames) }
        return (state.release, state.isWriting, state.isAsking)
      }
      switch release {
      case .abandon?: output.abandon()
      case .drop?: output.drop()
      case .close?, nil: break
      }
      if release != nil { return }
      if isAsking {
        let delay = output.askDelay()
        state.withLock { ($0.delay, $0.isAsking) = (delay, false) }
        answer.signal()
      }
      guard isWriting else { continue }
      let fault = Self.write(frames, to: output)
      frames.removeAll(keepingCapacity: true)
      state.withLock { state in
        state.fault = fault
        state.isWriting = false
      }
      answer.signal()
    }
  }

  private static func write(_ frames: [UInt8], to output: any Output) -> OutputError? {
    frames.withUnsafeBytes { frames in
      do throws(OutputError) {
        try output.write(frames)
        return nil
      } catch {
        return error
      }
    }
  }
}

/// A time limit that counts only while this process is running: a program that was stopped has not
/// waited, and a driver within it could not answer.
struct TimeBudget: Sendable {
  /// The longest single wait, and so the most that a stop counts.
  private let piece: Duration
  private var rest: Duration
  /// How much longer than wanted it has waited: the process was stopped, or hardly ran.
  private(set) var overrun = Duration.zero

  init(_ limit: Duration, piece: Duration = .milliseconds(100)) {
    (rest, self.piece) = (limit, piece)
  }

  var isOver: Bool { rest <= .zero }

  /// Waits by `wait` until it is signalled, at most for a piece of the time.
  mutating func wait(_ wait: (DispatchTime) -> DispatchTimeoutResult) {
    let piece = min(piece, rest)
    let start = ContinuousClock.now
    let nanoseconds = Int(clamping: piece.attoseconds / 1_000_000_000)
    _ = wait(.now() + .nanoseconds(nanoseconds))
    let waited = start.duration(to: .now)
    rest -= min(waited, piece)
    overrun += max(waited - piece, .zero)
  }

  /// Does `work` with at most `limit` of the time.
  mutating func lend<Result>(_ limit: Duration, to work: (inout TimeBudget) -> Result) -> Result {
    let share = min(limit, rest)
    var lent = TimeBudget(share)
    defer { rest -= share - lent.rest }
    return work(&lent)
  }
}
