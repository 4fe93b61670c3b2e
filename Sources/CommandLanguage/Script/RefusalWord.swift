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
  /// A part of a song can be sought only where its length is known.
  case unknownLength = "unknown-length"
  /// No change is left to be taken back.
  case nothingToUndo = "nothing-to-undo"
  /// A song that is not picked has no place to move from.
  case notPicked = "not-picked"
  /// The session has no place of that number.
  case noSuchPlace = "no-such-place"
  /// The song, or the place, is not after the current song.
  case notToCome = "not-to-come"
  /// No song has the words, or none was searched for.
  case nothingFound = "nothing-found"
}
