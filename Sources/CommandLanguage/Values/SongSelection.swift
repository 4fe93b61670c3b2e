/// The songs that a picking command selects.
public enum SongSelection: Equatable, Sendable {
  /// Every song of the list.
  case all
  /// The songs that `find` found.
  case found
  /// The songs of the session that are still to come.
  case rest
  /// The songs with these numbers, in the order typed.
  case numbers([NumberRange])
}

extension SongSelection: CustomStringConvertible {
  /// The selection as typed.
  public var description: String {
    switch self {
    case .all: "all"
    case .found: "found"
    case .rest: "rest"
    case .numbers(let ranges): ranges.map(\.description).joined(separator: " ")
    }
  }
}
