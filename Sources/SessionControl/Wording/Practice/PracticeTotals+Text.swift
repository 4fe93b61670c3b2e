public import Practice
import Text

extension PracticeTotals {
  /// The totals in one sentence: "This week 3 sits, 1 h; this month …"; `nil` if nothing counts.
  ///
  /// - Parameter inWords: Whether times are in words, for a screen reader.
  public func text(inWords: Bool) -> String? {
    guard all.count > 0 else { return nil }
    return "This week \(week.text(inWords)); this month \(month.text(inWords)); "
      + "in all \(all.text(inWords))."
  }

  /// The streak of days: "5 days in a row."; `nil` for fewer than two.
  public var streakText: String? {
    guard streak > 1 else { return nil }
    return days[today] == nil
      ? "\(streak) days in a row up to yesterday; today is still open."
      : "\(streak) days in a row."
  }

  /// The line after a sit: "Today 40 min, 5 days in a row."; `nil` if nothing of today counts.
  ///
  /// - Parameter inWords: Whether times are in words, for a screen reader.
  public func todayText(inWords: Bool) -> String? {
    guard let sat = days[today] else { return nil }
    let time = inWords ? sat.words : sat.unitText
    return "Today \(time)" + (streak > 1 ? ", \(streak) days in a row." : ".")
  }
}

extension JournalPage.Range {
  /// The totals in one sentence: "From 1 Nov to 7 Nov: 3 sits, 1 h 30 min."
  func text(in year: Int, inWords: Bool) -> String {
    let dates =
      switch (first?.text(in: year), last?.text(in: year)) {
      case (let first?, let last?): first == last ? "On \(first)" : "From \(first) to \(last)"
      case (let first?, nil): "Since \(first)"
      case (nil, let last?): "Until \(last)"
      case (nil, nil): "In all"
      }
    return "\(dates): \(tally.text(inWords))."
  }
}

extension PracticeTotals.Tally {
  /// The number of sits and their time: "3 sits, 1 h 30 min", "3 sits, 1 hour 30 minutes".
  func text(_ inWords: Bool) -> String {
    guard count > 0 else { return inWords ? "no sits" : "0 sits" }
    return "\(counted(count, "sit")), \(inWords ? sat.words : sat.unitText)"
  }
}
