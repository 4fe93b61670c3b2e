/// What plays, as a script can expect it.
public enum ExpectedSegment: String, CaseIterable, Sendable {
  /// A song.
  case song
  /// Silence, while settling or after the last song.
  case silence
}
