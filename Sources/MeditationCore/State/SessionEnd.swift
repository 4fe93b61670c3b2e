/// How a session ended.
public enum SessionEnd: String, CaseIterable, Hashable, Sendable {
  /// It came to its end by itself: that of its plan, or of its last song.
  case completed
  /// The user ended it, by `finish` or by skipping the last song.
  case stopped
  /// It was abandoned while listening, by `back` or because the program ended.
  case left
  /// Every song failed, or the output file could not be written.
  case failed
}
