/// A set of words among which one is typed: finds it by its beginning, or the one meant.
struct Vocabulary: Sendable {
  /// What a typed word turns out to be.
  enum Match: Equatable {
    case found(String)
    case ambiguous([String])
    case unknown
  }

  /// The words, lowercase ASCII, in the order in which they are to be named.
  let words: [String]
  /// Other words that people try, each with the one that they should have typed.
  let hints: [String: String]
  private let longest: Int

  init(_ words: [String], hints: [String: String] = [:]) {
    self.words = words
    self.hints = hints
    longest = words.map(\.utf8.count).max() ?? 0
  }

  /// The word that is `typed`, whatever its case, or else the only one that begins so.
  func match(_ typed: Substring) -> Match {
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
  func exact(_ typed: Substring) -> String? {
    guard let typed = shortened(typed, limit: longest) else { return nil }
    return words.contains(typed) ? typed : nil
  }

  /// The word that was probably meant by one that is none of these.
  func nearest(to typed: Substring) -> String? {
    guard let typed = shortened(typed, limit: 2 * longest) else { return nil }
    if let hinted = hints[typed] { return hinted }
    let letters = Array(typed.utf8)
    if letters.count > 1, let begun = words.first(where: { $0.hasPrefix(typed) }) { return begun }
    // One slip in a short word, two in a middling one, three in a long one: more would be a guess.
    let tolerance = letters.count < 2 ? 0 : letters.count < 5 ? 1 : letters.count < 9 ? 2 : 3
    let ranked = words.filter { abs($0.utf8.count - letters.count) <= tolerance }
      .map { (word: $0, slips: EditDistance.between(letters, Array($0.utf8))) }
    guard let best = ranked.min(by: { $0.slips < $1.slips }), best.slips <= tolerance else {
      return nil
    }
    return best.word
  }

  /// In lowercase ASCII; `nil` if it is longer than `limit` bytes, so that no work is wasted on it,
  /// or empty.
  private func shortened(_ typed: Substring, limit: Int) -> String? {
    var bytes: [UInt8] = []
    for byte in typed.utf8 {
      guard bytes.count < limit else { return nil }
      bytes.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}

extension [String] {
  /// The words as a choice in a sentence: "pick, play or pause".
  var alternatives: String {
    guard count > 1, let last else { return joined() }
    return dropLast().joined(separator: ", ") + " or " + last
  }
}
