/// The rendering of a session.
public enum Rendering: Hashable, Sendable {
  /// Labelled lines, in words instead of symbols, each printed once. For pipes, logs, braille
  /// displays, screen readers and simple terminals.
  case plain
  /// Rows with markers, and a status below them that is updated in place.
  case live
}
