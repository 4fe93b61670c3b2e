import Text

/// Parses the search words of `find`.
enum SearchWords {
  /// The largest number of words, which bounds the cost of a search.
  static let limit = 16

  /// The distinct words, safe to print on a terminal; no words show the whole list again.
  ///
  /// Quotation marks are ignored, and so is a leading `#`, which would start a comment in a script.
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
