public import MeditationCore

/// What a command comes to.
public enum Reply: Equatable, Sendable {
  /// The session was asked, and this became of it.
  case outcome(Outcome)
  /// Nothing changed; something is to be shown.
  case page(Page)
  /// The program is to end.
  case quit

  /// What a view can be asked to show.
  public enum Page: Equatable, Sendable {
    case status, skipped, volume, repeating
    /// These songs.
    case list(SongListing)
    /// Help on the command of this name, or on all.
    case help(String?)
  }
}
