/// Why a line is not a valid command, or statement of a script; the description also suggests a valid one.
package enum LineError: Error, Equatable, Sendable {
  /// The first word is not a command; `nearest` is the one probably meant.
  case unknownCommand(QuotedInput, nearest: String?)
  /// The first word is a prefix of several commands.
  case ambiguous(QuotedInput, [String])
  /// A command has too many arguments; `takes` describes what it takes.
  case unexpected(QuotedInput, command: String, takes: String)
  /// A command without arguments has one.
  case takesNoWords(command: String, QuotedInput)
  /// A required argument is missing; `needs` describes it, with examples.
  case missing(command: String, needs: String)
  /// An argument is not one of `choices`; `nearest` is the line probably meant.
  case notAChoice(QuotedInput, command: String, nearest: String?, choices: [String])
  /// The argument of `shuffle` is not a seed.
  case notASeed(QuotedInput)
  /// The arguments of `move` are not a song and a place; `meant` is the line probably meant.
  case notAMove(QuotedInput, meant: String?)
  /// A word is not a song number; `meant` is the line probably meant.
  case notASongNumber(QuotedInput, meant: String?)
  /// A range runs from a higher number to a lower one; `turned` is the corrected range.
  case backwards(QuotedInput, turned: String)
  /// The song number is 0.
  case songZero
  /// The place in the order is 0.
  case placeZero
  /// The row of a list is 0.
  case rowZero
  /// The number exceeds the size of any list.
  case numberTooLarge(QuotedInput)
  /// A word is not a time; `forms` are examples of valid ones.
  case badTime(QuotedInput, TimeError, forms: String)
  /// A percentage of a song is not within 0% to 100%.
  case badPercent(QuotedInput)
  /// A word is not a volume.
  case notAVolume(QuotedInput)
  /// The word is no time of day.
  case notATimeOfDay(QuotedInput)
  /// A word is not a day up to today; `forms` are examples of valid ones.
  case notADay(QuotedInput, forms: String)
  /// A word is not the time of day at which a sit began.
  case notABeginning(QuotedInput)
  /// A note is longer than any may be.
  case noteTooLong
  /// A label is longer than any may be.
  case labelTooLong(QuotedInput)
  /// A label of this or the last sit begins with the number of a row; the lines for either meaning.
  case labelOfRow(QuotedInput, label: QuotedInput)
  /// A volume, or a change of it, exceeds 100.
  case volumeOutOfRange(QuotedInput)
  /// A clause of a plan exceeds a limit, which `sentence` tells; `example` is a valid line.
  case beyondLimit(sentence: String, example: String)
  /// A word does not begin a clause of a plan; `nearest` is the one probably meant.
  case notInPlan(QuotedInput, nearest: String?, choices: [String])
  /// A word after a semicolon is not the length with which a part begins.
  case notAPart(QuotedInput)
  /// A word is not a whole number; `example` is a valid line.
  case notANumber(QuotedInput, example: String)
  /// The word after `drone` is not a tone.
  case notAPitch(QuotedInput)
  /// The argument of `breath` is not a pattern.
  case notABreath(QuotedInput)
  /// A file name that contains blanks has no quotation marks; `meant` is the line with them.
  case unquotedName(meant: String)
  /// A closing quotation mark is missing.
  case openQuote
  /// A backslash in quotes is not followed by a quotation mark or a backslash.
  case badEscape
  /// The text after `#` is not an id of at most `longest` characters.
  case badIdentifier(QuotedInput, longest: Int)
  /// The line of a script is not valid UTF-8.
  case notUTF8
  /// A word of a script is not valid after the words `after`; `choices` are the valid ones.
  case cannotFollow(QuotedInput, after: String, nearest: String?, choices: [String])
  /// A word of a script is not a count.
  case notACount(QuotedInput)
  /// A script has several song numbers where one is required.
  case notOneSong(QuotedInput)
}

extension LineError: CustomStringConvertible {
  /// The message: one line, safe on a terminal.
  package var description: String {
    switch self {
    case .unknownCommand(let word, let nearest?):
      "No command \(word). Did you mean '\(nearest)'?"
    case .unknownCommand(let word, nil) where word.text.lowercased() == "version":
      "No command \(word). In a shell, 'meditate --version' prints it."
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
      "Unexpected \(word): 'move' takes a song and a place. Did you mean '\(meant)'?"
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
    case .rowZero:
      "Rows start at 1."
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
    case .notATimeOfDay(let word):
      "\(word) is not a time of day. Write 'begin 19:00', or 'begin +5m' for a time from now."
    case .notADay(let word, let forms):
      "\(word) is not a day. Write \(forms)."
    case .notABeginning(let word):
      "\(word) is not a time of day. Write 21:00."
    case .noteTooLong:
      "That note is too long. A note has 1,000 characters at most."
    case .labelTooLong(let label):
      "\(label) is too long. A label has \(FreeText.longestLabel) characters at most."
    case .labelOfRow(let row, let label):
      "'label' labels this or the last sit. Write \(row) for another row, or \(label)."
    case .notAVolume(let word):
      "\(word) is not a volume. Write 80, +5 or -5."
    case .volumeOutOfRange(let word):
      "\(word) is out of range. The volume goes from 0 to 100."
    case .beyondLimit(let sentence, let example):
      "\(sentence) Example: '\(example)'."
    case .notInPlan(let word, let nearest?, _):
      "\(word) does not belong in a plan. Did you mean '\(nearest)'?"
    case .notInPlan(let word, nil, let choices):
      "\(word) does not belong in a plan. Write \(choices.alternatives)."
    case .notAPart(let word):
      "\(word) is not a length. A part begins with its length, such as '10m Walk'."
    case .notANumber(let word, let example):
      "\(word) is not a whole number. Write '\(example)'."
    case .notAPitch(let word):
      "\(word) is not a tone. Write A2, C#3 or Bb1, from A0 to A5."
    case .notABreath(let word):
      "\(word) is not a breath. Write 4-7-8, 4-7-8 x8, 5-5, box, coherent or sigh."
    case .unquotedName(let meant):
      "A file name with blanks needs quotation marks: '\(meant)'."
    case .openQuote:
      "The closing quotation mark is missing."
    case .badEscape:
      "In quotes, write '\\\"' for a quotation mark and '\\\\' for a backslash."
    case .badIdentifier(let id, let longest):
      "\(id) is not an id. Write '#' and 1 to \(longest) letters, digits, '-' or '_'."
    case .notUTF8:
      "This line is not UTF-8 text."
    case .cannotFollow(let word, let after, let nearest?, _):
      "\(word) cannot follow '\(after)'. Did you mean '\(nearest)'?"
    case .cannotFollow(let word, let after, nil, let choices):
      "\(word) cannot follow '\(after)'. Write \(choices.alternatives)."
    case .notACount(let word):
      "\(word) is not a number of songs."
    case .notOneSong(let word):
      "\(word) is not a single song. 'fail' takes one song number."
    }
  }
}
