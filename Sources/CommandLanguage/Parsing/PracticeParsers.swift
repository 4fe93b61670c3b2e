import Text

/// Parses the arguments of `journal`: `20-40`, `all`, `note 2 calm`, `delete 2`, or nothing.
public enum JournalParser {
  static let words = ["all", "note", "delete"]
  /// What `delete` takes instead of a row.
  private static let listening = "listening"

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

  private static func takeRows(_ arguments: inout Arguments) throws(CommandError) -> NumberRange? {
    guard let word = arguments.takeFirst() else { return nil }
    try arguments.end(takes: "one row or range, such as 20-40")
    return try rows(word)
  }

  static func parse(_ arguments: inout Arguments) throws(CommandError) -> PracticeCommand {
    guard let word = arguments.next else { return .journal(nil, listening: false) }
    if word.utf8.first.map(ASCII.isDigit) ?? false {
      return .journal(try takeRows(&arguments), listening: false)
    }
    let vocabulary = Vocabulary(words, hints: ["remove": "delete", "annotate": "note"])
    guard case .found(let verb) = vocabulary.match(word) else {
      throw .notAChoice(
        Echo(word), command: "journal",
        nearest: vocabulary.nearest(to: word).map { "journal \($0)" }, choices: words)
    }
    _ = arguments.takeFirst()
    if verb == "all" { return .journal(try takeRows(&arguments), listening: true) }
    let (command, example) = ("journal \(verb)", "journal \(verb) 2")
    guard let row = arguments.takeFirst() else {
      throw .missing(command: command, needs: "a row of the journal, such as '\(example)'")
    }
    if verb == "delete", Vocabulary([listening]).match(row) == .found(listening) {
      try arguments.end(takes: "one row after 'delete'")
      return .deleteListening
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
