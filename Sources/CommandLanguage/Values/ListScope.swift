/// Which songs `list` is to show.
public enum ListScope: Equatable, Sendable {
  /// A screenful around the current song; of what `find` left, if it narrowed the list.
  case screenful
  /// These, as far as there are such songs.
  case numbers([NumberRange])
  /// The picked ones, in the order in which they play.
  case picked
  case all
  /// What `find` left.
  case found

  /// The words that stand for songs.
  static let words = ["picked", "all", "found"]
}

extension ListScope: CustomStringConvertible {
  /// What is typed after `list`; empty for a screenful.
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
