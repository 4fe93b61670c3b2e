public import CommandLanguage
public import MeditationCore

/// The answer to one line, for the client that sent it.
public enum Reply: Equatable, Sendable {
  /// The session performed the command. The last value holds the words of `find` if the command
  /// applied only to the songs found.
  case outcome(Outcome, of: Command, among: String?)
  /// The session refused the command; nothing changed.
  case refused(Refusal)
  /// The command about the practice was refused; nothing changed.
  case declined(PracticeRefusal)
  /// The line is not a command; nothing changed.
  case notUnderstood(CommandError)
  /// The client asked for a page; nothing changed.
  case page(Page)
  /// The client asked to quit.
  case quit

  /// A page that a client can ask for.
  public enum Page: Equatable, Sendable {
    case status, skipped, volume, level, repeating, plan
    case list(SongListing)
    /// The picker, which the client was not showing.
    case songs
    case home(HomePage)
    case journal(JournalPage)
    case sets(SetsPage)
    case settings([SettingState])
    /// The answer of the form that is open, or was until now; see `Client.form`.
    case form(NameForm.Answer)
    /// Help on the command with this name; `nil` is help on all commands.
    case help(String?)
  }
}
