import Practice
import Text

/// Twelve weeks as a picture of block characters: a column for each week, a row for each day of the
/// week.
struct DayPicture {
  private let levels: DayLevels
  private let today: CivilDate

  init(_ totals: PracticeTotals) {
    levels = DayLevels(totals)
    today = totals.today
  }

  /// The picture, 29 cells wide; empty if no sit is in these weeks.
  var rows: [NoteRow] {
    guard levels.longest > .zero else { return [] }
    let days = CivilDate.weekdays.enumerated().map { place, name in
      let cells = levels.mondays.map { " " + String(levels.symbol(of: $0.adding(place))) }
      return NoteRow(Self.withoutBlanksAtEnd(name.prefix(3) + " " + cells.joined()))
    }
    let legend = "     \(DayLevels.none) none  \(DayLevels.scale) up to \(levels.longest.timeText)"
    return [NoteRow(months, as: .muted)] + days + [NoteRow(legend, as: .muted)]
  }

  /// The same in sentences.
  var words: [String] {
    guard levels.longest > .zero else { return [] }
    let weeks = levels.mondays.map { monday in
      (0..<7).map { monday.adding($0) }.filter { $0 <= today && levels.sat(on: $0) > .zero }
    }
    let sat = weeks.joined()
    let total = sat.reduce(Duration.zero) { $0 + levels.sat(on: $1) }
    let longest = sat.last { levels.sat(on: $0) == levels.longest }?.text(in: today.year) ?? ""
    return [
      "In the last \(weeks.count) weeks: \(counted(sat.count, "day")) with a sit, "
        + "\(total.words); the longest day was \(longest), \(levels.longest.words).",
      "Days with a sit in each of these weeks, the oldest first: "
        + weeks.map { "\($0.count)" }.joined(separator: ", ") + ".",
    ]
  }

  /// The name of each month above the week of its first day.
  private var months: String {
    let names = levels.mondays.map { min($0.adding(6), today).monthName }
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

  private static func withoutBlanksAtEnd(_ line: String) -> String {
    String(line.reversed().drop { $0 == " " }.reversed())
  }
}
