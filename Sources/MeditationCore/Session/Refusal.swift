import MeditationPlan
import MeditationText

/// Why an action was refused. A refused action changes nothing.
public enum Refusal: Error, Hashable, Sendable {
  /// A session needs a picked song, or a plan with a length.
  case nothingPicked
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
  /// The song with this number, from 1, has been heard or is the current one, so it cannot be
  /// removed.
  case alreadyHeard(number: Int)
  /// There is no song to seek in, to go back to or to end with: the session is silent now.
  case inSilence
  /// Only silence is to come, so it cannot be skipped.
  case nothingFollows
  /// A change of the plan comes too late, or the session to be resumed is over already.
  case planPassed
  /// The part of the plan with this number, from 1, has passed.
  case partPassed(Int)
  /// No part follows the current one.
  case lastPart
  /// Nothing with this sound lies under the session.
  case noLayer
  /// Nobody speaks.
  case noVoice
  /// The session is over at this session time, and so has no such place.
  case beyondEnd(Duration)
  /// A jump goes back beyond session time 0.
  case beforeBeginning
  /// A clause of the plan exceeds a limit.
  case beyondLimit(PlanLimit)
  /// The song with this title belongs to a session already, or was given twice. Create one
  /// `SongViewModel` for each row.
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

  /// A stable identifier of a refusal, for scripts and programs.
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
    /// ``Refusal/nothingToRedo``
    case nothingToRedo = "nothing-to-redo"
    /// ``Refusal/notPicked(number:)``
    case notPicked = "not-picked"
    /// ``Refusal/noSuchPlace(number:count:)``
    case noSuchPlace = "no-such-place"
    /// ``Refusal/notToCome``
    case notToCome = "not-to-come"
    /// ``Refusal/alreadyHeard(number:)``
    case alreadyHeard = "already-heard"
    /// ``Refusal/inSilence``
    case inSilence = "in-silence"
    /// ``Refusal/nothingFollows``
    case nothingFollows = "nothing-follows"
    /// ``Refusal/planPassed``
    case planPassed = "plan-passed"
    /// ``Refusal/partPassed(_:)``
    case partPassed = "part-passed"
    /// ``Refusal/noLayer``
    case noLayer = "no-layer"
    /// ``Refusal/noVoice``
    case noVoice = "no-voice"
    /// ``Refusal/lastPart``
    case lastPart = "last-part"
    /// ``Refusal/beyondEnd(_:)``
    case beyondEnd = "beyond-end"
    /// ``Refusal/beforeBeginning``
    case beforeBeginning = "before-beginning"
    /// ``Refusal/beyondLimit(_:)``
    case beyondLimit = "beyond-limit"
    /// ``Refusal/notInList(title:)``
    case notInList = "not-in-list"
    /// ``Refusal/songInUse(title:)``
    case songInUse = "song-in-use"
  }

  /// The stable identifier.
  public var word: Word { wordAndReason.0 }
}

extension Refusal: CustomStringConvertible {
  /// The reason in one sentence. Views add what to type instead.
  public var description: String { wordAndReason.1 }

  private var wordAndReason: (Word, String) {
    switch self {
    case .nothingPicked: (.nothingPicked, "Nothing is picked.")
    case .noSuchSong(let number, count: 0):
      (.noSuchSong, "There is no song \(number): the list is empty.")
    case .noSuchSong(let number, let count):
      (.noSuchSong, "There is no song \(number): the list has \(count).")
    case .notInSession(let number): (.notInSession, "Song \(number) is not in this session.")
    case .alreadyPicking: (.alreadyPicking, "No session is going on.")
    case .alreadyListening: (.alreadyListening, "The session has started already.")
    case .nothingPlaying: (.nothingPlaying, "Nothing is playing.")
    case .goBackFirst: (.goBackFirst, "Not while listening.")
    case .sessionFinished: (.sessionFinished, "The session is finished.")
    case .unknownLength: (.unknownLength, "The length of this song is unknown.")
    case .nothingToUndo: (.nothingToUndo, "There is nothing to undo.")
    case .nothingToRedo: (.nothingToRedo, "There is nothing to redo.")
    case .notPicked(let number): (.notPicked, "Song \(number) is not picked.")
    case .noSuchPlace(let number, count: 1):
      (.noSuchPlace, "There is no place \(number): the session has 1 song.")
    case .noSuchPlace(let number, let count):
      (.noSuchPlace, "There is no place \(number): the session has \(count) songs.")
    case .notToCome:
      (.notToCome, "Only songs after the current one can be moved, and only to places after it.")
    case .alreadyHeard(let number):
      (.alreadyHeard, "Song \(number) has begun, so it stays in the session.")
    case .inSilence:
      (.inSilence, "There is silence now, and no song to seek in, go back to or end with.")
    case .nothingFollows: (.nothingFollows, "Only silence is to come.")
    case .planPassed: (.planPassed, "That has happened already.")
    case .partPassed(let number): (.partPassed, "Part \(number) has passed.")
    case .noLayer: (.noLayer, "That sound does not lie under the session.")
    case .noVoice: (.noVoice, "Nobody speaks now.")
    case .lastPart: (.lastPart, "This is the last part.")
    case .beyondEnd(let end):
      // A time at which it is not over yet.
      (
        .beyondEnd,
        "The session is over at "
          + "\(TimeText.exact(.seconds(end.clampedSessionTime.components.seconds)))."
      )
    case .beforeBeginning: (.beforeBeginning, "That is before the session begins.")
    case .beyondLimit(let limit): (.beyondLimit, limit.description)
    case .notInList(let title): (.notInList, "'\(title)' is not in the list.")
    case .songInUse(let title):
      (.songInUse, "The song '\(title)' belongs to a session already, or is given twice.")
    }
  }
}
