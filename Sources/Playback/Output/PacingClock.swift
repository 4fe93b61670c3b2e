import Dispatch
import Glibc

/// Monotonic time with an arbitrary origin, and a way to sleep until a time.
struct PacingClock: Sendable {
  var now: @Sendable () -> Duration
  /// Blocks until that time; returns at once if it is past.
  var sleep: @Sendable (_ until: Duration) -> Void

  /// The system's clock, which setting the time of day does not affect.
  static let monotonic = PacingClock(
    now: { uptime },
    sleep: { deadline in
      // A signal ends a sleep early: sleep again until the absolute deadline.
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
