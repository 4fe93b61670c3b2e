/// Which events are printed: `--announce`.
public enum Announcement: String, CaseIterable, Sendable {
  /// All events.
  case all
  /// Each song that begins, and the end of the session.
  case songs
  /// Only errors.
  case none
}
