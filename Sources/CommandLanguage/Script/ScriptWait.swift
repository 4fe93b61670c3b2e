import Text

/// The time or event that a script waits for.
public enum ScriptWait: Equatable, Sendable {
  /// For a period of time.
  case time(Duration)
  /// Until the current song is over.
  case endOfSong
  /// Until the session is finished.
  case endOfSession
  /// Until a bell is struck.
  case bell

  static let vocabulary = Vocabulary(["end-of-song", "end-of-session", "bell"])
}

extension ScriptWait: CustomStringConvertible {
  /// The arguments of the `wait` statement.
  public var description: String {
    switch self {
    case .time(let time): TimeText.exact(time)
    case .endOfSong: "end-of-song"
    case .endOfSession: "end-of-session"
    case .bell: "bell"
    }
  }
}
