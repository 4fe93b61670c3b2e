/// An instant with its local time. The stored offset keeps its date when the time zone changes.
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

  /// The date for which this counts, where days begin at `dayStart` after local midnight.
  package func day(startingAt dayStart: Duration) -> CivilDate {
    let start = Int(dayStart.components.seconds)
    return CivilDate(dayNumber: (localSeconds - start).floored(by: 86_400))
  }

  /// How much of that day is left, in whole seconds, if no clock is set meanwhile.
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
