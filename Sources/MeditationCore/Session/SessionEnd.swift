/// How a session that is over came to its end.
public enum SessionEnd: String, CaseIterable, Hashable, Sendable {
  /// By itself: its last song was over.
  case completed
  /// The user ended it: by `finish`, or by a skip behind its last song.
  case stopped
  /// It was left while it was heard: by `back`, or because the program ended.
  case left
  /// Nothing could be heard: every song failed, or the output file.
  case failed
}
