import Glibc

/// The system's clock, which can be set at any time.
package enum SystemTime {
  /// The time since 1970-01-01 00:00 UTC.
  package static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
