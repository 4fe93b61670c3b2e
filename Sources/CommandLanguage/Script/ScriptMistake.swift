import Text

/// Why a line of a script is no statement.
enum ScriptMistake: Error, Equatable {
  /// The prompt would say so, too.
  case command(CommandError)
  /// Bytes that are no text.
  case notUTF8
  /// A quotation mark without its partner.
  case openQuote
  /// A backslash within quotes, before anything but a quotation mark or a backslash.
  case badEscape
  /// A word that means nothing after the words `after`; `choices` are the ones that would.
  case notUnderstood(Echo, after: String, nearest: String?, choices: [String])
  /// A word that is no count.
  case notACount(Echo)
  /// Numbers where one song's belongs.
  case notOneSong(Echo)

  var message: String {
    switch self {
    case .command(let error):
      "\(error)"
    case .notUTF8:
      "This line is not UTF-8 text."
    case .openQuote:
      "A quotation mark is not closed."
    case .badEscape:
      "Within quotes, '\\' stands only before '\"' or another '\\'."
    case .notUnderstood(let word, let after, let nearest?, _):
      "\(word) cannot follow '\(after)'. Did you mean '\(nearest)'?"
    case .notUnderstood(let word, let after, nil, let choices):
      "\(word) cannot follow '\(after)', but \(choices.alternatives) can."
    case .notACount(let word):
      "\(word) is not a number of songs."
    case .notOneSong(let word):
      "\(word) is not one song; a song fails by its own number."
    }
  }
}
