import Text

/// Why a line of a script is not a valid statement.
enum ScriptMistake: Error, Equatable {
  /// An error in a command; the prompt reports it in the same words.
  case command(CommandError)
  /// The line is not valid UTF-8.
  case notUTF8
  /// A word is not valid after the words `after`; `choices` are the valid ones.
  case notUnderstood(Echo, after: String, nearest: String?, choices: [String])
  /// A word is not a count.
  case notACount(Echo)
  /// Several song numbers where one is required.
  case notOneSong(Echo)

  var message: String {
    switch self {
    case .command(let error):
      "\(error)"
    case .notUTF8:
      "This line is not UTF-8 text."
    case .notUnderstood(let word, let after, let nearest?, _):
      "\(word) cannot follow '\(after)'. Did you mean '\(nearest)'?"
    case .notUnderstood(let word, let after, nil, let choices):
      "\(word) cannot follow '\(after)'. Write \(choices.alternatives)."
    case .notACount(let word):
      "\(word) is not a number of songs."
    case .notOneSong(let word):
      "\(word) is not a single song. 'fail' takes one song number."
    }
  }
}
