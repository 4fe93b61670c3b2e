/// How the songs stand in the list, and in which order a session plays them.
public struct Arrangement: Hashable, Sendable {
  /// What decides the order in which songs play.
  public enum Playing: Hashable, Sendable {
    /// As they stand in the list.
    case asListed
    /// As this seed shuffles them: the same songs and the same seed give the same order, however
    /// the list is sorted and whatever is picked.
    case shuffled(seed: Int)
    /// As the user moved them.
    case moved
  }

  /// What the list is sorted by.
  public internal(set) var sort: SongSort = .original
  /// What decides the order in which songs play.
  public internal(set) var playing: Playing = .asListed
  /// Grows with each change of an order, also with one that is taken back.
  public internal(set) var revision = 0
}
