import Glibc

package enum SystemTime {
  /// The time since 1970-01-01 00:00 UTC, which can be set at any time.
  package static var now: Duration { read(CLOCK_REALTIME) }

  /// How long the machine has been suspended since it was started; too little if this thread is
  /// interrupted between the two readings.
  ///
  /// Source: clock_gettime(2): `CLOCK_BOOTTIME` is "identical to CLOCK_MONOTONIC, except that it
  /// also includes any time that the system is suspended".
  package static var asleep: Duration { read(CLOCK_BOOTTIME) - read(CLOCK_MONOTONIC) }

  private static func read(_ clock: clockid_t) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
