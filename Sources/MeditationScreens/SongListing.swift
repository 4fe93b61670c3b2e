/// The songs that a view lists, in order.
package struct SongListing: Equatable, Sendable {
  package enum Scope: Equatable, Sendable {
    /// A screenful around the current song.
    case screenful
    case numbers
    /// The picked songs, or the session's, in playing order.
    case picked
    case all
    case found
  }

  package var scope: Scope
  package var songs: [Int]
  /// The number of songs left out before these.
  package var before = 0
  /// The number of songs left out after these.
  package var after = 0
  /// The words of `find`, ready for display; `nil` if the list is not narrowed.
  package var words: String?

  package init(
    scope: Scope, songs: [Int], before: Int = 0, after: Int = 0, words: String? = nil
  ) {
    self.scope = scope
    self.songs = songs
    self.before = before
    self.after = after
    self.words = words
  }
}

/// The progress of reading the list's files in the background.
package struct ReadingProgress: Hashable, Sendable {
  /// The number of files read so far.
  package var readCount: Int
  /// The number of files found so far, which can grow.
  package var foundCount: Int

  package init(readCount: Int, foundCount: Int) {
    self.readCount = readCount
    self.foundCount = foundCount
  }

  package var text: String { "reading: \(readCount) of \(foundCount) files" }
}
