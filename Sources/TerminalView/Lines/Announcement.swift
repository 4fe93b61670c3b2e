/// Which events are printed: `--announce`.
public enum Announcement: String, CaseIterable, Sendable {
  /// All events, including each stroke of a bell.
  case all
  /// Each song and each silence that begins, and the end of the session.
  case songs
  /// Only errors.
  case none
}
