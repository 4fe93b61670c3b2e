/// What is said without having been asked for: `--announce`.
public enum Announcement: String, CaseIterable, Sendable {
  /// Everything that happens.
  case all
  /// Each song that begins, and how the session ended.
  case songs
  /// Nothing but errors.
  case none
}
