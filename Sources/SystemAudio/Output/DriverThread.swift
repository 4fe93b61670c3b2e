import Dispatch
import NIOConcurrencyHelpers
import Playback

/// A thread that opens one device, writes to it and closes it, and blocks as long as its driver does.
///
/// Others wait for it with a limit, and then leave it behind: it closes the device as soon as the
/// driver returns. One other thread at a time may wait.
final class DriverThread: Sendable {
  /// Owned by its lock, which is never held while the driver works.
  private let state = NIOLockedValueBox(State())
  /// Wakes this thread.
  private let request = DispatchSemaphore(value: 0)
  /// Wakes the waiting thread, which then checks the state.
  private let answer = DispatchSemaphore(value: 0)
  /// Called by this thread at its end, if someone has stopped waiting for it.
  private let onLateEnd: @Sendable () -> Void

  /// Starts the thread, which opens a device by `open`.
  init(
    opening open: @escaping @Sendable () throws(OutputError) -> any Output,
    onLateEnd: @escaping @Sendable () -> Void
  ) {
    self.onLateEnd = onLateEnd
    SystemThread.start("device") { self.run(open) }
  }

  // MARK: For others

  var stage: Stage { state.withLockedValue { $0.stage } }

  /// Waits until the device is open, or does not open; `nil` if the driver does not answer in time.
  func opened(_ patience: inout Patience) -> Result<Opened, OutputError>? {
    wait(&patience) { $0.opening }
  }

  /// Waits until `frames` are written.
  ///
  /// - Returns: The driver's answer; `nil` if there is none in time.
  func write(
    _ frames: UnsafeRawBufferPointer, _ patience: inout Patience
  ) -> Result<Void, OutputError>? {
    state.withLockedValue {
      $0.frames.append(contentsOf: frames)
      $0.isWriting = true
    }
    request.signal()
    return wait(&patience) { state in
      guard !state.isWriting else { return nil }
      return state.fault.map { .failure($0) } ?? .success(())
    }
  }

  /// Leaves the device to this thread. Never blocks.
  func part(_ parting: Parting) {
    state.withLockedValue { $0.parting = parting }
    request.signal()
  }

  /// Waits for the end of this thread, by which the device is closed.
  ///
  /// - Returns: Whether it came in time.
  func end(_ patience: inout Patience) -> Bool {
    wait(&patience) { $0.hasEnded ? true : nil } ?? false
  }

  private func wait<Value>(_ patience: inout Patience, for value: (State) -> Value?) -> Value? {
    while true {
      let isOver = patience.isOver
      let found = state.withLockedValue { state in
        let found = value(state)
        if found == nil, isOver { state.isLate = true }
        return found
      }
      if found != nil || isOver { return found }
      patience.wait { answer.wait(timeout: $0) }
    }
  }

  // MARK: On this thread

  private func run(_ open: () throws(OutputError) -> any Output) {
    // Also for the thread of the sound server's library, which this one starts.
    SystemThread.prioritizeCurrent()
    serve(open)
    let isLate = state.withLockedValue { state in
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
      state.withLockedValue { $0.opening = .failure(error) }
      answer.signal()
      return
    }
    let opened = Opened(
      format: output.format, bufferFrameCount: output.bufferFrameCount, latency: output.latency)
    state.withLockedValue { $0.opening = .success(opened) }
    answer.signal()
    var frames: [UInt8] = []
    while true {
      request.wait()
      let (parting, isWriting) = state.withLockedValue { state in
        if state.isWriting { swap(&state.frames, &frames) }
        return (state.parting, state.isWriting)
      }
      if case .abandon? = parting { output.abandon() }
      if parting != nil { return }
      guard isWriting else { continue }
      let fault = Self.write(frames, to: output)
      frames.removeAll(keepingCapacity: true)
      state.withLockedValue { state in
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
