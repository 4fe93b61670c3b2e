/// What the music lane plays for a while.
public enum Segment: Hashable, Sendable {
  /// A song. Its id is its position among all songs in the order in which the session was given
  /// them, from 0; sorting the list does not change it.
  case song(id: Int)

  /// The id of its song.
  public var songID: Int {
    switch self {
    case .song(let id): id
    }
  }
}
