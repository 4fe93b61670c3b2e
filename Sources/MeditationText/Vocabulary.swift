/// A set of words that can be typed: matches words and prefixes, and suggests corrections.
package struct Vocabulary: Sendable {
  package enum Match: Equatable {
    case found(String)
    case ambiguous([String])
    case unknown
  }

  /// The words, lowercase ASCII, in the order in which messages list them.
  package let words: [String]
  /// Words that users try instead, each with the word to suggest.
  package let hints: [String: String]
  private let longest: Int

  package init(_ words: [String], hints: [String: String] = [:]) {
    self.words = words
    self.hints = hints
    longest = words.map(\.utf8.count).max() ?? 0
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

  package func exact(_ typed: Substring) -> String? {
    shortened(typed, limit: longest).flatMap { words.contains($0) ? $0 : nil }
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
    let tolerance = slip.count < 2 ? 0 : slip.count < 4 ? 1 : slip.count < 9 ? 2 : 3
    var best: (word: String, slips: Int)?
    for word in words where abs(word.utf8.count - slip.count) <= tolerance {
      let letters = Array(word.utf8)
      let slips = EditDistance.between(slip, letters)
      // With several errors it is another word, such as 'hello' for 'bells', unless it begins alike; and
      // of four letters there are many words that share two: 'song' for 'sort'.
      let isLikely =
        slips < 2 || slip[0] == letters[0] && (slip.count > 4 || letters.count > slip.count)
      if isLikely, slips <= tolerance, slips < best?.slips ?? .max { best = (word, slips) }
    }
    return best?.word
  }

  /// `typed` in lower case; `nil` if empty, or longer than `limit` bytes: not worth matching.
  private func shortened(_ typed: Substring, limit: Int) -> String? {
    var bytes: [UInt8] = []
    for byte in typed.utf8 {
      guard bytes.count < limit else { return nil }
      bytes.append(ASCII.lowercased(byte))
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}

// MARK: - Edit distance

enum EditDistance {
  /// The number of insertions, deletions, replacements and swaps of neighbouring letters that turn
  /// one word into the other.
  ///
  /// The cost is the product of the two lengths; callers keep the words short.
  ///
  /// Source: F. Damerau, "A technique for computer detection and correction of spelling errors",
  /// CACM 7 (1964); this is the "optimal string alignment" variant, in which no letter moves twice.
  static func between(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforeLast = Array(0...right.count)
    var last = beforeLast
    var current = beforeLast
    for row in left.indices {
      current[0] = row + 1
      for column in right.indices {
        let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
        var best = min(replaced, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current[column + 1] = best
      }
      // Reuses the oldest row, so that no row is allocated twice.
      swap(&beforeLast, &last)
      swap(&last, &current)
    }
    return last[right.count]
  }
}

// MARK: - Lists of alternatives

extension [String] {
  /// The words as a list of alternatives: "pick, play or pause". A long list is shortened.
  package var alternatives: String {
    if count > 12 { return ([String](prefix(4)) + ["one of \(count - 4) more"]).alternatives }
    guard count > 1, let last else { return joined() }
    return dropLast().joined(separator: ", ") + " or " + last
  }
}
