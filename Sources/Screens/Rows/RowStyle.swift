/// The meaning of a line, for colours.
public enum RowStyle: Hashable, Sendable {
  case plain
  case heading
  /// The current row.
  case current
  /// Chosen.
  case picked
  /// Completed.
  case finished
  /// Cancelled before its end.
  case cancelled
  /// An error or a warning.
  case warning
  /// Less important.
  case muted
}
