/// The reasons for which a command is refused, as scripts write them.
public enum RefusalWord: String, CaseIterable, Sendable {
  /// The session cannot start: no song is picked.
  case nothingPicked = "nothing-picked"
  /// The list has no song of that number.
  case noSuchSong = "no-such-song"
  /// The song was not picked for this session.
  case notInSession = "not-in-session"
  /// The session is in the picking phase already.
  case alreadyPicking = "already-picking"
  /// The session has started already.
  case alreadyListening = "already-listening"
  /// No song is the current one yet.
  case nothingPlaying = "nothing-playing"
  /// The session is over.
  case sessionFinished = "session-finished"
  /// Songs are picked in the picking phase only.
  case goBackFirst = "go-back-first"
}
