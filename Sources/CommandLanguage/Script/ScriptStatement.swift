/// One statement of a script.
public enum ScriptStatement: Equatable, Sendable {
  /// A command of the prompt.
  case command(Command)
  /// Waits: `wait 90s`.
  case wait(ScriptWait)
  /// Checks the session: `expect phase listening`.
  case expect(Expectation)
  /// Makes a song fail, as if the engine reported it: `fail 2 REASON`. Numbers start at 1.
  case fail(song: Int, reason: String)
  /// Makes the sound device unavailable: `lose device REASON`.
  case loseDevice(reason: String)
  /// Makes the sound device available again: `restore device`.
  case restoreDevice
  /// Declares a song without a file: `song "Title" by "Artist" 2:50`.
  case song(SongDeclaration)
}

extension ScriptStatement: CustomStringConvertible {
  /// A line that parses as this statement, with all words in full.
  public var description: String {
    switch self {
    case .command(let command): "\(command)"
    case .wait(let wait): "wait \(wait)"
    case .expect(let expectation): "expect \(expectation)"
    case .fail(let song, let reason): "fail \(song) \(QuotedText.quote(reason))"
    case .loseDevice(let reason): "lose device \(QuotedText.quote(reason))"
    case .restoreDevice: "restore device"
    case .song(let song): "song \(song)"
    }
  }
}
