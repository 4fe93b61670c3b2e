/// Songs to be shown, in order: any view only draws them.
public struct SongListing: Equatable, Sendable {
  /// Which songs these are.
  public enum Scope: Equatable, Sendable {
    /// A screenful around the current song.
    case screenful
    /// The songs of certain numbers.
    case numbers
    /// The picked ones, or the session's, in the order in which they play.
    case picked
    /// All that the phase shows.
    case all
    /// What `find` left of the list.
    case found
  }

  /// Which songs these are.
  public var scope: Scope
  /// The indices of the songs.
  public var songs: [Int]
  /// Songs of the same kind that come before these.
  public var before = 0
  /// Songs of the same kind that come after these.
  public var after = 0
  /// The words to which the list is narrowed, fit to be shown; `nil` where it is not.
  public var words: String?

  /// A listing of songs, given by their indices.
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
