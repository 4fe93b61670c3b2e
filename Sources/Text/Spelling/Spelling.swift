/// Suggests corrections for mistyped words.
package enum Spelling {
  /// The word in `words` (lowercase ASCII) that `typed` most likely stands for; `nil` if none is
  /// close.
  package static func nearest(to typed: String, in words: [String]) -> String? {
    Vocabulary(words).nearest(to: typed[...])
  }
}
