/// Takes sound in real time, and lets nobody hear it.
public final class PacedOutput: Output {
  /// How long the imaginary device's buffer lasts.
  static let buffer = Duration.milliseconds(40)

  /// What was asked for.
  public let format: OutputFormat
  private let clock: PacingClock
  /// When the imaginary device has played all that it was given.
  private var deadline: Duration

  /// A silent device that keeps time by the system's monotonic clock.
  public convenience init(_ format: OutputFormat) { self.init(format, clock: .monotonic) }

  init(_ format: OutputFormat, clock: PacingClock) {
    self.format = format
    self.clock = clock
    deadline = clock.now()
  }

  /// The frames that the imaginary device holds.
  public var bufferFrameCount: Int { Self.buffer.frameCount(at: format.sampleRate) }

  /// Takes `frames`, blocking until the imaginary device's buffer has room for them.
  ///
  /// Deadlines are absolute, so that it does not drift. A program that was stopped, or came too
  /// late, does not catch up: an imaginary device that ran dry begins anew.
  public func write(_ frames: UnsafeRawBufferPointer) throws(OutputError) {
    deadline = max(deadline, clock.now())
    deadline += Duration(
      frames: frames.count / format.frameByteCount, sampleRate: format.sampleRate)
    clock.sleep(deadline - Self.buffer)
  }
}

/// Opens silent, paced outputs of any format.
public struct PacedOpener: OutputOpener {
  /// An opener.
  public init() {}

  /// Opens; never throws.
  public func open(_ format: OutputFormat) throws(OutputError) -> any Output {
    PacedOutput(format)
  }
}
