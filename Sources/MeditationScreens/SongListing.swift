/// The songs that a view lists, in order.
public struct SongListing: Equatable, Sendable {
  public enum Scope: Equatable, Sendable {
    /// A screenful around the current song.
    case screenful
    /// Songs given by number.
    case numbers
    /// The picked songs, or the session's, in playing order.
    case picked
    /// All songs of the phase.
    case all
    /// The songs found by `find`.
    case found
  }

  public var scope: Scope
  /// The indices of the songs.
  public var songs: [Int]
  /// The number of songs left out before these.
  public var before = 0
  /// The number of songs left out after these.
  public var after = 0
  /// The words of `find`, ready for display; `nil` if the list is not narrowed.
  public var words: String?

  /// Creates a listing of songs, given by their indices.
  public init(
    scope: Scope, songs: [Int], before: Int = 0, after: Int = 0, words: String? = nil
  ) {
    self.scope = scope
    self.songs = songs
    self.before = before
    self.after = after
    self.words = words
  }
}

/// A file that was left out of the list, or a note about one. Both texts are safe to print.
public struct SkippedFileRow: Row, Equatable, Sendable {
  /// The file's name as the user would write it.
  public let title: String
  /// The reason, a clause: "the file is empty".
  public let message: String
  /// True if it is only a note: nothing was left out.
  public let isNote: Bool
  public var style: RowStyle { .muted }

  /// Creates the row of the file `name`.
  public init(name: String, reason: String, isNote: Bool = false) {
    title = name
    message = reason
    self.isNote = isNote
  }
}

/// The progress of reading the list's files in the background.
public struct ReadingProgress: Hashable, Sendable {
  /// The number of files read so far.
  public var readCount: Int
  /// The number of files found so far, which can grow.
  public var foundCount: Int

  public init(readCount: Int, foundCount: Int) {
    self.readCount = readCount
    self.foundCount = foundCount
  }

  /// The progress as a status line shows it.
  public var text: String { "reading: \(readCount) of \(foundCount) files" }
}
