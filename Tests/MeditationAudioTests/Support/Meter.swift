import MeditationEngine
import MeditationSystem
import MeditationTestSupport

/// Opens outputs that forget what they take, and tell when they begin and when they are closed.
struct Meter: OutputOpener {
  /// The beginning and the end of an output.
  enum News { case began, closed }

  let isFixedFormat: Bool
  /// Told of each output's first frames and of its end, on the playing thread.
  let news: AsyncStream<News>
  /// How many frames were taken in all.
  let frameCount = Locked(0)
  /// While it is closed, outputs take their first frames and no more.
  let gate = Gate()
  fileprivate let teller: AsyncStream<News>.Continuation

  init(isFixedFormat: Bool) {
    self.isFixedFormat = isFixedFormat
    (news, teller) = AsyncStream.makeStream()
  }

  func open(_ format: OutputFormat, buffer: Duration) -> any Output { MeteredOutput(format, self) }
}

final class MeteredOutput: Output {
  let format: OutputFormat
  private let meter: Meter
  private var hasBegun = false

  init(_ format: OutputFormat, _ meter: Meter) {
    self.format = format
    self.meter = meter
  }

  deinit { meter.teller.yield(.closed) }

  func write(_ frames: UnsafeRawBufferPointer) {
    if hasBegun {
      meter.gate.pass()
    } else {
      hasBegun = true
      meter.teller.yield(.began)
    }
    meter.frameCount.withLock { $0 += frames.count / format.frameByteCount }
  }
}
