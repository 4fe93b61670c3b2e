import MeditationPractice
import MeditationText

extension PracticeTotals {
  /// The totals in one sentence: "This week 3 sits, 1 h; this month …"; `nil` if nothing counts.
  package func text(wording: Wording) -> String? {
    guard all.count > 0 else { return nil }
    return "This week \(week.text(wording)); this month \(month.text(wording)); "
      + "in all \(all.text(wording))."
  }

  /// The streak: "5 days in a row."; `nil` for fewer than two days.
  package var streakText: String? {
    guard let clause = streakClause else { return nil }
    guard days[today] == nil else { return "\(clause)." }
    // Yesterday can be a day of rest.
    let end = days[today.adding(-1)] == nil ? "" : " up to yesterday"
    return "\(clause)\(end); today is still open."
  }

  /// "2 days in a row. The longest streak was 12 days."; `nil` if there was none of two days.
  package var streaksText: String? {
    let longest = longestStreak ?? 0
    let record =
      longest > max(1, streak ?? 0) ? "The longest streak was \(longest) days." : nil
    let sentences = [streakText, record].compactMap(\.self)
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  /// The line after a sit: "Today 40 min, 5 days in a row."; `nil` if nothing of today counts.
  package func todayText(wording: Wording) -> String? {
    guard let sat = days[today] else { return nil }
    let streak = streakClause.map { ", \($0)" } ?? ""
    // The way to the day's goal has the time already.
    if case .minutesADay? = goal, let way = goalClause { return "\(way)\(streak)." }
    return "Today \(sat.total(wording))\(streak)." + (goalText.map { " \($0)" } ?? "")
  }

  /// "12 of 20 minutes today.", "The goal of 5 sits this week is reached."; `nil` if none is begun.
  package var goalText: String? {
    guard let goal, let done = doneOfGoal, done >= goal.count else {
      return goalClause.map { "\($0)." }
    }
    return "The goal of \(goal.text) is reached."
  }

  /// The way to a goal that is begun, and not reached yet.
  private var goalClause: String? {
    guard let goal, let done = doneOfGoal, done > 0, done < goal.count else { return nil }
    return "\(done) of \(goal.text)"
  }

  private var streakClause: String? {
    guard let streak, streak > 1 else { return nil }
    return "\(streak) days in a row"
  }
}

extension PracticeGoal {
  package var count: Int {
    switch self {
    case .minutesADay(let count), .minutesAWeek(let count), .sitsAWeek(let count): count
    }
  }

  /// The goal: "20 minutes today", "5 sits this week".
  fileprivate var text: String {
    switch self {
    case .minutesADay(let count): "\(counted(count, "minute")) today"
    case .minutesAWeek(let count): "\(counted(count, "minute")) this week"
    case .sitsAWeek(let count): "\(counted(count, "sit")) this week"
    }
  }
}

extension PracticeTotals.Tally {
  /// The number of sits and their time: "3 sits, 1 h 30 min".
  func text(_ wording: Wording) -> String {
    guard count > 0 else { return wording.isAloud ? "no sits" : "0 sits" }
    return "\(counted(count, "sit")), \(sat.total(wording))"
  }
}
