import MeditationLanguage
import MeditationPlan
import MeditationPractice
import MeditationScreens
import MeditationText

/// Sits that were sat without the program, and are added to the journal by hand.
package enum AddedSit {
  /// A completed sit of this time and length.
  package static func sit(
    on day: PastDay, at begin: TimeOfDay, for length: Duration, note: String, clock: WallClock
  ) throws(CommandRefusal) -> Sit {
    let now = clock.now()
    let date = try Self.date(of: day, asOf: now)
    var sit = Sit(began: try moment(begin, on: date, clock))
    (sit.sat, sit.end, sit.note, sit.marks) = (length, .completed, note, [.added])
    try check(sit, asOf: now)
    return sit
  }

  /// `sit` with some of its times changed. Only an added sit can be changed.
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
      changed.began = try moment(
        times.begin ?? sit.began.timeOfDay, on: date ?? sit.began.date, clock)
    }
    changed.sat = times.length ?? sit.sat
    try check(changed, asOf: now)
    return changed
  }

  package static func refusal(overlapping other: Sit, asOf now: Moment) -> CommandRefusal {
    .badSit("It overlaps the sit of \(MomentText.phrase(of: other.began, asOf: now)).")
  }

  private static func date(of day: PastDay, asOf now: Moment) throws(CommandRefusal) -> CivilDate {
    guard let date = day.date(asOf: now.date) else { throw .badSit("There is no such day.") }
    return date
  }

  /// The moment when clocks showed `begin` on `date`.
  private static func moment(
    _ begin: TimeOfDay, on date: CivilDate, _ clock: WallClock
  ) throws(CommandRefusal) -> Moment {
    // No sit began at a time that no clock showed.
    let shown = clock.secondShown(insteadOf: begin.second, on: date)
    if let shown = shown.flatMap({ TimeOfDay(second: $0) }) {
      throw .badSit(
        "The clocks skip \(begin.spelled) that night: they show \(shown.spelled) instead.")
    }
    return clock.moment(secondOfDay: begin.second, on: date)
  }

  private static func check(_ sit: Sit, asOf now: Moment) throws(CommandRefusal) {
    guard sit.began.milliseconds >= 0 else { throw .badSit("The day is before 1970.") }
    guard sit.over <= now else {
      throw .badSit("It would end in the future. A sit can be added when it is over.")
    }
    guard sit.isLong else {
      throw .badSit("A sit under a minute does not count. Write its length, such as 20m.")
    }
  }
}
