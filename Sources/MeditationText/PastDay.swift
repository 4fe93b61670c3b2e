/// A day up to today as it is typed: `2026-11-20`, `20 Nov`, `20 Nov 2025`, `today`, `yesterday`, or
/// `7d` for a week ago.
package enum PastDay: Hashable, Sendable {
  case daysAgo(Int)
  /// The month is 1 to 12, the day 1 to 31; it may not exist. Without a year, it is the latest one.
  case date(year: Int?, month: Int, day: Int)

  /// How to write one, for messages.
  package static let forms = "2026-11-03, 3 Nov, today, yesterday or, for a week ago, 7d"
  /// Examples for the Tab key.
  package static let words = ["today", "yesterday", "7d"]

  /// The day in `text`; `nil` if it is not one.
  package init?(_ text: some StringProtocol) {
    var words = Words.split(Substring(text))[...]
    guard let day = Self.take(from: &words), words.isEmpty else { return nil }
    self = day
  }

  /// Takes the first of `words`, and those that belong to its date; takes nothing if they are no day.
  package static func take(from words: inout ArraySlice<Substring>) -> PastDay? {
    guard let word = words.first?.lowercased() else { return nil }
    if let day = single(word) {
      words.removeFirst()
      return day
    }
    guard let day = number(word, upTo: 31), let name = words.dropFirst().first,
      let month = month(name)
    else { return nil }
    words = words.dropFirst(2)
    guard let year = words.first, year.utf8.count == 4, let number = Digits.value(year.utf8) else {
      return .date(year: nil, month: month, day: day)
    }
    words.removeFirst()
    return .date(year: number, month: month, day: day)
  }

  /// The day in one word, in lower case.
  private static func single(_ word: String) -> PastDay? {
    if word == "today" { return .daysAgo(0) }
    if word == "yesterday" { return .daysAgo(1) }
    if word.hasSuffix("d") {
      return Digits.value(word.utf8.dropLast()).flatMap { $0 < 1 << 20 ? .daysAgo($0) : nil }
    }
    let fields = word.split(separator: "-", omittingEmptySubsequences: false)
    guard fields.map(\.utf8.count) == [4, 2, 2], let year = Digits.value(fields[0].utf8),
      let month = number(fields[1], upTo: 12), let day = number(fields[2], upTo: 31)
    else { return nil }
    return .date(year: year, month: month, day: day)
  }

  /// The number from 1 to `limit` in `text`.
  private static func number(_ text: some StringProtocol, upTo limit: Int) -> Int? {
    guard text.utf8.count <= 2, let number = Digits.value(text.utf8) else { return nil }
    return (1...limit).contains(number) ? number : nil
  }

  /// The month that `name`, of three letters or more, begins or is in English.
  private static func month(_ name: Substring) -> Int? {
    let name = name.lowercased()
    guard name.utf8.count >= 3 else { return nil }
    return months.firstIndex { $0.hasPrefix(name) }.map { $0 + 1 }
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]
}
