import MeditationPlan
import MeditationText

/// Why an action was refused. A refused action changes nothing.
public enum Refusal: Error, Hashable, Sendable {
  /// A session needs a picked song, or a plan with a length.
  case nothingPicked
  /// The same, where the list is empty.
  case noSongs
  /// The list of `count` songs has no song with this number, from 1.
  case noSuchSong(number: Int, count: Int)
  /// The song with this number, from 1, is not part of the session.
  case notInSession(number: Int)
  /// The phase is already `picking`.
  case alreadyPicking
  /// The phase is already `listening`.
  case alreadyListening
  /// The action needs a session that plays.
  case nothingPlaying
  /// The action is not possible while listening.
  case goBackFirst
  /// The action is not possible once the session is finished.
  case sessionFinished
  /// The session is locked, and the action would stop or move it.
  case locked
  /// A seek by percent needs the song's length, which is unknown.
  case unknownLength
  /// There is no change to undo.
  case nothingToUndo
  /// Nothing was undone, or something was changed since.
  case nothingToRedo
  /// The song with this number, from 1, is not picked, so it cannot be moved.
  case notPicked(number: Int)
  /// A session of `count` songs has no position with this number, from 1.
  case noSuchPlace(number: Int, count: Int)
  /// The song, or the position to move it to, is not after the current song.
  case notToCome
  /// The song with this number, from 1, has been heard or is current: it cannot be removed.
  case alreadyHeard(number: Int)
  /// There is no song to seek in, to go back to or to end with: nothing but silence.
  case inSilence
  /// Only silence is to come, so it cannot be skipped.
  case nothingFollows
  /// A change of the plan comes too late, or the session to be resumed is over already.
  case planPassed
  /// The part of the plan with this number, from 1, has passed.
  case partPassed(Int)
  /// No part follows the current one.
  case lastPart
  /// No layer has this sound.
  case noLayer
  /// Nobody speaks.
  case noVoice
  /// The session ends at this session time, before the place.
  case beyondEnd(Duration)
  /// A jump goes back beyond session time 0.
  case beforeBeginning
  /// A clause of the plan exceeds a limit.
  case beyondLimit(PlanLimit)
  /// The song with this title is in a session, or given twice: a `SongViewModel` is for one row.
  case songInUse(title: String)
  /// The song with this title is not in the list of the session.
  case notInList(title: String)

  init(_ refusal: PlanRefusal) {
    self =
      switch refusal {
      case .nothingPlaying: .nothingPlaying
      case .noLayer: .noLayer
      case .noVoice: .noVoice
      case .lastPart: .lastPart
      case .partPassed(let number): .partPassed(number)
      case .planPassed: .planPassed
      }
  }
}

// MARK: - In words

extension Refusal: CustomStringConvertible {
  /// A stable identifier of the reason, for scripts and programs: `nothing-picked`.
  public var word: String { told.word }
  /// The reason in one sentence. Views add what to type instead.
  public var description: String { told.sentence }
  /// Advice on what to type instead, in one sentence; `nil` if there is none.
  package var advice: String? { told.advice }
  /// The reason and what to type instead, in one or two sentences.
  package var text: String { advice.map { "\(self) \($0)" } ?? "\(self)" }

