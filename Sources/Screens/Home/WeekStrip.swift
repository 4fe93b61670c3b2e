import Practice

/// This week as a strip of seven day cells, with its total.
struct WeekStrip {
  private let totals: PracticeTotals

  init(_ totals: PracticeTotals) { self.totals = totals }

  /// The strip in one line: "This week  Mo▄ Tu· We█ …  3 sits, 1 h"; `nil` if nothing counts.
  ///
  /// - Parameter wording: How the strip is worded. Read aloud, the days are named.
  func text(wording: Wording) -> String? {
    guard totals.all.count > 0 else { return nil }
    let days = (0..<7).map { totals.today.monday.adding($0) }
    guard wording.isAloud else {
      let week = DayGrid(of: totals.days, today: totals.today).weeks.last
      let cells = zip(days, week?.levels ?? []).map { day, level in
        day.weekdayName.prefix(2) + String(DaySymbol.of(level))
      }
      return "This week  \(cells.joined(separator: " "))  \(totals.week.text(wording))"
    }
    let names = days.filter { totals.days[$0] != nil }
      .map { $0 == totals.today ? "today" : $0.weekdayName }
    guard let last = names.last else { return "This week: no sits yet." }
    let others = names.dropLast().joined(separator: ", ")
    let all = others.isEmpty ? last : "\(others) and \(last)"
    return "This week: sat \(names == ["today"] ? all : "on \(all)"); \(totals.week.text(wording))."
  }
}
