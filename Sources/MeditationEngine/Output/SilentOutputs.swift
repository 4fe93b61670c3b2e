import Dispatch
import Glibc

/// A silent device: accepts sound in real time and discards it.
package final class PacedOutput: Output {
  package let format: OutputFormat
  /// The length of the simulated device's buffer.
  private let buffer: Duration
  private let clock: PacingClock
  /// When the simulated device will have played everything it accepted.
  private var deadline: Duration

  /// The longest buffer, and so the most by which session time is ahead of the clock.
  private static let longest = Duration.milliseconds(250)

  /// A silent device paced by the system's monotonic clock.
  package convenience init(_ format: OutputFormat, buffer: Duration) {
    self.init(format, buffer: min(buffer, Self.longest), clock: .monotonic)
  }

  init(_ format: OutputFormat, buffer: Duration, clock: PacingClock) {
    self.format = format
    self.buffer = buffer
    self.clock = clock
    deadline = clock.now()
  }

  package var bufferFrameCount: Int { buffer.frameCount(at: format.sampleRate) }
  package var latency: Duration? { buffer }
  package var isHeard: Bool { false }

  /// Accepts `frames`, blocking until the simulated buffer has room for them.
  ///
  /// Deadlines are absolute, so they do not drift. After an underrun, for example when the program
  /// was stopped, time starts again: nothing is caught up.
  package func write(_ frames: UnsafeRawBufferPointer) throws(OutputError) {
    deadline = max(deadline, clock.now())
    deadline += Duration(
      frames: frames.count / format.frameByteCount, sampleRate: format.sampleRate)
    clock.sleep(deadline - buffer)
  }
}

/// Opens silent devices of any format.
package struct PacedOpener: OutputOpener {
  package init() {}

  package func open(_ format: OutputFormat, buffer: Duration) throws(OutputError) -> any Output {
    PacedOutput(format, buffer: buffer)
  }
}

/// Monotonic time with an arbitrary origin, and a way to sleep until a time.
struct PacingClock: Sendable {
  var now: @Sendable () -> Duration
  /// Blocks until that time; returns at once if it is past.
  var sleep: @Sendable (_ until: Duration) -> Void

  /// The system's clock, which is independent of the time of day.
  static let monotonic = PacingClock(
    now: { uptime },
    sleep: { deadline in
      // A signal ends a sleep early: sleep until the same deadline again.
      while true {
        let microseconds = Int(clamping: (deadline - uptime).attoseconds / 1_000_000_000_000)
        guard microseconds > 0 else { return }
        usleep(UInt32(min(microseconds, 500_000)))
      }
    })

  private static var uptime: Duration {
    .nanoseconds(Int64(DispatchTime.now().uptimeNanoseconds))
  }
}

/// Opens outputs that discard sound at once: for a rendering without a file.
package struct DiscardingOpener: OutputOpener {
  package init() {}

  /// All formats are equal, so one output is enough.
  package var isFixedFormat: Bool { true }

  package func open(_ format: OutputFormat, buffer: Duration) throws(OutputError) -> any Output {
    DiscardingOutput(format)
  }
}

private final class DiscardingOutput: Output {
  let format: OutputFormat

  init(_ format: OutputFormat) { self.format = format }

  func write(_ frames: UnsafeRawBufferPointer) throws(OutputError) {}
}
