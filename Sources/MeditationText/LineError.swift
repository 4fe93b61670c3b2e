/// Why a line is not a valid command, or statement of a script; the description also suggests a valid one.
///
/// `nearest` and `meant` are what was probably meant, `choices` the valid words, and `forms` and
/// `example` valid examples; `needs` describes what is missing, and `takes` what a command takes.
package enum LineError: Error, Equatable, Sendable {
  case unknownCommand(QuotedInput, nearest: String?)
  /// A command has too many arguments.
  case unexpected(QuotedInput, command: String, takes: String)
  case missing(command: String, needs: String)
  case notAChoice(QuotedInput, command: String, nearest: String?, choices: [String])
  case notASongNumber(QuotedInput, meant: String?)
  case badTime(QuotedInput, TimeError, forms: String)
  case notAVolume(QuotedInput)
  /// A clause of a plan exceeds a limit, which `sentence` tells.
  case beyondLimit(sentence: String, example: String)
  /// A word does not begin a clause of a plan.
  case notInPlan(QuotedInput, nearest: String?, choices: [String])
  case notABreath(QuotedInput)
  /// A word that is not accepted, and the rest of the sentence about it.
  case wrong(QuotedInput, String)
  /// Any other mistake, as a sentence.
  case mistake(String)
  /// A word of a script is not valid after the words `after`.
  case cannotFollow(QuotedInput, after: String, nearest: String?, choices: [String])

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
    case .unexpected(let word, let command, let takes):
      "Unexpected \(word): '\(command)' takes \(takes)."
    case .missing(let command, let needs): "'\(command)' needs \(needs)."
    case .notAChoice(let word, let command, let nearest?, _):
      "'\(command)' does not take \(word). Did you mean '\(nearest)'?"
    case .notAChoice(let word, let command, nil, let choices):
      "'\(command)' takes \(choices.alternatives), not \(word)."
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
    case .notAVolume(let word): "\(word) is not a volume. Write 80, +5 or -5."
    case .beyondLimit(let sentence, let example): "\(sentence) Example: '\(example)'."
    case .notInPlan(let word, let nearest?, _):
      "\(word) does not belong in a plan. Did you mean '\(nearest)'?"
    case .notInPlan(let word, nil, let choices):
      "\(word) does not belong in a plan. Write \(choices.alternatives)."
    case .notABreath(let word):
      "\(word) is not a breath. Write 4-7-8, 4-7-8 x8, 5-5, box, coherent or sigh."
    case .wrong(let word, let mistake): "\(word) \(mistake)"
    case .mistake(let sentence): sentence
    case .cannotFollow(let word, let after, let nearest?, _):
      "\(word) cannot follow '\(after)'. Did you mean '\(nearest)'?"
    case .cannotFollow(let word, let after, nil, let choices):
      "\(word) cannot follow '\(after)'. Write \(choices.alternatives)."
    }
  }
}