  private var told: (word: String, sentence: String, advice: String?) {
    switch self {
    case .nothingPicked:
      (
        "nothing-picked", "Nothing is picked.",
        "Type song numbers, such as '1 3-5', or 'all'; then 'start'."
      )
    case .noSongs:
      (
        "nothing-picked", "There are no songs here.",
        "'sit 20m' sits without, and 'add PATH' adds songs from a file or a folder."
      )
    case .noSuchSong(let number, count: 0):
      ("no-such-song", "There is no song \(number): the list is empty.", nil)
    case .noSuchSong(let number, let count):
      ("no-such-song", "There is no song \(number): the list has \(count).", nil)
    case .notInSession(let number):
      ("not-in-session", "Song \(number) is not in this session.", "'pick \(number)' adds it.")
    case .alreadyPicking:
      ("already-picking", "No session is going on.", "'start' begins the session.")
    case .alreadyListening:
      (
        "already-listening", "The session has started already.",
        "'for 20m' changes its length, and 'back' returns to picking."
      )
    case .nothingPlaying: ("nothing-playing", "Nothing is playing.", "'start' begins the session.")
    case .goBackFirst:
      (
        "go-back-first", "Not while listening.",
        "'back' stops this session and returns to picking."
      )
    case .sessionFinished:
      (
        "session-finished", "The session is finished.",
        "'start' plays it again, 'back' returns to picking."
      )
    case .locked: ("locked", "The session is locked.", "Type 'unlock' first.")
    case .unknownLength:
      (
        "unknown-length", "The length of this song is unknown.",
        "Seek to a time instead, such as 'seek 1:30'."
      )
    case .nothingToUndo: ("nothing-to-undo", "There is nothing to undo.", nil)
    case .nothingToRedo: ("nothing-to-redo", "There is nothing to redo.", nil)
    case .notPicked(let number):
      ("not-picked", "Song \(number) is not picked.", "'pick \(number)' picks it.")
    case .noSuchPlace(let number, count: 1):
      ("no-such-place", "There is no place \(number): the session has 1 song.", nil)
    case .noSuchPlace(let number, let count):
      ("no-such-place", "There is no place \(number): the session has \(count) songs.", nil)
    case .notToCome:
      (
        "not-to-come",
        "Only songs after the current one can be moved, and only to places after it.", nil
      )
    case .alreadyHeard(let number):
      (
        "already-heard", "Song \(number) has begun, so it stays in the session.",
        "'unpick' takes out songs still to come; 'back' returns to picking."
      )
    case .inSilence:
      ("in-silence", "There is silence now, and no song to seek in, go back to or end with.", nil)
    case .nothingFollows:
      ("nothing-follows", "Only silence is to come.", "'finish' ends the session.")
    case .planPassed: ("plan-passed", "That has happened already.", nil)
    case .partPassed(let number): ("part-passed", "Part \(number) has passed.", nil)
    case .noLayer:
      ("no-layer", "That sound does not lie under the session.", "'plan' shows what does.")
    case .noVoice: ("no-voice", "Nobody speaks now.", nil)
    case .lastPart: ("last-part", "This is the last part.", "'finish' ends the session.")
    case .beyondEnd(let end):
      // A time at which the session still goes on.
      (
        "beyond-end",
        "The session is over at "
          + "\(TimeText.exact(.seconds(end.clampedSessionTime.components.seconds))).",
        "Name an earlier time."
      )
    case .beforeBeginning:
      ("before-beginning", "That is before the session begins.", "'jump 0' goes to its beginning.")
    case .beyondLimit(let limit): ("beyond-limit", limit.description, nil)
    case .notInList(let title): ("not-in-list", "'\(title)' is not in the list.", nil)
    case .songInUse(let title):
      ("song-in-use", "The song '\(title)' belongs to a session already, or is given twice.", nil)
    }
  }

  package static let words = examples.map(\.word)

  /// A refusal of each word.
  private static let examples: [Refusal] = [
    .nothingPicked, .noSuchSong(number: 1, count: 0), .notInSession(number: 1), .alreadyPicking,
    .alreadyListening, .nothingPlaying, .goBackFirst, .sessionFinished, .locked, .unknownLength,
    .nothingToUndo, .nothingToRedo, .notPicked(number: 1), .noSuchPlace(number: 1, count: 1),
    .notToCome, .alreadyHeard(number: 1), .inSilence, .nothingFollows, .planPassed, .partPassed(1),
    .noLayer, .noVoice, .lastPart, .beyondEnd(.zero), .beforeBeginning, .beyondLimit(.length),
    .notInList(title: ""), .songInUse(title: ""),
  ]
}
