import NIOConcurrencyHelpers
import Playback

/// Opens outputs that forget what they take, and tell when they begin and when they are closed.
struct Meter: OutputOpener {
  /// What becomes of an output.
  enum News { case began, closed }

  let isFixedFormat: Bool
  /// Told of each output's first frames and of its end, on the playing thread.
  let news: AsyncStream<News>
  /// How many frames were taken in all.
  let frameCount = NIOLockedValueBox(0)
  /// 0: outputs take their first frames, and then no more until it is 1.
  let gate = ConditionLock(value: 1)
  fileprivate let teller: AsyncStream<News>.Continuation

  init(isFixedFormat: Bool) {
    self.isFixedFormat = isFixedFormat
    (news, teller) = AsyncStream.makeStream()
  }

  func open(_ format: OutputFormat, buffer: Duration) -> any Output { MeteredOutput(format, self) }

  /// Lets outputs take frames, or holds them after the first.
  func hold(_ isHeld: Bool) {
    gate.lock()
    gate.unlock(withValue: isHeld ? 0 : 1)
  }
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
      meter.gate.lock(whenValue: 1)
      meter.gate.unlock()
    } else {
      hasBegun = true
      meter.teller.yield(.began)
    }
    meter.frameCount.withLockedValue { $0 += frames.count / format.frameByteCount }
  }
}
