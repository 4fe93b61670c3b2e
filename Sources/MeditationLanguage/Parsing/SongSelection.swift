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

  /// The range in `text`, whose ends `number` parses.
  init(parsing text: Substring, _ number: (Substring) throws(LineError) -> Int) throws(LineError) {
    let ends = text.utf8.split(
      separator: UInt8(ascii: "-"), maxSplits: 1, omittingEmptySubsequences: false)
    first = try number(Substring(ends[0]))
    guard ends.count == 2 else {
      last = first
      return
    }
    last = try ends[1].isEmpty ? nil : number(Substring(ends[1]))
    if let last, first > last {
      throw .wrong(QuotedInput(text), "runs backwards. Did you mean '\(last)-\(first)'?")
    }
  }
}

extension NumberRange: CustomStringConvertible {
  package var description: String {
    guard let last else { return "\(first)-" }
    return first == last ? "\(first)" : "\(first)-\(last)"
  }
}

extension [NumberRange] {
  /// The only number; `nil` if there are several.
  package var single: Int? { count == 1 && self[0].first == self[0].last ? self[0].first : nil }
}

package enum SongSelection: Equatable, Sendable {
  case all
  /// The songs that `find` found.
  case found
  /// The songs of the session that are still to come.
  case rest
  /// The songs that `find` would find with these words.
  case matching([String])
  /// The songs with these numbers, in the order typed.
  case numbers([NumberRange])
}

extension SongSelection: CustomStringConvertible {
  package var description: String {
    switch self {
    case .all: "all"
    case .found: "found"
    case .rest: "rest"
    case .matching(let words): words.joined(separator: " ")
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
  case all, found

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
        let item = Substring(item)
        ranges.append(
          try NumberRange(parsing: item) { word throws(LineError) in try number(word, in: item) })
      }
    }
    guard !ranges.isEmpty else {
      throw .notASongNumber(QuotedInput(words.first ?? ""), meant: nil)
    }
    return ranges
  }

  private static func number(_ word: Substring, in item: Substring) throws(LineError) -> Int {
    guard let number = Digits.value(word.utf8) else {
      throw .notASongNumber(QuotedInput(item), meant: meant(by: item))
    }
    guard number > 0 else { throw .mistake("Song numbers start at 1.") }
    // `Int.max` means overflow; excluding it also keeps `number + 1` from overflowing.
    guard number < Int.max else {
      throw .wrong(QuotedInput(item), "is too large for a song number.")
    }
    return number
  }

  /// Suggests `1-5` for `-5`, `breath 4-7-8` for `4-7-8`, and `seek 1:30` for `1:30`.
  private static func meant(by item: Substring) -> String? {
    if item.hasPrefix("-"), let last = Digits.value(item.utf8.dropFirst()), (1..<Int.max) ~= last {
      return "1-\(last)"
    }
    guard item.utf8.count <= QuotedInput.limit else { return nil }
    let breath = "breath \(item)"
    if item.count(where: { $0 == "-" }) > 1,
      (try? CommandParser.command(in: breath[...], nil)) != nil
    {
      return breath
    }
    return (try? SeekParser.parse(item)) == nil ? nil : "seek \(item)"
  }
}
