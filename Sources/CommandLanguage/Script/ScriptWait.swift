import Text

/// How long a script waits.
public enum ScriptWait: Equatable, Sendable {
  /// For this long.
  case time(Duration)
  /// Until the current song is over.
  case endOfSong
  /// Until the session is finished.
  case endOfSession

  static let vocabulary = Vocabulary(["end-of-song", "end-of-session"])
}

extension ScriptWait: CustomStringConvertible {
  /// The wait as it is written.
  public var description: String {
    switch self {
    case .time(let time): TimeText.exact(time)
    case .endOfSong: "end-of-song"
    case .endOfSession: "end-of-session"
    }
  }
}
