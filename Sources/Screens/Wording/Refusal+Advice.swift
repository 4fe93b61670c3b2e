public import MeditationCore

extension Refusal {
  /// The reason and what to type instead, in one or two sentences.
  public var text: String {
    advice.map { "\(self) \($0)" } ?? "\(self)"
  }

  /// What to type instead, in one sentence.
  public var advice: String? {
    switch self {
    case .nothingPicked: "Type song numbers, such as '1 3-5', or 'all'; then 'start'."
    case .noSuchSong, .noSuchPlace, .nothingToUndo, .nothingToRedo: nil
    case .notInSession(let number): "'pick \(number)' adds it."
    case .alreadyPicking, .nothingPlaying: "'start' begins the session."
    case .alreadyListening: "'back' returns to picking."
    case .goBackFirst: "'back' stops this session and returns to picking."
    case .sessionFinished: "'start' plays it again, 'back' returns to picking."
    case .unknownLength: "Seek to a time instead, such as 'seek 1:30'."
    case .notPicked(let number): "'pick \(number)' picks it."
    case .notToCome: nil
    case .alreadyHeard: "'unpick' takes out songs still to come; 'back' returns to picking."
    case .nothingFound(_?): "The list is unchanged."
    case .nothingFound(nil): "'find WORDS' narrows the list."
    case .nothingFollows: "'finish' ends the session."
    case .nothingMore, .inSilence, .planPassed, .beyondLimit, .songInUse: nil
    case .bellUnreadable: "'bell bowl' needs no file."
    }
  }
}
