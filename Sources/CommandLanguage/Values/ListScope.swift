/// The songs that `list` shows.
public enum ListScope: Equatable, Sendable {
  /// A screenful around the current song; after `find`, a screenful of the songs found.
  case screenful
  /// The songs with these numbers; missing numbers are ignored.
  case numbers([NumberRange])
  /// The picked songs, in playing order.
  case picked
  case all
  /// The songs that `find` found.
  case found

  /// The words for scopes.
  static let words = ["picked", "all", "found"]
}

extension ListScope: CustomStringConvertible {
  /// The arguments of `list`; empty for a screenful.
  public var description: String {
    switch self {
    case .screenful: ""
    case .numbers(let ranges): SongSelection.numbers(ranges).description
    case .picked: "picked"
    case .all: "all"
    case .found: "found"
    }
  }
}
