import MeditationText

/// The order of dates such as 5/1/2024.
package enum DateOrder: String, CaseIterable, Sendable {
  case dayFirst = "day-first"
  case monthFirst = "month-first"

  var text: String {
    switch self {
    case .dayFirst: "Dates are day/month/year."
    case .monthFirst: "Dates are month/day/year."
    }
  }
}

/// A date, a time of day or both, as other programs and people write them.
///
/// `2026-04-20`, `20.4.2026`, `04/20/2026`, `May 1, 2026`, `1-May-2026`, `20260501`, each alone or
/// with `08:21`, `0821`, `8:21:14 PM`, `T08:21:14.5Z` or `+0200`; a time alone; seconds or
/// milliseconds since 1970.
struct ImportTime: Equatable {
  private(set) var date: CivilDate?
  /// Since midnight.
  private(set) var second: Int?
  /// East of UTC, in seconds; `nil` if the text has none.
  private(set) var offset: Int?

  /// `nil` if `text` is no time, or one that does not exist.
  ///
  /// - Parameter order: `nil` for our own export: the year of a date is first, and offsets may have
  ///   seconds, as for old local times.
  init?(_ text: String, _ order: DateOrder?) {
    let bytes = Array(text.trimmedBlanks.utf8)
    if order != nil, bytes.count >= 9, let number = Digits.value(bytes) {
      let seconds = number < 100_000_000_000 ? number : number / 1_000
      guard seconds < 253_402_300_800 else { return nil }
      (date, second, offset) = (CivilDate(dayNumber: seconds / 86_400), seconds % 86_400, 0)
      return
    }
    var words = bytes.split { ASCII.isBlank($0) || $0 == UInt8(ascii: ",") }
    if order != nil, let (parts, count) = Self.dateParts(words), Self.month(in: parts) != nil {
      guard let date = Self.date(named: parts) else { return nil }
      self.date = date
      words.removeFirst(count)
    } else if let first = words.first, let t = first.firstIndex(of: UInt8(ascii: "T")) {
      words.replaceSubrange(0..<1, with: [first[..<t], first[(t + 1)...]])
    }
    if date == nil, let word = words.first, order == nil || Self.isDate(word) {
      guard let date = Self.date(word, order) else { return nil }
      self.date = date
      words.removeFirst()
    }
    if !words.isEmpty, !readTime(words, isOwn: order == nil) { return nil }
    guard date != nil || second != nil else { return nil }
  }

  mutating func add(second: Int?, offset: Int?) {
    self.second = second ?? self.second
    self.offset = self.offset ?? offset
  }

  /// The moment; `nil` if the text is incomplete.
  var moment: Moment? {
    guard let date, let second, let offset else { return nil }
    let utc = date.dayNumber * 86_400 + second - offset
    return Moment(milliseconds: Int64(utc) * 1_000, offset: offset)
  }

  // MARK: - Dates

  /// True if `text` looks like a date, even one that does not exist.
  static func isDate(_ text: String) -> Bool {
    let words = Array(text.trimmedBlanks.utf8).split { ASCII.isBlank($0) || ",T".utf8.contains($0) }
    if let word = words.first, word.count == 8, Digits.value(word) != nil { return true }
    guard let (parts, _) = dateParts(words) else { return false }
    return month(in: parts) != nil || parts.allSatisfy { Digits.value($0) != nil }
  }

  private static func isDate(_ word: ArraySlice<UInt8>) -> Bool {
    word.count == 8 && Digits.value(word) != nil
      || !word.contains(UInt8(ascii: ":")) && word.contains { "-/.".utf8.contains($0) }
  }

  /// The three parts of a date at the beginning, without weekday, and its number of words, if any.
  private static func dateParts(
    _ words: [ArraySlice<UInt8>]
  ) -> (parts: [ArraySlice<UInt8>], count: Int)? {
    var parts: [ArraySlice<UInt8>] = []
    for (index, word) in words.enumerated() {
      if index > 0 || place(of: word, in: CivilDate.weekdays) == nil {
        parts += word.split { "-/.".utf8.contains($0) }
      }
      if parts.count >= 3 { return parts.count == 3 ? (parts, index + 1) : nil }
    }
    return nil
  }

  private static func month(in parts: [ArraySlice<UInt8>]) -> Int? {
    parts.prefix(2).lazy.compactMap { place(of: $0, in: CivilDate.months) }.first
  }

  /// The position, from 1, of the name that `word` begins or equals.
  private static func place(of word: ArraySlice<UInt8>, in names: [String]) -> Int? {
    let letters = word.map(ASCII.lowercased)
    guard letters.count >= 3 else { return nil }
    return names.firstIndex { $0.lowercased().utf8.starts(with: letters) }.map { $0 + 1 }
  }

