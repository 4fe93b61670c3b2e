/// How streaks are counted: the setting `streak`.
package enum StreakRule: String, CaseIterable, Hashable, Sendable {
  /// Each day without a sit ends a streak.
  case on
  /// Streaks are neither counted nor shown.
  case off
  /// One day without a sit in each week, from Monday to Sunday, ends no streak.
  case forgiving
}

/// The streaks of days with a sit. Forgiven days are not counted.
struct Streaks {
  /// The streak up to today or, if nothing was sat yet, yesterday.
  private(set) var current = 0
  private(set) var longest = 0

  private var rest: CivilDate?
  /// The days with a sit since the last forgiven day.
  private var sinceRest = 0
  private let isForgiving: Bool

  /// Counts the streaks of `days` up to `today`. Ignores later days, of a clock that was set back.
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
    // Today is not over yet.
    if let last, last < today { miss(from: last.adding(1), before: today) }
  }

  /// Handles the days without a sit, from `first` to the day before `end`.
  private mutating func miss(from first: CivilDate, before end: CivilDate) {
    guard first < end else { return }
    // At most a Sunday and the Monday after it are forgiven.
    guard isForgiving, end.dayNumber - first.dayNumber <= 2 else {
      (current, sinceRest, rest) = (0, 0, nil)
      return
    }
    for number in first.dayNumber..<end.dayNumber {
      let day = CivilDate(dayNumber: number)
      // The second missed day of a week ends the streak; a new one began after the first.
      if rest?.monday == day.monday { current = sinceRest }
      (rest, sinceRest) = (day, 0)
    }
  }
}
