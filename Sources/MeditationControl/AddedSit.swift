import MeditationLanguage
import MeditationPlan
import MeditationPractice
import MeditationScreens

/// Sits that were sat elsewhere, as somebody adds them to the journal by hand.
package enum AddedSit {
  /// The sit of this time and length, which was sat to its end.
  package static func sit(
    on day: PastDay, at begin: TimeOfDay, for length: Duration, note: String, clock: WallClock
  ) throws(CommandRefusal) -> Sit {
    let now = clock.now()
    let date = try Self.date(of: day, asOf: now)
    var sit = Sit(began: clock.moment(secondOfDay: begin.second, on: date))
    (sit.sat, sit.end, sit.note, sit.marks) = (length, .completed, note, [.added])
    try check(sit, asOf: now)
    return sit
  }

  /// `sit` with some of its times changed. Only those of a sit that was added can be.
  package static func changed(
    _ sit: Sit, _ times: SitTimes, clock: WallClock
  ) throws(CommandRefusal) -> Sit {
    guard sit.marks.contains(.added) else { throw .notAdded }
    let now = clock.now()
    var changed = sit
    if times.day != nil || times.begin != nil {
      let date = try times.day.map { day throws(CommandRefusal) in
        try Self.date(of: day, asOf: now)
      }
      changed.began = clock.moment(
        secondOfDay: times.begin?.second ?? sit.began.secondOfDay, on: date ?? sit.began.date)
    }
    changed.sat = times.length ?? sit.sat
    try check(changed, asOf: now)
    return changed
  }

  /// The refusal of a sit that overlaps `other`.
  package static func refusal(overlapping other: Sit, asOf now: Moment) -> CommandRefusal {
    .badSit("It overlaps the sit of \(MomentText.phrase(of: other.began, asOf: now)).")
  }

  private static func date(of day: PastDay, asOf now: Moment) throws(CommandRefusal) -> CivilDate {
    guard let date = day.date(asOf: now.date) else { throw .badSit("There is no such day.") }
    return date
  }

  private static func check(_ sit: Sit, asOf now: Moment) throws(CommandRefusal) {
    guard sit.began.milliseconds >= 0 else { throw .badSit("The day is before 1970.") }
    guard sit.over <= now else {
      throw .badSit("It would end in the future. A sit can be added when it is over.")
    }
    guard sit.isLong else {
      throw .badSit("A sit of under a minute counts for nothing. Write its length, such as 20m.")
    }
  }
}
