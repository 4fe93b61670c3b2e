import MeditationCore
import MeditationPlan
import MeditationText

package enum Command: Equatable, Sendable {
  /// An action of the session that needs nothing else.
  case action(Action)
  /// Numbers alone: toggles them while picking, jumps to the song while listening.
  case numbers([NumberRange])
  case pick(SongSelection)
  /// Picks songs that play right after the current one.
  case pickNext(SongSelection)
  case unpick(SongSelection)
  /// Moves several songs of the session to a place in its order; one song is an action.
  case move(SongSelection, to: Action.Place)
  /// Adds the songs of a file, a folder or a playlist, and picks them: to play last, or `next`.
  case add(String, next: Bool)
  case invert
  /// Limits the list to songs with all these words; no words show the whole list again.
  case find([String])
  case rescan
  /// Shuffles with a seed that is chosen when the command is performed.
  case shuffle
  /// Changes the plan, by all of these steps or, if one is refused, not at all.
  case plan([PlanStep])
  case practice(PracticeCommand)
  /// Shows a page; changes nothing.
  case show(Page)
  case quit

  package enum Page: Equatable, Sendable {
    case status, skipped, volume, level, repeating, plan
    /// The clauses of the plan that begin with this word.
    case clause(String)
    case left
    /// The session time in large digits, from now on; `nil` shows it no longer.
    case clock(ClockFace?)
    case more
    case list(ListScope)
    /// The details of the song with this number, or of the current one.
    case info(Int?)
    /// Help on the command with this full name or on this topic, or on all commands.
    case help(String?)
  }
}

package enum ClockFace: String, Sendable {
  /// The session time, which counts down to its beginning while settling.
  case elapsed
  /// The time left in the session or, where that is not known, the session time.
  case left
}

// MARK: - Identified lines

/// A line with an optional id, which its answer repeats: `#42 next`.
package struct IdentifiedCommand: Equatable, Sendable {
  /// The longest id, in characters.
  package static let longestID = 64

  /// The id without its `#`; `nil` if the line has none.
  package let id: String?
  package let rest: Substring

  /// Splits the id off `line`: up to ``longestID`` ASCII letters, digits, `-` and `_`.
  package static func split(_ line: some StringProtocol) throws(LineError) -> IdentifiedCommand {
    let line = Substring(line)
    let scalars = line.unicodeScalars.drop(while: Words.isBlank)
    guard scalars.first == "#" else { return IdentifiedCommand(id: nil, rest: line) }
    let id = scalars.dropFirst().prefix { !Words.isBlank($0) }
    guard !id.isEmpty, id.prefix(longestID + 1).count <= longestID,
      Substring(id).utf8.allSatisfy(ASCII.isOfName)
    else {
      throw .wrong(
        QuotedInput(Substring(id)),
        "is not an id. Write '#' and 1 to \(longestID) letters, digits, '-' or '_'.")
    }
    return IdentifiedCommand(id: String(id), rest: Substring(scalars[id.endIndex...]))
  }
}
