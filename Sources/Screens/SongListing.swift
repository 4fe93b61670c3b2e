/// The songs that a view lists, in order.
public struct SongListing: Equatable, Sendable {
  /// The kind of a listing.
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

  /// The kind of the listing.
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
