/// What a row is at a glance. How a marker looks is the view's.
public enum RowMarker: Hashable, Sendable {
  case none
  /// Can be chosen, and is not.
  case unchecked
  /// Is chosen.
  case checked
  case playing
  case paused
  /// Did not work.
  case broken
  /// The one that is used if none is named.
  case preferred
}
