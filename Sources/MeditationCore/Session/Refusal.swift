/// Why an action was refused, and what to do instead. A refused action has changed nothing.
public enum Refusal: Error, Hashable, Sendable {
  case nothingPicked
  /// There is no song of this number (from 1) in a list of `count`.
  case noSuchSong(number: Int, count: Int)
  /// The song of this number (from 1) was not picked.
  case notInSession(number: Int)
  case alreadyPicking
  case alreadyListening
  case nothingPlaying
  case goBackFirst
  case sessionFinished
  case unknownLength

  case nothingToUndo
  /// The song of this number (from 1) cannot be moved: it is not picked.
  case notPicked(number: Int)
  /// There is no place of this number (from 1) among `count` songs of the session.
  case noSuchPlace(number: Int, count: Int)
  /// The song, or the place to which it should move, is not after the current song.
  case notToCome
  /// No song has these words, or none was searched for.
  case nothingFound(words: String?)

  /// The reasons as single words, for scripts and programs. They are documented and stay.
  public enum Word: String, CaseIterable, Sendable {
    case nothingPicked = "nothing-picked"
    case noSuchSong = "no-such-song"
    case notInSession = "not-in-session"
    case alreadyPicking = "already-picking"
    case alreadyListening = "already-listening"
    case nothingPlaying = "nothing-playing"
    case goBackFirst = "go-back-first"
    case sessionFinished = "session-finished"
    case unknownLength = "unknown-length"
    case nothingToUndo = "nothing-to-undo"
    case notPicked = "not-picked"
    case noSuchPlace = "no-such-place"
    case notToCome = "not-to-come"
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
    case .nothingFound: .nothingFound
    }
  }
}

extension Refusal: CustomStringConvertible {
  /// The reason and the way out, for a person.
  public var description: String {
    switch self {
    case .nothingPicked:
      "Nothing is picked yet. Type song numbers, such as '1 3-5', or 'all'; then 'start'."
    case .noSuchSong(let number, let count):
      switch count {
      case 0: "There is no song \(number): the list is empty."
      default: "There is no song \(number): the list has \(count)."
      }
    case .notInSession(let number):
      "Song \(number) is not in this session. 'back' returns to picking, where it can be added."
    case .alreadyPicking:
      "You are picking already. 'start' begins the session."
    case .alreadyListening:
      "The session has started already. 'back' returns to picking."
    case .nothingPlaying:
      "Nothing is playing. 'start' begins the session."
    case .goBackFirst:
      "That is for picking, and the session plays. 'back' returns to picking."
    case .sessionFinished:
      "The session is finished. 'start' plays it again, 'back' returns to picking."
    case .unknownLength:
      "The length of this song is unknown. Seek to a time instead, such as 'seek 1:30'."
    case .nothingToUndo:
      "There is nothing to take back."
    case .notPicked(let number):
      "Song \(number) is not picked, so it has no place to move from. 'pick \(number)' picks it."
    case .noSuchPlace(let number, let count):
      count == 1
        ? "There is no place \(number): the session has 1 song."
        : "There is no place \(number): the session has \(count) songs."
    case .notToCome:
      "Only songs still to come can be moved, and only to places after the current song's."
    case .nothingFound(let words?):
      "No song has '\(words)' in its title, artist or folder. The list is as it was."
    case .nothingFound(nil):
      "Nothing was searched for. 'find WORDS' narrows the list."
    }
  }
}
