/// The totals of this week, this month and all time, the streak of days, and the goal's progress.
///
/// Computed from sits that count. A week begins on Monday. A sit across midnight or the end of a
/// week counts on both sides, each with the time sat there.
package struct PracticeTotals: Hashable, Sendable {
  /// A number of sits, and their time.
  package struct Tally: Hashable, Sendable {
    package var count = 0
    package var sat = Duration.zero

    package init() {}

    package init(of sits: some Sequence<SatTime>) { for sit in sits { add(sit.sat) } }

    mutating func add(_ sat: Duration) {
      count += 1
      self.sat += sat
    }
  }

  package private(set) var week = Tally()
  package private(set) var month = Tally()
  package private(set) var all = Tally()
  /// The days sat in the streak up to today or, before today's sit, yesterday; `nil` if disabled.
  package let streak: Int?
  /// The days with a sit in the longest streak so far; `nil` if streaks are not counted.
  package let longestStreak: Int?
  package let goal: PracticeGoal?
  /// The time sat on each day with a sit.
  package let days: [CivilDate: Duration]
  package let today: CivilDate

  /// Computes the totals of `sits`. A day begins at `dayStart` after local midnight.
  package init(
    of sits: [SatTime], now: Moment, dayStart: Duration, rule: StreakRule = .on,
    goal: PracticeGoal? = nil
  ) {
    today = now.day(startingAt: dayStart)
    self.goal = goal
    let (today, monday) = (today, today.monday)
    let thisWeek = monday..<monday.adding(7)
    var days: [CivilDate: Duration] = [:]
    for sit in sits {
      all.add(sit.sat)
      var (ofWeek, ofMonth): (Duration?, Duration?)
      for (day, sat) in sit.days(startingAt: dayStart) {
        days[day, default: .zero] += sat
        if thisWeek.contains(day) { ofWeek = (ofWeek ?? .zero) + sat }
        if (day.year, day.month) == (today.year, today.month) { ofMonth = (ofMonth ?? .zero) + sat }
      }
      if let ofWeek { week.add(ofWeek) }
      if let ofMonth { month.add(ofMonth) }
    }
    self.days = days
    let streaks = rule == .off ? nil : Streaks(of: days.keys, today: today, rule: rule)
    (streak, longestStreak) = (streaks?.current, streaks?.longest)
  }

  /// The minutes of today or this week, or this week's sits, by the goal; `nil` without one.
  package var doneOfGoal: Int? {
    switch goal {
    case nil: nil
    case .minutesADay: Int((days[today] ?? .zero).components.seconds / 60)
    case .minutesAWeek: Int(week.sat.components.seconds / 60)
    case .sitsAWeek: week.count
    }
  }
}

/// A goal for the practice, as the setting `goal` has it.
package enum PracticeGoal: Hashable, Sendable {
  /// Whole minutes, at least one, each day.
  case minutesADay(Int)
  /// The same, from Monday to Sunday.
  case minutesAWeek(Int)
  /// At least one, from Monday to Sunday.
  case sitsAWeek(Int)
}
