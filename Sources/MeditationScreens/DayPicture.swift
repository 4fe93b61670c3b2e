import MeditationPractice
import MeditationText

/// Twelve weeks of practice in block characters: a column for each week, a row for each weekday.
struct DayPicture {
  private let grid: DayGrid
  private let totals: PracticeTotals

  init(_ totals: PracticeTotals) {
    grid = DayGrid(of: totals.days, today: totals.today)
    self.totals = totals
  }

  /// The picture, 29 cells wide; empty if no sit is in these weeks.
  var rows: [Row] {
    guard !daysWithSit.joined().isEmpty else { return [] }
    let days = CivilDate.weekdays.enumerated().map { place, name in
      // A day to come has no cell: it would be a blank at the end of its row.
      let cells = grid.weeks.compactMap { $0.levels[place] }.map { " " + String(DaySymbol.of($0)) }
      return Row(name.prefix(3) + " " + cells.joined())
    }
    return [Row(months, as: .muted)] + days + [Row("     " + DaySymbol.legend, as: .muted)]
  }

  /// The same in sentences, to be read aloud.
  func words(_ wording: Wording) -> [String] {
    let weeks = daysWithSit
    let days = Array(weeks.joined())
    guard let longest = days.max(by: { sat(on: $0) < sat(on: $1) }) else { return [] }
    let total = days.reduce(Duration.zero) { $0 + sat(on: $1) }
    return [
      "In the last \(weeks.count) weeks: \(counted(days.count, "day")) with a sit, "
        + "\(total.total(wording)); the longest day was \(longest.text(in: totals.today.year)), "
        + "\(sat(on: longest).total(wording)).",
      "Days with a sit in each of these weeks, the oldest first: "
        + weeks.map { "\($0.count)" }.joined(separator: ", ") + ".",
    ]
  }

  private var daysWithSit: [[CivilDate]] {
    grid.weeks.map { week in
      week.levels.indices.filter { week.levels[$0] ?? 0 > 0 }.map { week.monday.adding($0) }
    }
  }

  private func sat(on day: CivilDate) -> Duration { totals.days[day] ?? .zero }

  /// The name of each month above the week of its first day.
  private var months: String {
    let names = grid.weeks.map { min($0.monday.adding(6), totals.today).monthName }
    var line = "     "
    for (week, name) in names.enumerated() {
      let begins = week == 0 || names[week - 1] != name
      // Two columns have no room for two names.
      let isCrowded = week == 0 && names[1] != name
      guard begins, !isCrowded else { continue }
      line += String(repeating: " ", count: max(0, 5 + 2 * week - line.count)) + name
    }
    return line
  }
}

extension PracticeTotals {
  /// "This week  Mo▄ Tu· We█ …  3 sits, 1 h"; read aloud, the names of days; `nil` if nothing counts.
  func weekStrip(_ wording: Wording) -> String? {
    guard all.count > 0 else { return nil }
    let dates = (0..<7).map { today.monday.adding($0) }
    guard wording.isAloud else {
      let levels = DayGrid(of: days, today: today).weeks.last?.levels ?? []
      let cells = zip(dates, levels).map { date, level in
        date.weekdayName.prefix(2) + String(DaySymbol.of(level))
      }
      return "This week  \(cells.joined(separator: " "))  \(week.text(wording))"
    }
    let names = dates.filter { days[$0] != nil }.map { $0 == today ? "today" : $0.weekdayName }
    guard let last = names.last else { return "This week: no sits yet." }
    let others = names.dropLast().joined(separator: ", ")
    let sat = others.isEmpty ? last : "\(others) and \(last)"
    return "This week: sat \(names == ["today"] ? sat : "on \(sat)"); \(week.text(wording))."
  }
}

private enum DaySymbol {
  /// By level of ``DayGrid``, from 0.
  private static let all: [Character] = ["·", "▂", "▄", "▆", "█"]

  static let legend = "· 0  ▂ 1+  ▄ 10+  ▆ 20+  █ 40+ min"

  /// The symbol of a level; `nil`, a day to come, is a blank.
  static func of(_ level: Int?) -> Character { level.map { all[$0] } ?? " " }
}
