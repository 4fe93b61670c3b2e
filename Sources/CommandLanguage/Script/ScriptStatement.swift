/// What one line of a script says.
public enum ScriptStatement: Equatable, Sendable {
  /// A command of the prompt.
  case command(Command)
  /// Lets time pass: `wait 90s`.
  case wait(ScriptWait)
  /// Checks the session: `expect phase listening`.
  case expect(Expectation)
  /// A song breaks, as the engine would report it: `fail 2 REASON`. Numbers count from 1.
  case fail(song: Int, reason: String)
  /// The sound device goes away: `lose device REASON`.
  case loseDevice(reason: String)
  /// The sound device comes back: `restore device`.
  case restoreDevice
  /// A song without a file: `song "Title" by "Artist" 2:50`.
  case song(SongDeclaration)
}

extension ScriptStatement: CustomStringConvertible {
  /// A line that the parser understands as this statement, spelled in full.
  public var description: String {
    switch self {
    case .command(let command): "\(command)"
    case .wait(let wait): "wait \(wait)"
    case .expect(let expectation): "expect \(expectation)"
    case .fail(let song, let reason): "fail \(song) \(ScriptToken.quote(reason))"
    case .loseDevice(let reason): "lose device \(ScriptToken.quote(reason))"
    case .restoreDevice: "restore device"
    case .song(let song): "song \(song)"
    }
  }
}
