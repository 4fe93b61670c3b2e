/// What a line means, apart from its words.
public enum RowStyle: Hashable, Sendable {
  case plain
  case heading
  /// The one that is under way.
  case current
  /// Chosen.
  case picked
  /// Came to its end.
  case finished
  /// Was broken off.
  case cancelled
  /// Went wrong, or will.
  case warning
  /// Of less interest.
  case muted
}
