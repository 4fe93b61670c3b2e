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

  /// The reason as one word, for scripts and programs. The words are documented and stay.
  public var word: String {
    switch self {
    case .nothingPicked: "nothing-picked"
    case .noSuchSong: "no-such-song"
    case .notInSession: "not-in-session"
    case .alreadyPicking: "already-picking"
    case .alreadyListening: "already-listening"
    case .nothingPlaying: "nothing-playing"
    case .goBackFirst: "go-back-first"
    case .sessionFinished: "session-finished"
    case .unknownLength: "unknown-length"
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
      "Songs cannot be picked while the session plays. 'back' returns to picking."
    case .sessionFinished:
      "The session is finished. 'start' plays it again, 'back' returns to picking."
    case .unknownLength:
      "The length of this song is unknown. Seek to a time instead, such as 'seek 1:30'."
    }
  }
}