  /// A date with a named month, a day and a year: `May 1st 2026`, `1 May 26`, `2026 May 1`.
  private static func date(named parts: [ArraySlice<UInt8>]) -> CivilDate? {
    let numbers = parts.compactMap { part -> (value: Int, digits: Int)? in
      let digits = part.prefix(while: ASCII.isDigit)
      let ending = part[digits.endIndex...].map(ASCII.lowercased)
      guard let value = Digits.value(digits), digits.count <= 4,
        ["", "st", "nd", "rd", "th"].contains(where: { $0.utf8.elementsEqual(ending) })
      else { return nil }
      return (value, digits.count)
    }
    guard numbers.count == 2, let month = month(in: parts) else { return nil }
    let (day, year) = numbers[0].digits == 4 ? (numbers[1], numbers[0]) : (numbers[0], numbers[1])
    guard [2, 4].contains(year.digits) else { return nil }
    return CivilDate(
      year: year.digits == 2 ? 2_000 + year.value : year.value, month: month, day: day.value)
  }

  /// The order implied by a date that only exists in it, such as 29/2/2023; `nil` if none is.
  static func order(of text: String) -> DateOrder? {
    let word = text.trimmedBlanks.utf8.prefix { !ASCII.isBlank($0) && !",T".utf8.contains($0) }
    let values = ["/", "-"].compactMap { Digits.values(Array(word), by: $0) }.first
    guard let numbers = values, numbers.count == 3,
      numbers.prefix(2).allSatisfy({ (1...31).contains($0) })
    else { return nil }
    switch (numbers[0] > 12, numbers[1] > 12) {
    case (true, false): return .dayFirst
    case (false, true): return .monthFirst
    case (true, true), (false, false): return nil
    }
  }

  private static func date(_ word: ArraySlice<UInt8>, _ order: DateOrder?) -> CivilDate? {
    if word.count == 8, let number = Digits.value(word), order != nil {
      return CivilDate(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    }
    guard let separator = word.first(where: { "-/.".utf8.contains($0) }) else { return nil }
    let parts = word.split(separator: separator, omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.count <= 4 ? Digits.value($0) : nil }
    guard numbers.count == 3, parts.count == 3 else { return nil }
    var (year, month, day) = (numbers[2], numbers[1], numbers[0])
    if parts[0].count == 4 {
      (year, day) = (numbers[0], numbers[2])
    } else if order == nil {
      return nil
    } else if separator != UInt8(ascii: "."), order == .monthFirst {
      (month, day) = (day, month)
    }
    if parts[2].count == 2, parts[0].count < 4 { year += 2_000 }
    guard (1...9_999).contains(year), (1...12).contains(month) else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  // MARK: - Times of day

  /// Reads `08:21`, `8:21:14 PM`, `08:21:14.5Z`, `08:21 +02:00`.
  private mutating func readTime(_ words: [ArraySlice<UInt8>], isOwn: Bool) -> Bool {
    var text = Array(words.joined()).map(ASCII.lowercased)[...]
    if let sign = text.lastIndex(where: { "+-".utf8.contains($0) }) {
      guard let offset = Self.offset(text[sign...], isOwn: isOwn) else { return false }
      (self.offset, text) = (offset, text[..<sign])
    }
    for zone in ["z", "utc", "gmt"] where text.reversed().starts(with: zone.utf8.reversed()) {
      offset = offset ?? 0
      text = text.dropLast(zone.utf8.count)
    }
    let halves: [(String, Int)] = [("am", 0), ("pm", 12), ("a.m.", 0), ("p.m.", 12)]
    let half = halves.first { text.reversed().starts(with: $0.0.utf8.reversed()) }
    if let half { text = text.dropLast(half.0.utf8.count) }
    // Drops fractions of a second.
    text = text.prefix { $0 != UInt8(ascii: ".") }
    // `0730`, or `730`, which has lost its zero in a spreadsheet.
    if [3, 4, 6].contains(text.count), let number = Digits.value(text), !isOwn {
      let parts = text.count == 6 ? [number / 10_000, number / 100 % 100] : [number / 100]
      text = Array("\((parts + [number % 100]).map { "\($0)" }.joined(separator: ":"))".utf8)[...]
    }
    guard var numbers = Digits.values(text, by: ":", length: 2),
      (half == nil ? 2 : 1)...3 ~= numbers.count
    else { return false }
    if let half {
      guard 1...12 ~= numbers[0] else { return false }
      numbers[0] = numbers[0] % 12 + half.1
    }
    guard numbers[0] < 24, numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return false }
    second = zip(numbers, [3_600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
    return true
  }

  /// `+02:00`, `-0330`, `+2`; in our own export also `-00:53:28`: elsewhere that may be two times.
  private static func offset(_ text: ArraySlice<UInt8>, isOwn: Bool) -> Int? {
    let digits = text.dropFirst().filter { $0 != UInt8(ascii: ":") }
    // The scale by the number of digits: hours, or hours and minutes, or with seconds.
    let scales = [1: 10_000, 2: 10_000, 4: 100, 6: 1]
    guard let scale = scales[digits.count], scale > 1 || isOwn, let value = Digits.value(digits)
    else { return nil }
    let number = value * scale
    let (hours, minutes, seconds) = (number / 10_000, number / 100 % 100, number % 100)
    guard hours <= 26, minutes < 60, seconds < 60 else { return nil }
    let size = hours * 3_600 + minutes * 60 + seconds
    return text.first == UInt8(ascii: "-") ? -size : size
  }
}
