/// An instant with the local time at which it happened.
///
/// The offset is kept with the instant, so that a date never changes when the time zone does.
package struct Moment: Hashable, Sendable {
  /// Since 1970-01-01 00:00 UTC.
  package var milliseconds: Int64
  /// The offset of local time, in seconds east of UTC.
  package var offset: Int

  package init(milliseconds: Int64, offset: Int) {
    self.milliseconds = milliseconds
    self.offset = offset
  }

  package var date: CivilDate { CivilDate(dayNumber: localSeconds.floored(by: 86_400)) }

  /// The local time of day, in whole seconds since midnight.
  package var secondOfDay: Int { localSeconds - localSeconds.floored(by: 86_400) * 86_400 }

  /// The date on which this counts, where a day begins at `dayStart` after local midnight.
  package func day(startingAt dayStart: Duration) -> CivilDate {
    let start = Int(dayStart.components.seconds)
    return CivilDate(dayNumber: (localSeconds - start).floored(by: 86_400))
  }

  /// How long that day lasts from here, in whole seconds, if no clock is set meanwhile.
  package func leftOfDay(startingAt dayStart: Duration) -> Duration {
    let second = localSeconds - Int(dayStart.components.seconds)
    return .seconds(86_400 - (second - second.floored(by: 86_400) * 86_400))
  }

  private var localSeconds: Int { Int(milliseconds).floored(by: 1_000) + offset }
}

extension Moment: Comparable {
  package static func < (one: Moment, other: Moment) -> Bool {
    one.milliseconds < other.milliseconds
  }
}
