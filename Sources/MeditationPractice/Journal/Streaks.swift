/// How streaks are counted: `streak`.
package enum StreakRule: String, CaseIterable, Hashable, Sendable {
  /// Each day without a sit ends a streak.
  case on
  /// Streaks are neither counted nor shown.
  case off
  /// One day without a sit in each week, from Monday to Sunday, ends no streak.
  case forgiving
}

/// The streaks of days with a sit. Days of rest, which a rule forgives, are not counted.
struct Streaks {
  /// The streak that lasts until today or, if nobody sat yet, yesterday.
  private(set) var current = 0
  private(set) var longest = 0

  private var rest: CivilDate?
  /// The days with a sit since then.
  private var sinceRest = 0
  private let isForgiving: Bool

  /// Counts the streaks of `days` up to `today`. Later ones, of a clock that was set back, are left
  /// out.
  init(of days: some Sequence<CivilDate>, today: CivilDate, rule: StreakRule) {
    isForgiving = rule == .forgiving
    var last: CivilDate?
    for day in days.filter({ $0 <= today }).sorted() {
      if let last { miss(from: last.adding(1), before: day) }
      current += 1
      sinceRest += 1
      longest = max(longest, current)
      last = day
    }
    // Today is not over.
    if let last, last < today { miss(from: last.adding(1), before: today) }
  }

  /// Passes the days without a sit from `first` until the day before `end`.
  private mutating func miss(from first: CivilDate, before end: CivilDate) {
    guard first < end else { return }
    // No rule forgives more than a Sunday and the Monday after it.
    guard isForgiving, end.dayNumber - first.dayNumber <= 2 else {
      (current, sinceRest, rest) = (0, 0, nil)
      return
    }
    for number in first.dayNumber..<end.dayNumber {
      let day = CivilDate(dayNumber: number)
      // The second rest of a week ends the streak; the days after the first one are a new one.
      if rest?.monday == day.monday { current = sinceRest }
      (rest, sinceRest) = (day, 0)
    }
  }
}
