import Practice

/// How much was sat on each day of some weeks, in steps of the longest of these days.
struct DayLevels {
  /// The number of weeks.
  static let weekCount = 12
  /// The symbols of the levels, from a day without a sit to the longest.
  private static let symbols: [Character] = ["·", "▂", "▄", "▆", "█"]

  /// The Monday of each week, the oldest first.
  let mondays: [CivilDate]
  /// The time sat on the longest day.
  let longest: Duration
  private let totals: PracticeTotals

  /// Creates the levels of the twelve weeks up to the one of `totals`.
  init(_ totals: PracticeTotals) {
    self.totals = totals
    let last = totals.today.monday
    mondays = (0..<Self.weekCount).map { last.adding(7 * ($0 - Self.weekCount + 1)) }
    longest =
      mondays.lazy.flatMap { monday in (0..<7).map { monday.adding($0) } }
      .filter { $0 <= totals.today }.compactMap { totals.days[$0] }.max() ?? .zero
  }

  /// The time sat on `day`.
  func sat(on day: CivilDate) -> Duration { totals.days[day] ?? .zero }

  /// The symbol of `day`; a blank if it is to come.
  func symbol(of day: CivilDate) -> Character {
    guard day <= totals.today else { return " " }
    let sat = sat(on: day)
    guard sat > .zero, longest > .zero else { return Self.symbols[0] }
    let steps = Self.symbols.count - 1
    return Self.symbols[min(steps, Int((Double(steps) * (sat / longest)).rounded(.up)))]
  }

  /// The symbols of all levels above none.
  static var scale: String { String(symbols.dropFirst()) }
  /// The symbol of a day without a sit.
  static var none: Character { symbols[0] }
}
