import Text

/// Parses a number of strokes, of bells or of percent.
enum CountParser {
  /// The number in `word`; `example` is a valid line for error messages.
  static func parse(_ word: Substring, example: String) throws(CommandError) -> Int {
    guard let count = Digits.value(word.utf8) else {
      throw .notANumber(Echo(word), example: example)
    }
    return count
  }

  /// The number of percent after `command volume`.
  static func percent(
    _ arguments: inout Arguments, of command: String
  ) throws(CommandError) -> Int {
    let example = "\(command) volume 60"
    guard let word = try arguments.takeOnly(takes: "one number after 'volume'") else {
      throw .missing(command: "\(command) volume", needs: "a number, such as '\(example)'")
    }
    let digits = word.utf8.last == UInt8(ascii: "%") ? Substring(word.utf8.dropLast()) : word
    return try parse(digits, example: example)
  }
}
