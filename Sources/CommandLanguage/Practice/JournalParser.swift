import Text

/// Parses the arguments of `journal`: `note 2 calm`, `delete 2`, or nothing.
enum JournalParser {
  static let words = ["note", "delete"]

  static func parse(_ arguments: inout Arguments) throws(CommandError) -> PracticeCommand {
    guard let word = arguments.next else { return .journal }
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
