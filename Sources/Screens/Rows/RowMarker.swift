/// The state of a row as a symbol. The view decides how a marker looks.
public enum RowMarker: Hashable, Sendable {
  case none
  /// Can be chosen, but is not.
  case unchecked
  /// Chosen.
  case checked
  case playing
  case paused
  /// Failed.
  case broken
  /// The default.
  case preferred
}
