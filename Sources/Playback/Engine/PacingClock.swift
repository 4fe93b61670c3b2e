import Dispatch
import Foundation

/// A clock that counts from no matter when and never goes back, and a way to wait on it.
struct PacingClock: Sendable {
  /// The time.
  var now: @Sendable () -> Duration
  /// Blocks until that time; at once if it is past.
  var sleep: @Sendable (_ until: Duration) -> Void

  /// The system's, which does not jump when the time of day is set.
  static let monotonic = PacingClock(
    now: { uptime },
    sleep: { deadline in
      // A signal ends a sleep early; the deadline is absolute, so the rest is slept again.
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
