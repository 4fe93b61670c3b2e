import Glibc
import MeditationSystem

/// The time of day and the local time zone.
package struct WallClock: Sendable {
  package var now: @Sendable () -> Moment
  /// The offset for the local time `seconds`, counted from 1970-01-01 00:00 local time.
  package var offset: @Sendable (_ localSeconds: Int) -> Int

  package init(
    now: @escaping @Sendable () -> Moment, offset: @escaping @Sendable (_ localSeconds: Int) -> Int
  ) {
    self.now = now
    self.offset = offset
  }

  /// The system's clock, in the time zone of `TZ` or of the system.
  package static let system = WallClock(now: systemNow, offset: systemOffset)

  @Sendable private static func systemNow() -> Moment {
    let now = SystemTime.now.components
    var (seconds, local) = (time_t(now.seconds), tm())
    // Reads `TZ` and its file again: the time zone may change during a sit.
    tzset()
    localtime_r(&seconds, &local)
    return Moment(
      milliseconds: now.seconds * 1_000 + now.attoseconds / 1_000_000_000_000_000,
      offset: local.tm_gmtoff)
  }

  @Sendable private static func systemOffset(_ localSeconds: Int) -> Int {
    var (seconds, local) = (localSeconds, tm())
    gmtime_r(&seconds, &local)
    // Lets the zone's rules decide about summer time.
    local.tm_isdst = -1
    let instant = mktime(&local)
    return localSeconds - instant
  }

  /// The moment at which local clocks show `secondOfDay`, since midnight, on `date`. In the hour
  /// that summer time skips, it is later by as much.
  package func moment(secondOfDay: Int, on date: CivilDate) -> Moment {
    let local = date.dayNumber * 86_400 + secondOfDay
    let zone = offset(local)
    return Moment(milliseconds: Int64(local - zone) * 1_000, offset: zone)
  }

  /// The second of the day that local clocks show at ``moment(secondOfDay:on:)`` if they skip
  /// `secondOfDay` on `date`; otherwise `nil`.
  package func secondShown(insteadOf secondOfDay: Int, on date: CivilDate) -> Int? {
    let local = date.dayNumber * 86_400 + secondOfDay
    let (before, after) = (offset(local), offset(local + 3 * 3_600))
    let shown = local + after - before
    // Clocks that are set forward show the same moment as another time.
    guard after > before, offset(shown) == after else { return nil }
    return shown - shown.floored(by: 86_400) * 86_400
  }

  package func moment(utc seconds: Int) -> Moment {
    // The zone is asked by local time, which depends on the answer near a change of summer time.
    let guess = offset(seconds + offset(seconds))
    return Moment(milliseconds: Int64(seconds) * 1_000, offset: offset(seconds + guess))
  }
}
