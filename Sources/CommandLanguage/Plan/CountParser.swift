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
}
