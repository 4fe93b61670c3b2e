public import CommandLanguage
public import MeditationCore

/// The answer to one line, for the client that sent it.
public enum Reply: Equatable, Sendable {
  /// The session performed it, or it was so already. `words` are those of `find` where only the
  /// songs with these words were meant.
  case outcome(Outcome, of: Command, among: String?)
  /// The session refused it; nothing changed.
  case refused(Refusal)
  /// The line is no command; nothing changed.
  case notUnderstood(CommandError)
  /// Nothing changed; something is to be shown.
  case page(Page)
  /// The client wants to leave.
  case quit

  /// What a client can ask to be shown.
  public enum Page: Equatable, Sendable {
    case status, skipped, volume, repeating
    /// These songs.
    case list(SongListing)
    /// Help on the command of this name, or on all.
    case help(String?)
  }
}
