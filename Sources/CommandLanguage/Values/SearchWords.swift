import Text

/// The words that `find` looks for.
enum SearchWords {
  /// More words than this would only make the search slow.
  static let limit = 16

  /// The words, each once, without what a terminal must not see; none shows all songs again.
  ///
  /// Quotation marks do not count, nor does a `#` in front, which begins a script's comment.
  static func parse(_ words: ArraySlice<Substring>) throws(CommandError) -> [String] {
    var found: [String] = []
    for word in words {
      let clean = Echo.cleaned(
        word.unicodeScalars.filter { $0 != "\"" }.drop { $0 == "#" })
      if clean.isEmpty || found.contains(clean) { continue }
      guard found.count < limit else {
        throw .unexpected(Echo(word), command: "find", takes: "up to \(limit) words")
      }
      found.append(clean)
    }
    return found
  }
}
