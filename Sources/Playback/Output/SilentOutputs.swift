/// A silent device: accepts sound in real time and discards it.
public final class PacedOutput: Output {
  /// The length of the simulated device's buffer.
  static let buffer = Duration.milliseconds(40)

  public let format: OutputFormat
  private let clock: PacingClock
  /// When the simulated device will have played all that it accepted.
  private var deadline: Duration

  /// A silent device paced by the system's monotonic clock.
  public convenience init(_ format: OutputFormat) { self.init(format, clock: .monotonic) }

  init(_ format: OutputFormat, clock: PacingClock) {
    self.format = format
    self.clock = clock
    deadline = clock.now()
  }

  public var bufferFrameCount: Int { Self.buffer.frameCount(at: format.sampleRate) }
  public var latency: Duration? { Self.buffer }
  public var isHeard: Bool { false }

  /// Accepts `frames`, blocking until the simulated device's buffer has room for them.
  ///
  /// Deadlines are absolute, so that it does not drift. After an underrun, as when the program was
  /// stopped, time starts anew: nothing is caught up.
  public func write(_ frames: UnsafeRawBufferPointer) throws(OutputError) {
    deadline = max(deadline, clock.now())
    deadline += Duration(
      frames: frames.count / format.frameByteCount, sampleRate: format.sampleRate)
    clock.sleep(deadline - Self.buffer)
  }
}
