/// A part of a session that plays without interruption.
public enum Segment: Hashable, Sendable {
  /// A song. Its id is its index in the original order of the songs, from 0; sorting the list does
  /// not change it.
  case song(id: Int)
  /// Silence of this length; `nil` is silence without an end.
  case silence(length: Duration?)

  /// The id of the song; `nil` in silence.
  public var songID: Int? {
    switch self {
    case .song(let id): id
    case .silence: nil
    }
  }
}
