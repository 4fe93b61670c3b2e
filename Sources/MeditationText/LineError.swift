/// Why a line is not a valid command, or statement of a script; the description also suggests a valid one.
package enum LineError: Error, Equatable, Sendable {
  /// The first word is not a command; `nearest` is the one probably meant.
  case unknownCommand(QuotedInput, nearest: String?)
  /// The first word is a prefix of several commands.
  case ambiguous(QuotedInput, [String])
  /// A command has too many arguments; `takes` describes what it takes.
  case unexpected(QuotedInput, command: String, takes: String)
  /// A required argument is missing; `needs` describes it, with examples.
  case missing(command: String, needs: String)
  /// An argument is not one of `choices`; `nearest` is the line probably meant.
  case notAChoice(QuotedInput, command: String, nearest: String?, choices: [String])
  /// The arguments of `move` are not a song and a place; `meant` is the line probably meant.
  case notAMove(QuotedInput, meant: String?)
  /// A word is not a song number; `meant` is the line probably meant.
  case notASongNumber(QuotedInput, meant: String?)
  /// A word is not a time; `forms` are examples of valid ones.
  case badTime(QuotedInput, TimeError, forms: String)
  case notAVolume(QuotedInput)
  case notATimeOfDay(QuotedInput, forms: String)
  /// A clause of a plan exceeds a limit, which `sentence` tells; `example` is a valid line.
  case beyondLimit(sentence: String, example: String)
  /// A word does not begin a clause of a plan; `nearest` is the one probably meant.
  case notInPlan(QuotedInput, nearest: String?, choices: [String])
  /// The argument of `breath` is not a pattern.
  case notABreath(QuotedInput)
  case openQuote
  /// A word that is not accepted, and the rest of the sentence about it.
  case wrong(QuotedInput, String)
  /// Any other mistake, as a sentence.
  case mistake(String)
  /// A word of a script is not valid after the words `after`; `choices` are the valid ones.
  case cannotFollow(QuotedInput, after: String, nearest: String?, choices: [String])
}

extension LineError {
  /// The word by which a program recognizes that a line is not valid.
  package static let word = "not-understood"
}

extension LineError: CustomStringConvertible {
  /// The message: one line, safe on a terminal.
  package var description: String {
    switch self {
    case .unknownCommand(let word, let nearest?): "No command \(word). Did you mean '\(nearest)'?"
    case .unknownCommand(let word, nil) where word.text.lowercased() == "version":
      "No command \(word). In a shell, 'meditate --version' prints it."
    case .unknownCommand(let word, nil): "No command \(word). 'help' lists the commands."
    case .ambiguous(let word, let commands): "\(word) could be \(commands.alternatives)."
    case .unexpected(let word, let command, let takes):
      "Unexpected \(word): '\(command)' takes \(takes)."
    case .missing(let command, let needs): "'\(command)' needs \(needs)."
    case .notAChoice(let word, let command, let nearest?, _):
      "'\(command)' does not take \(word). Did you mean '\(nearest)'?"
    case .notAChoice(let word, let command, nil, let choices):
      "'\(command)' takes \(choices.alternatives), not \(word)."
    case .notAMove(let word, let meant?):
      "Unexpected \(word): 'move' takes a song and a place. Did you mean '\(meant)'?"
    case .notAMove(let word, nil):
      "'move' takes a song and a place, such as 'move 5 to 1', not \(word)."
    case .notASongNumber(let word, let meant?):
      "\(word) is not a song number. Did you mean '\(meant)'?"
    case .notASongNumber(let word, nil): "\(word) is not a song number. Write 3, 3-5 or 7-."
    case .badTime(let word, .notATime, let forms): "\(word) is not a time. Write \(forms)."
    case .badTime(let word, .nearly(let meant, let reason?), _):
      "\(word) is not a time: \(reason). Did you mean '\(meant)'?"
    case .badTime(let word, .nearly(let meant, nil), _):
      "\(word) is not a time. Did you mean '\(meant)'?"
    case .badTime(let word, .tooLong, _):
      "\(word) is too long. The longest time is \(TimeText.exact(TimeText.limit))."
    case .notATimeOfDay(let word, let forms): "\(word) is not a time of day. Write \(forms)."
    case .notAVolume(let word): "\(word) is not a volume. Write 80, +5 or -5."
    case .beyondLimit(let sentence, let example): "\(sentence) Example: '\(example)'."
    case .notInPlan(let word, let nearest?, _):
      "\(word) does not belong in a plan. Did you mean '\(nearest)'?"
    case .notInPlan(let word, nil, let choices):
      "\(word) does not belong in a plan. Write \(choices.alternatives)."
    case .notABreath(let word):
      "\(word) is not a breath. Write 4-7-8, 4-7-8 x8, 5-5, box, coherent or sigh."
    case .openQuote: "The closing quotation mark is missing."
    case .wrong(let word, let mistake): "\(word) \(mistake)"
    case .mistake(let sentence): sentence
    case .cannotFollow(let word, let after, let nearest?, _):
      "\(word) cannot follow '\(after)'. Did you mean '\(nearest)'?"
    case .cannotFollow(let word, let after, nil, let choices):
      "\(word) cannot follow '\(after)'. Write \(choices.alternatives)."
    }
  }
}
