import Text

/// Parses the seed of a shuffle, a whole number.
enum SeedParser {
  static func parse(_ word: Substring) throws(CommandError) -> Int {
    guard let seed = Digits.value(word.utf8), seed < Int.max else { throw .notASeed(Echo(word)) }
    return seed
  }
}
