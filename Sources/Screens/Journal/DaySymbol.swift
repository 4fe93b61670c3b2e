import Practice

/// The block characters of a picture of days.
enum DaySymbol {
  /// By level; a day without a sit comes first.
  private static let all: [Character] = ["·", "▂", "▄", "▆", "█"]

  /// What the symbols mean, in minutes.
  static let legend = "· 0  ▂ 1+  ▄ 10+  ▆ 20+  █ 40+ min"

  /// The symbol of a level of ``DayGrid``; a blank for a day to come.
  static func of(_ level: Int?) -> Character { level.map { all[$0] } ?? " " }
}
