public import MeditationCore

/// One command, as understood: what it asks for, and of whom.
public enum Command: Equatable, Sendable {
  /// Asks the session for an action that needs nothing else.
  case action(Action)
  /// Numbers alone: toggles them while picking, jumps to the song while listening.
  case numbers([NumberRange])
  case pick(SongSelection)
  case unpick(SongSelection)
  /// Picks the songs that are not picked, and unpicks the others.
  case invert
  /// Narrows the list to the songs that have all these words; none shows all again.
  case find([String])
  /// Shuffles by a seed that is drawn when the command is performed.
  case shuffle
  /// Asks to be shown something.
  case show(Page)
  case quit

  /// What can be shown.
  public enum Page: Equatable, Sendable {
    case status, skipped, volume, repeating
    case list(ListScope)
    /// Help on the command of this full name, or on all.
    case help(String?)
  }
}

extension Command: CustomStringConvertible {
  /// A line that the parser understands as this command, spelled in full.
  public var description: String {
    if case .numbers(let ranges) = self { return SongSelection.numbers(ranges).description }
    for spec in CommandSpec.all {
      guard let arguments = spec.spell(self) else { continue }
      return arguments.isEmpty ? spec.name : "\(spec.name) \(arguments)"
    }
    return CommandSpec.numbers.name
  }
}
