/// Why an action was refused, and what to do instead. A refused action has changed nothing.
public enum Refusal: Error, Hashable, Sendable {
  /// A session needs at least one picked song.
  case nothingPicked
  /// There is no song of this number (from 1) in a list of `count`.
  case noSuchSong(number: Int, count: Int)
  /// The song of this number (from 1) was not picked.
  case notInSession(number: Int)
  /// Songs are being picked already.
  case alreadyPicking
  /// A session has started already.
  case alreadyListening
  /// Only while listening; start a session first.
  case nothingPlaying
  /// Not while listening; go back to picking first.
  case goBackFirst
  /// The session is finished: start it again, or go back to picking.
  case sessionFinished
  /// A part of the song's length was asked for, and that is unknown; seek to a time instead.
  case unknownLength
  /// Nothing was picked or put in order yet, or all of it was undone.
  case nothingToUndo
  /// The song of this number (from 1) cannot be moved: it is not picked.
  case notPicked(number: Int)
  /// There is no place of this number (from 1) among `count` songs of the session.
  case noSuchPlace(number: Int, count: Int)
  /// The song, or the place to which it should move, is not after the current song.
  case notToCome
  /// The song of this number (from 1) cannot leave the session: it was heard, or is the current one.
  case alreadyHeard(number: Int)
  /// No song has these words, or none was searched for.
  case nothingFound(words: String?)

  /// The reasons as single words, for scripts and programs. They are documented and stay.
  public enum Word: String, CaseIterable, Sendable {
    /// ``Refusal/nothingPicked``
    case nothingPicked = "nothing-picked"
    /// ``Refusal/noSuchSong(number:count:)``
    case noSuchSong = "no-such-song"
    /// ``Refusal/notInSession(number:)``
    case notInSession = "not-in-session"
    /// ``Refusal/alreadyPicking``
    case alreadyPicking = "already-picking"
    /// ``Refusal/alreadyListening``
    case alreadyListening = "already-listening"
    /// ``Refusal/nothingPlaying``
    case nothingPlaying = "nothing-playing"
    /// ``Refusal/goBackFirst``
    case goBackFirst = "go-back-first"
    /// ``Refusal/sessionFinished``
    case sessionFinished = "session-finished"
    /// ``Refusal/unknownLength``
    case unknownLength = "unknown-length"
    /// ``Refusal/nothingToUndo``
    case nothingToUndo = "nothing-to-undo"
    /// ``Refusal/notPicked(number:)``
    case notPicked = "not-picked"
    /// ``Refusal/noSuchPlace(number:count:)``
    case noSuchPlace = "no-such-place"
    /// ``Refusal/notToCome``
    case notToCome = "not-to-come"
    /// ``Refusal/alreadyHeard(number:)``
    case alreadyHeard = "already-heard"
    /// ``Refusal/nothingFound(words:)``
    case nothingFound = "nothing-found"
  }

  /// The reason as one word.
  public var word: Word {
    switch self {
    case .nothingPicked: .nothingPicked
    case .noSuchSong: .noSuchSong
    case .notInSession: .notInSession
    case .alreadyPicking: .alreadyPicking
    case .alreadyListening: .alreadyListening
    case .nothingPlaying: .nothingPlaying
    case .goBackFirst: .goBackFirst
    case .sessionFinished: .sessionFinished
    case .unknownLength: .unknownLength
    case .nothingToUndo: .nothingToUndo
    case .notPicked: .notPicked
    case .noSuchPlace: .noSuchPlace
    case .notToCome: .notToCome
    case .alreadyHeard: .alreadyHeard
    case .nothingFound: .nothingFound
    }
  }
}

extension Refusal: CustomStringConvertible {
  /// The reason, in one sentence. What to type instead is for a view to say.
  public var description: String {
    switch self {
    case .nothingPicked: "Nothing is picked."
    case .noSuchSong(let number, count: 0): "There is no song \(number): the list is empty."
    case .noSuchSong(let number, let count):
      "There is no song \(number): the list has \(count)."
    case .notInSession(let number): "Song \(number) is not in this session."
    case .alreadyPicking: "No session has started."
    case .alreadyListening: "The session has started already."
    case .nothingPlaying: "Nothing is playing."
    case .goBackFirst: "Not while listening."
    case .sessionFinished: "The session is finished."
    case .unknownLength: "The length of this song is unknown."
    case .nothingToUndo: "There is nothing to undo."
    case .notPicked(let number): "Song \(number) is not picked."
    case .noSuchPlace(let number, count: 1): "There is no place \(number): the session has 1 song."
    case .noSuchPlace(let number, let count):
      "There is no place \(number): the session has \(count) songs."
    case .notToCome: "Only songs still to come can be moved, and only among these."
    case .alreadyHeard(let number): "Song \(number) has been heard already."
    case .nothingFound(let words?): "No song has '\(words)' in its title, artist or folder."
    case .nothingFound(nil): "Nothing was searched for."
    }
  }
}
