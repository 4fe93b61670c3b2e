import MeditationEngine
import MeditationSystem
import MeditationTestSupport
import Testing

/// Records what is written to a simulated device.
final class Tape: Sendable {
  struct State {
    var outputs: [(format: OutputFormat, bytes: [UInt8], isClosed: Bool, isAbandoned: Bool)] = []
    /// The number of frames after which writing and opening fail.
    var frameLimit = Int.max
    /// The reason why opening fails.
    var refusal: OutputError?
    var frameCount = 0
    var openingCount = 0
    /// True if an output was opened while another one was open.
    var wasShared = false
    /// Called when a driver that did not answer can be tried again.
    var onAnswer: (@Sendable () -> Void)?
    /// Called when the sound has moved to other speakers.
    var onMove: (@Sendable (String) -> Void)?
    /// How many outputs dropped what they held.
    var dropCount = 0
    var awaited: (frame: Int, reached: AsyncStream<Void>.Continuation)?

    /// Wakes the threads that wait for frames to be written.
    mutating func tellArrival() {
      guard let awaited, awaited.frame <= frameCount else { return }
      awaited.reached.yield()
      self.awaited = nil
    }
  }

  let state = Locked(State())
  /// Called for each closing.
  let closings: AsyncStream<Int>
  fileprivate let closed: AsyncStream<Int>.Continuation

  init() { (closings, closed) = AsyncStream.makeStream() }

  /// Waits until `frame` frames were written.
  func reach(_ frame: Int) async {
    let (arrival, reached) = AsyncStream<Void>.makeStream()
    state.withLock { state in
      state.awaited = (frame, reached)
      state.tellArrival()
    }
    for await _ in arrival { return }
    Issue.record("frame \(frame) never came; \(frameCount) were written")
  }

  var frameCount: Int { state.withLock { $0.frameCount } }

  /// The formats that were opened, in order.
  var formats: [OutputFormat] { state.withLock { $0.outputs.map(\.format) } }

  /// All that was written to the output opened as number `index`; nothing if none was.
  func bytes(_ index: Int = 0) -> [UInt8] {
    state.withLock { $0.outputs.indices.contains(index) ? $0.outputs[index].bytes : [] }
  }

  /// Opens outputs again.
  func comeBack() { state.withLock { ($0.frameLimit, $0.refusal) = (.max, nil) } }

  /// Opens outputs again, and reports it.
  func answer() {
    comeBack()
    state.withLock { $0.onAnswer }?()
  }

  /// All 16-bit samples.
  func int16(_ index: Int = 0) -> [Int16] {
    bytes(index).withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
  }

  /// All 24-bit samples.
  func int24(_ index: Int = 0) -> [Int32] {
    let bytes = bytes(index)
    return stride(from: 0, to: bytes.count - 2, by: 3).map {
      Int32(bytes[$0]) | Int32(bytes[$0 + 1]) << 8 | Int32(Int8(bitPattern: bytes[$0 + 2])) << 16
    }
  }
}

/// Opens tapes.
struct TapeOpener: OutputOpener {
  let tape = Tape()
  var isFixedFormat = true
  var fixedSampleRate: Int?
  /// How many frames the device holds.
  var bufferFrameCount = 0
  /// The accepted formats.
  var takes: @Sendable (OutputFormat) -> Bool = { _ in true }
  /// Waited for before each write, once `gateFrame` frames were written.
  var gate: Gate?
  var gateFrame = 0
  var isHeard = true

  func whenAnswering(_ notify: @escaping @Sendable () -> Void) {
    tape.state.withLock { $0.onAnswer = notify }
  }

  func whenMoving(_ notify: @escaping @Sendable (String) -> Void) {
    tape.state.withLock { $0.onMove = notify }
  }

  func open(_ format: OutputFormat, buffer: Duration) throws(OutputError) -> any Output {
    let refusal = tape.state.withLock { state in
      state.openingCount += 1
      return state.refusal
    }
    if let refusal { throw refusal }
    guard takes(format) else { throw OutputError("refused") }
    let index = tape.state.withLock { state in
      state.wasShared = state.wasShared || state.outputs.contains { !$0.isClosed }
      state.outputs.append((format, [], false, false))
      return state.outputs.count - 1
    }
    return TapeOutput(self, format, index)
  }
}

final class TapeOutput: Output {
  let format: OutputFormat
  let bufferFrameCount: Int
  let isHeard: Bool
  private let tape: Tape
  private let gate: Gate?
  private let gateFrame: Int
  private let index: Int

  init(_ opener: TapeOpener, _ format: OutputFormat, _ index: Int) {
    self.format = format
    self.index = index
    bufferFrameCount = opener.bufferFrameCount
    isHeard = opener.isHeard
    tape = opener.tape
    gate = opener.gate
    gateFrame = opener.gateFrame
  }

  deinit {
    tape.state.withLock { $0.outputs[index].isClosed = true }
    tape.closed.yield(index)
  }

  func write(_ frames: UnsafeRawBufferPointer) throws(OutputError) {
    if tape.frameCount >= gateFrame { gate?.pass() }
    let isTaken = tape.state.withLock { state in
      guard state.frameCount < state.frameLimit else {
        state.refusal = OutputError("gone", concernsFormat: false)
        return false
      }
      defer { state.tellArrival() }
      state.frameCount += frames.count / format.frameByteCount
      state.outputs[index].bytes.append(contentsOf: frames)
      return true
    }
    if !isTaken { throw OutputError("unplugged") }
  }

  func abandon() { tape.state.withLock { $0.outputs[index].isAbandoned = true } }
  func drop() { tape.state.withLock { $0.dropCount += 1 } }
}
