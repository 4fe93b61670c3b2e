/// Finds the word that was meant.
package enum Spelling {
  /// The one of `words`, each lowercase ASCII, that `typed` was probably meant to be; `nil` where
  /// that would be a guess.
  package static func nearest(to typed: String, in words: [String]) -> String? {
    Vocabulary(words).nearest(to: typed[...])
  }
}
