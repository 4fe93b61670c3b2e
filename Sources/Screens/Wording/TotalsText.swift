public import Practice
import Text

extension PracticeTotals {
  /// The totals in one sentence: "This week 3 sits, 1 h; this month …"; `nil` if nothing counts.
  ///
  /// - Parameter wording: How times are worded.
  public func text(wording: Wording) -> String? {
    guard all.count > 0 else { return nil }
    return "This week \(week.text(wording)); this month \(month.text(wording)); "
      + "in all \(all.text(wording))."
  }

  /// The streak: "5 days in a row."; `nil` for fewer than two days.
  public var streakText: String? {
    guard streak > 1 else { return nil }
    return days[today] == nil
      ? "\(streak) days in a row up to yesterday; today is still open."
      : "\(streak) days in a row."
  }

  /// The line after a sit: "Today 40 min, 5 days in a row."; `nil` if nothing of today counts.
  ///
  /// - Parameter wording: How times are worded.
  public func todayText(wording: Wording) -> String? {
    guard let sat = days[today] else { return nil }
    let time = sat.total(wording)
    return "Today \(time)" + (streak > 1 ? ", \(streak) days in a row." : ".")
  }
}

extension PracticeTotals.Tally {
  /// The number of sits and their time: "3 sits, 1 h 30 min".
  func text(_ wording: Wording) -> String {
    guard count > 0 else { return wording.isAloud ? "no sits" : "0 sits" }
    return "\(counted(count, "sit")), \(sat.total(wording))"
  }
}
