/// A set of words that can be typed: matches words and prefixes, and suggests corrections.
package struct Vocabulary: Sendable {
  /// The result of matching a typed word.
  package enum Match: Equatable {
    case found(String)
    case ambiguous([String])
    case unknown
  }

  /// The words, lowercase ASCII, in the order in which messages list them.
  package let words: [String]
  /// Words that users try instead, each with the word to suggest.
  package let hints: [String: String]
  private let letters: [[UInt8]]
  private let longest: Int

  package init(_ words: [String], hints: [String: String] = [:]) {
    self.words = words
    self.hints = hints
    letters = words.map { Array($0.utf8) }
    longest = letters.map(\.count).max() ?? 0
  }

  /// The word equal to `typed`, ignoring case, or else the only one with that prefix.
  package func match(_ typed: Substring) -> Match {
    guard let typed = shortened(typed, limit: longest) else { return .unknown }
    if words.contains(typed) { return .found(typed) }
    let longer = words.filter { $0.hasPrefix(typed) }
    switch longer.count {
    case 0: return .unknown
    case 1: return .found(longer[0])
    default: return .ambiguous(longer)
    }
  }

  /// The word equal to `typed`, ignoring case.
  package func exact(_ typed: Substring) -> String? {
    guard let typed = shortened(typed, limit: longest) else { return nil }
    return words.contains(typed) ? typed : nil
  }

  /// The word to suggest for `typed`, if it is one of the hints.
  package func hint(for typed: Substring) -> String? {
    shortened(typed, limit: 2 * longest).flatMap { hints[$0] }
  }

  /// The word that `typed`, which is not in the vocabulary, most likely stands for.
  package func nearest(to typed: Substring) -> String? {
    guard let typed = shortened(typed, limit: 2 * longest) else { return nil }
    if let hinted = hints[typed] { return hinted }
    let slip = Array(typed.utf8)
    if slip.count > 1, let begun = words.first(where: { $0.hasPrefix(typed) }) { return begun }
    // Allow one error in a short word, two in a medium one, three in a long one.
    let tolerance = slip.count < 2 ? 0 : slip.count < 5 ? 1 : slip.count < 9 ? 2 : 3
    var best: (word: String, slips: Int)?
    for (word, letters) in zip(words, letters) where abs(letters.count - slip.count) <= tolerance {
      let slips = EditDistance.between(slip, letters)
      if slips <= tolerance, slips < best?.slips ?? .max { best = (word, slips) }
    }
    return best?.word
  }

  /// `typed` in lower case; `nil` if it is empty, or longer than `limit` bytes and so not worth
  /// matching.
  private func shortened(_ typed: Substring, limit: Int) -> String? {
    var bytes: [UInt8] = []
    for byte in typed.utf8 {
      guard bytes.count < limit else { return nil }
      bytes.append(ASCII.lowercased(byte))
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
