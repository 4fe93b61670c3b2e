public import Text

/// Why a line is no command: one line that says what was not understood, and what would be.
public enum CommandError: Error, Equatable, Sendable {
  /// The first word is no command; `nearest` is the one probably meant.
  case unknownCommand(Echo, nearest: String?)
  /// The first word begins several commands.
  case ambiguous(Echo, [String])
  /// A command is followed by more than it takes; `takes` says what it takes.
  case unexpected(Echo, command: String, takes: String)
  /// A command without arguments is followed by a word.
  case takesNoWords(command: String, Echo)
  /// A command lacks what it needs; `needs` says what, with examples.
  case missing(command: String, needs: String)
  /// A word stands where one of `choices` should; `nearest` is the line probably meant.
  case notAChoice(Echo, command: String, nearest: String?, choices: [String])
  /// What follows `shuffle` is no seed.
  case notASeed(Echo)
  /// What follows `move` is not a song and a place; `meant` is the line probably meant.
  case notAMove(Echo, meant: String?)
  /// A word stands where a song's number should; `meant` is the line probably meant.
  case notASongNumber(Echo, meant: String?)
  /// A range from a higher number to a lower one, and the same turned round.
  case backwards(Echo, turned: String)
  /// A song number 0.
  case songZero
  /// A place 0 in a session.
  case placeZero
  /// A number beyond any list.
  case numberTooLarge(Echo)
  /// A word stands where a time should; `forms` are examples of what may stand there.
  case badTime(Echo, TimeError, forms: String)
  /// A part of a song that is not 0% to 100%.
  case badPercent(Echo)
  /// A word that is no volume at all.
  case notAVolume(Echo)
  /// A volume, or a change of it, of more than 100.
  case volumeOutOfRange(Echo)
  /// What follows a `#` is no id.
  case badIdentifier(Echo)
}

extension CommandError: CustomStringConvertible {
  /// The message: one line, safe on a terminal.
  public var description: String {
    switch self {
    case .unknownCommand(let word, let nearest?):
      "No command \(word). Did you mean '\(nearest)'?"
    case .unknownCommand(let word, nil):
      "No command \(word). 'help' lists the commands."
    case .ambiguous(let word, let commands):
      "\(word) could be \(commands.alternatives)."
    case .unexpected(let word, let command, let takes):
      "Unexpected \(word): '\(command)' takes \(takes)."
    case .takesNoWords(command: "play", let word):
      "'play' takes no words. Try 'find \(word.text)'."
    case .takesNoWords(let command, _):
      "'\(command)' takes no words."
    case .missing(let command, let needs):
      "'\(command)' needs \(needs)."
    case .notAChoice(let word, let command, let nearest?, _):
      "'\(command)' does not take \(word). Did you mean '\(nearest)'?"
    case .notAChoice(let word, let command, nil, let choices):
      "'\(command)' takes \(choices.alternatives), not \(word)."
    case .notASeed(let word):
      "\(word) is not a seed. Write a whole number, such as 'shuffle 42', or nothing."
    case .notAMove(let word, let meant?):
      "'move' takes a song and a place, not \(word), too. Did you mean '\(meant)'?"
    case .notAMove(let word, nil):
      "'move' takes a song and a place, such as 'move 5 to 1', not \(word)."
    case .notASongNumber(let word, let meant?):
      "\(word) is not a song number. Did you mean '\(meant)'?"
    case .notASongNumber(let word, nil):
      "\(word) is not a song number. Write 3, 3-5 or 7-."
    case .backwards(let range, let turned):
      "\(range) runs backwards. Did you mean '\(turned)'?"
    case .songZero:
      "Song numbers start at 1."
    case .placeZero:
      "Places start at 1."
    case .numberTooLarge(let number):
      "\(number) is too large for a song number."
    case .badTime(let word, .notATime, let forms):
      "\(word) is not a time. Write \(forms)."
    case .badTime(let word, .nearly(let meant, let reason?), _):
      "\(word) is not a time: \(reason). Did you mean '\(meant)'?"
    case .badTime(let word, .nearly(let meant, nil), _):
      "\(word) is not a time. Did you mean '\(meant)'?"
    case .badTime(let word, .tooLong, _):
      "\(word) is too long. The longest time is \(TimeText.exact(TimeText.limit))."
    case .badPercent(let word):
      "\(word) is not a percentage. Write a whole number from 0% to 100%."
    case .notAVolume(let word):
      "\(word) is not a volume. Write 80, +5 or -5."
    case .volumeOutOfRange(let word):
      "\(word) is out of range. The volume goes from 0 to 100."
    case .badIdentifier(let id):
      "\(id) is not an id. Write '#' and 1 to \(IdentifiedCommand.longestID) letters, digits, '-' or '_'."
    }
  }
}
