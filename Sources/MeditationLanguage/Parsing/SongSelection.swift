import MeditationText

/// A range of song numbers, or of rows: `3`, `3-5`, or `7-` for "to the end of the list".
///
/// Numbers start at 1. The list may not have them.
package struct NumberRange: Hashable, Sendable {
  package var first: Int
  /// The last number; `nil` is the end of the list.
  package var last: Int?

  package init(_ first: Int, through last: Int?) {
    self.first = first
    self.last = last
  }
}

extension NumberRange: CustomStringConvertible {
  package var description: String {
    guard let last else { return "\(first)-" }
    return first == last ? "\(first)" : "\(first)-\(last)"
  }
}

package enum SongSelection: Equatable, Sendable {
  case all
  /// The songs that `find` found.
  case found
  /// The songs of the session that are still to come.
  case rest
  /// The songs with these numbers, in the order typed.
  case numbers([NumberRange])
}

extension SongSelection: CustomStringConvertible {
  package var description: String {
    switch self {
    case .all: "all"
    case .found: "found"
    case .rest: "rest"
    case .numbers(let ranges): ranges.map(\.description).joined(separator: " ")
    }
  }
}

package enum ListScope: Equatable, Sendable {
  /// A screenful around the current song; after `find`, a screenful of the songs found.
  case screenful
  /// The songs with these numbers; missing numbers are ignored.
  case numbers([NumberRange])
  /// The picked songs, in playing order.
  case picked
  case all
  /// The songs that `find` found.
  case found

  static let words = ["picked", "all", "found"]
}

// MARK: - Parsing

/// Parses song numbers and ranges: `1 3-5 7-`, separated by blanks or commas.
enum SongNumbersParser {
  /// True if a line that begins with `word` is a line of numbers.
  static func isBegun(by word: Substring) -> Bool {
    guard let first = word.utf8.first else { return false }
    if first == UInt8(ascii: ",") { return true }
    // `-5` is a range without a start, which is reported; `-1:30` is a time.
    let digits = first == UInt8(ascii: "-") ? word.utf8.dropFirst() : word.utf8
    guard digits.first.map(ASCII.isDigit) ?? false else { return false }
    return first != UInt8(ascii: "-") || !digits.contains(UInt8(ascii: ":"))
  }

  /// The ranges, in the order typed; at least one.
  static func parse(_ words: ArraySlice<Substring>) throws(LineError) -> [NumberRange] {
    var ranges: [NumberRange] = []
    for word in words {
      for item in word.utf8.split(separator: UInt8(ascii: ",")) {
        ranges.append(try range(Substring(item)))
      }
    }
    guard !ranges.isEmpty else {
      throw .notASongNumber(QuotedInput(words.first ?? ""), meant: nil)
    }
    return ranges
  }

  private static func range(_ item: Substring) throws(LineError) -> NumberRange {
    let ends = item.utf8.split(
      separator: UInt8(ascii: "-"), maxSplits: 2, omittingEmptySubsequences: false)
    guard ends.count <= 2 else { throw .notASongNumber(QuotedInput(item), meant: nil) }
    guard let first = Digits.value(ends[0]) else {
      throw .notASongNumber(QuotedInput(item), meant: meant(by: item, ends))
    }
    guard ends.count == 2 else {
      let number = try validated(first, in: item)
      return NumberRange(number, through: number)
    }
    guard !ends[1].isEmpty else { return NumberRange(try validated(first, in: item), through: nil) }
    guard let last = Digits.value(ends[1]) else {
      throw .notASongNumber(QuotedInput(item), meant: nil)
    }
    _ = try validated(first, in: item)
    _ = try validated(last, in: item)
    guard first <= last else { throw .backwards(QuotedInput(item), turned: "\(last)-\(first)") }
    return NumberRange(first, through: last)
  }

  private static func validated(_ number: Int, in item: Substring) throws(LineError) -> Int {
    guard number > 0 else { throw .startAtOne("Song numbers") }
    // `Int.max` means overflow; excluding it also keeps `number + 1` from overflowing.
    guard number < Int.max else { throw .numberTooLarge(QuotedInput(item)) }
    return number
  }

  /// Suggests `1-5` for `-5`, and `seek 1:30` for `1:30`.
  private static func meant(by item: Substring, _ ends: [Substring.UTF8View]) -> String? {
    if ends.count == 2, ends[0].isEmpty, let last = Digits.value(ends[1]), (1..<Int.max) ~= last {
      return "1-\(last)"
    }
    guard item.utf8.count <= QuotedInput.limit, (try? SeekParser.parse(item)) != nil else {
      return nil
    }
    return "seek \(item)"
  }
}
