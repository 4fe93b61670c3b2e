/// A set of words among which one is typed: finds it by its beginning, or the one meant.
package struct Vocabulary: Sendable {
  /// What a typed word turns out to be.
  package enum Match: Equatable {
    case found(String)
    case ambiguous([String])
    case unknown
  }

  /// The words, lowercase ASCII, in the order in which they are to be named.
  package let words: [String]
  /// Other words that people try, each with the one that they should have typed.
  package let hints: [String: String]
  private let letters: [[UInt8]]
  private let longest: Int

  package init(_ words: [String], hints: [String: String] = [:]) {
    self.words = words
    self.hints = hints
    letters = words.map { Array($0.utf8) }
    longest = letters.map(\.count).max() ?? 0
  }

  /// The word that is `typed`, whatever its case, or else the only one that begins so.
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

  /// The word that is `typed` in full, whatever its case.
  package func exact(_ typed: Substring) -> String? {
    guard let typed = shortened(typed, limit: longest) else { return nil }
    return words.contains(typed) ? typed : nil
  }

  /// The word that people mean who type this other one.
  package func hint(for typed: Substring) -> String? {
    shortened(typed, limit: 2 * longest).flatMap { hints[$0] }
  }

  /// The word that was probably meant by one that is none of these.
  package func nearest(to typed: Substring) -> String? {
    guard let typed = shortened(typed, limit: 2 * longest) else { return nil }
    if let hinted = hints[typed] { return hinted }
    let slip = Array(typed.utf8)
    if slip.count > 1, let begun = words.first(where: { $0.hasPrefix(typed) }) { return begun }
    // One slip in a short word, two in a middling one, three in a long one: more would be a guess.
    let tolerance = slip.count < 2 ? 0 : slip.count < 5 ? 1 : slip.count < 9 ? 2 : 3
    var best: (word: String, slips: Int)?
    for (word, letters) in zip(words, letters) where abs(letters.count - slip.count) <= tolerance {
      let slips = EditDistance.between(slip, letters)
      if slips <= tolerance, slips < best?.slips ?? .max { best = (word, slips) }
    }
    return best?.word
  }

  /// In lowercase ASCII; `nil` if it is longer than `limit` bytes, so that no work is wasted on it,
  /// or empty.
  private func shortened(_ typed: Substring, limit: Int) -> String? {
    var bytes: [UInt8] = []
    for byte in typed.utf8 {
      guard bytes.count < limit else { return nil }
      bytes.append(ASCII.lowercased(byte))
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
