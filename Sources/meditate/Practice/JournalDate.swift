import Practice
import Text

/// A date of `--since` and `--until`: `2026-11-03`, `today`, `yesterday` or `7d`.
enum JournalDate: Equatable, Sendable {
  case date(CivilDate)
  case daysAgo(Int)

  /// Examples for the Tab key.
  static let words = ["today", "yesterday", "7d"]

  init(typed text: String) throws(SettingProblem) {
    let word = text.lowercased()
    if word == "today" {
      self = .daysAgo(0)
    } else if word == "yesterday" {
      self = .daysAgo(1)
    } else if word.hasSuffix("d"), let days = Digits.value(word.utf8.dropLast()), days < 1 << 20 {
      self = .daysAgo(days)
    } else {
      let fields = word.split(separator: "-", omittingEmptySubsequences: false)
      let numbers = fields.compactMap { Digits.value($0.utf8) }
      guard fields.map(\.utf8.count) == [4, 2, 2], numbers.count == 3,
        let date = CivilDate(year: numbers[0], month: numbers[1], day: numbers[2])
      else {
        throw SettingProblem(
          message: "write 2026-11-03, today, yesterday or, for a week ago, 7d.")
      }
      self = .date(date)
    }
  }

  /// The date, seen from `today`.
  func date(asOf today: CivilDate) -> CivilDate {
    switch self {
    case .date(let date): date
    case .daysAgo(let days): today.adding(-days)
    }
  }
}
