/// Which songs a picking command is about.
public enum SongSelection: Equatable, Sendable {
  /// Every song of the list.
  case all
  /// What `find` left of the list.
  case found
  /// These, in the order typed.
  case numbers([NumberRange])
}

extension SongSelection: CustomStringConvertible {
  /// The selection as it is typed.
  public var description: String {
    switch self {
    case .all: "all"
    case .found: "found"
    case .numbers(let ranges): ranges.map(\.description).joined(separator: " ")
    }
  }
}
