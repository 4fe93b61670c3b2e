import Text

/// Parses the arguments of `journal`: `20-40`, `note 2 calm`, `delete 2`, or nothing.
public enum JournalParser {
  static let words = ["note", "delete"]

  /// The rows in `word`: `3`, `20-40`, or `20-` for all from there.
  public static func rows(_ word: Substring) throws(CommandError) -> NumberRange {
    let ends = word.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    let first = try row(ends.first ?? word)
    guard ends.count == 2 else { return NumberRange(first, through: first) }
    guard !ends[1].isEmpty else { return NumberRange(first, through: nil) }
    let last = try row(ends[1])
    guard first <= last else { throw .backwards(Echo(word), turned: "\(last)-\(first)") }
    return NumberRange(first, through: last)
  }

  private static func row(_ word: Substring) throws(CommandError) -> Int {
    let row = try CountParser.parse(word, example: "journal 20-40")
    guard row > 0 else { throw .rowZero }
    return row
  }

  static func parse(_ arguments: inout Arguments) throws(CommandError) -> PracticeCommand {
    guard let word = arguments.next else { return .journal(nil) }
    if word.utf8.first.map(ASCII.isDigit) ?? false {
      _ = arguments.takeFirst()
      try arguments.end(takes: "one row or range, such as 20-40")
      return .journal(try rows(word))
    }
    let vocabulary = Vocabulary(words, hints: ["remove": "delete", "annotate": "note"])
    guard case .found(let verb) = vocabulary.match(word) else {
      throw .notAChoice(
        Echo(word), command: "journal",
        nearest: vocabulary.nearest(to: word).map { "journal \($0)" }, choices: words)
    }
    _ = arguments.takeFirst()
    let (command, example) = ("journal \(verb)", "journal \(verb) 2")
    guard let row = arguments.takeFirst() else {
      throw .missing(command: command, needs: "a row of the journal, such as '\(example)'")
    }
    let sit = try CountParser.parse(row, example: example)
    guard sit > 0 else { throw .rowZero }
    guard verb == "note" else {
      try arguments.end(takes: "one row after 'delete'")
      return .deleteSit(sit)
    }
    guard let text = arguments.takeText() else {
      throw .missing(command: "journal note \(Echo(row).text)", needs: "a text, or '\"\"' for none")
    }
    return .annotate(sit: sit, FreeText.note(text))
  }
}
