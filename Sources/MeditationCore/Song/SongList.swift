/// The order of the list, and the order in which a session plays.
public struct Arrangement: Hashable, Sendable {
  /// The order in which songs play.
  public enum Playing: Hashable, Sendable {
    /// The order of the list.
    case asListed
    /// Shuffled. The same songs and seed give the same order; the list's order and the picks do not
    /// matter.
    case shuffled(seed: Int)
    /// The user's own order.
    case moved
  }

  /// The sort key of the list.
  public var sort: SongSort = .original
  /// The order in which songs play.
  public var playing: Playing = .asListed
  /// Counts the changes of either order; undoing one counts too.
  public var revision = 0

  /// Creates an arrangement.
  public init(sort: SongSort = .original, playing: Playing = .asListed, revision: Int = 0) {
    self.sort = sort
    self.playing = playing
    self.revision = revision
  }
}
