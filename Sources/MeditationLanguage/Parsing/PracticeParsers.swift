import MeditationPlan
import MeditationText

/// Parses the arguments of `journal`: `20-40`, `all`, `totals`, `label:evening`,
/// `note 2 calm`, `label 2 evening`, `add yesterday 21:00 20m`, `edit 2 21:30`, `delete 2`, or nothing.
package enum JournalParser {
  /// A prefix means one of these rather than the others, which are newer.
  private static let firstWords = ["all", "note", "delete"]
  static let words = firstWords + ["totals", "add", "edit", "label"]
  private static let hints = [
    "remove": "delete", "annotate": "note", "change": "edit", "tag": "label", "months": "totals",
    "years": "totals",
  ]
  private static let labelled = "label:"

  /// The rows in `word`: `3`, `20-40`, or `20-` for all from there.
  package static func rows(_ word: Substring) throws(LineError) -> NumberRange {
    try NumberRange(parsing: word) { end throws(LineError) in try row(end) }
  }

  private static func row(
    _ word: Substring, example: String = "journal 20-40"
  ) throws(LineError) -> Int {
    let row = try Arguments.count(in: word, example: example)
    guard row > 0 else { throw .mistake("Rows start at 1.") }
    return row
  }

  private static func takeRows(_ arguments: inout Arguments) throws(LineError) -> NumberRange? {
    guard let word = arguments.takeFirst() else { return nil }
    try arguments.end(takes: "one row or range, such as 20-40")
    return try rows(word)
  }

  static func parse(_ arguments: inout Arguments) throws(LineError) -> PracticeCommand {
    guard let word = arguments.next else { return .journal(nil, listening: false) }
    if word.beginsWithDigit { return .journal(try takeRows(&arguments), listening: false) }
    if word.lowercased().hasPrefix(labelled), let text = arguments.takeText() {
      let label = try FreeText.label(text.dropFirst(labelled.count))
      guard !label.isEmpty else {
        throw .missing(command: "journal label:", needs: "a label, such as 'journal label:evening'")
      }
      return .labelled(label)
    }
    let verb = try arguments.choice(word, of: words, preferring: firstWords, hints: hints)
    _ = arguments.takeFirst()
    switch verb {
    case "all": return .journal(try takeRows(&arguments), listening: true)
    case "totals":
      try arguments.end(takes: "nothing after 'totals'")
      return .totals
    case "add": return try takeSit(&arguments)
    case "edit":
      let (row, typed) = try takeRow(&arguments, example: "journal edit 2 21:30")
      return .editSit(row, try takeTimes(&arguments, ofRow: typed))
    case "delete":
      if let word = arguments.next, case .found = Vocabulary(["listening"]).match(word) {
        _ = arguments.takeFirst()
        try arguments.end(takes: "one row after 'delete'")
        return .deleteListening
      }
      let (row, _) = try takeRow(&arguments, example: "journal delete 2")
      try arguments.end(takes: "one row after 'delete'")
      return .deleteSit(row)
    default:
      let (row, typed) = try takeRow(&arguments, example: "journal \(verb) 2")
      guard let text = arguments.takeText() else {
        throw .missing(
          command: "journal \(verb) \(QuotedInput(typed).text)",
          needs: "a \(verb == "label" ? verb : "text"), or '\"\"' for none")
      }
      if verb == "label" { return .labelSit(row, try FreeText.label(text)) }
      return .annotate(sit: row, try FreeText.note(text))
    }
  }

  /// The row that follows the first two words of `example`, and how it was typed.
  private static func takeRow(
    _ arguments: inout Arguments, example: String
  ) throws(LineError) -> (row: Int, typed: Substring) {
    guard let typed = arguments.takeFirst() else {
      let command = example.split(separator: " ").prefix(2).joined(separator: " ")
      throw .missing(command: command, needs: "a row of the journal, such as '\(example)'")
    }
    return (try row(typed, example: example), typed)
  }
}

// MARK: - A sit that is added

extension JournalParser {
  /// Parses what follows `add`: `yesterday 21:00 20m`, with or without a note.
  private static func takeSit(_ arguments: inout Arguments) throws(LineError) -> PracticeCommand {
    let example = "journal add yesterday 21:00 20m"
    func missing(_ what: String) -> LineError {
      .missing(command: "journal add", needs: "\(what), such as '\(example)'")
    }
    guard let first = arguments.next else { throw missing("a day, a time and a length") }
    guard let day = arguments.takeDay() else {
      throw .wrong(QuotedInput(first), "is not a day. Write \(PastDay.forms).")
    }
    guard let time = arguments.takeFirst() else { throw missing("a time after the day") }
    let begin = try TimeOfDay.parse(time, forms: "21:00")
    guard let word = arguments.takeTime() else { throw missing("a length after the time") }
    guard let length = try SitLength.parse(word, example: example) else {
      throw .badTime(QuotedInput(word), .notATime, forms: SitLength.forms)
    }
    let note = try FreeText.note(arguments.takeText() ?? "")
    return .addSit(day, begin, length, note: note)
  }

  /// Parses what follows `edit` and a row: `yesterday 21:30 25m`, of which each may be missing, but
  /// not all. What has a colon is first the time at which the sit began.
  private static func takeTimes(
    _ arguments: inout Arguments, ofRow row: Substring
  ) throws(LineError) -> SitTimes {
    var times = SitTimes()
    times.day = arguments.takeDay()
    if let begin = arguments.next.flatMap({ try? TimeOfDay.parse($0) }) {
      _ = arguments.takeFirst()
      times.begin = begin
    }
    var extra: Substring?
    if let word = arguments.takeTime() {
      times.length = try SitLength.parse(word, example: "journal edit 2 25m")
      if times.length == nil { extra = word }
    }
    if let word = extra ?? arguments.next {
      throw .unexpected(
        QuotedInput(word), command: "journal edit", takes: "a row, then a day, a time or a length")
    }
    guard times != SitTimes() else {
      throw .missing(
        command: "journal edit \(QuotedInput(row).text)",
        needs: "a day, a time or a length, such as 'journal edit 2 21:30'")
    }
    return times
  }
}

private enum SitLength {
  static let forms = "20m or 1:10:00"

  /// The length in `text`, in which a number alone counts minutes; `nil` if it is not a time.
  static func parse(_ text: Substring, example: String) throws(LineError) -> Duration? {
    let time: Duration
    do {
      time = try PlanTime.parse(text, numberIn: .minutes, forms: forms)
    } catch .badTime(_, .notATime, _) {
      return nil
    } catch {
      throw error
    }
    if let limit = PlanLimit.exceeded(by: .length(.time(time))) {
      throw .beyondLimit(sentence: "\(limit)", example: example)
    }
    return time
  }
}

// MARK: - sit

/// Parses the argument of `sit`: `20m`, `1:10:00`, `2`, `Evening`, or nothing.
enum SitParser {
  static func parse(_ arguments: inout Arguments) throws(LineError) -> SitTarget {
    guard let text = arguments.takeText() else { return .current }
    let words = text.split(separator: " ")
    if words.count == 2, words[0].lowercased() == "until" {
      return .until(try TimeOfDay.parse(words[1], forms: "'sit until 7:30'"))
    }
    if words[0].lowercased() == "for", let length = try length(text.dropFirst(4)) {
      return .length(length)
    }
    if let length = try length(text) { return .length(length) }
    return .set(try SetReference(text, of: "sit"))
  }

  /// The length in `text`; `nil` if it is a set. A whole number is a set's row first, then minutes.
  private static func length(_ text: Substring) throws(LineError) -> Duration? {
    let begins = text.beginsWithDigit || (try? TimeText.parse(text)) != nil
    guard begins, Digits.value(text.utf8) == nil else { return nil }
    return try SitLength.parse(text, example: "sit 20m")
  }
}

// MARK: - rename

/// Parses the arguments of `rename`: `Evening to Night`, `"go to bed" to Night`.
enum RenameParser {
  private static let example = "rename Evening to Night"

  static func parse(_ arguments: inout Arguments) throws(LineError) -> PracticeCommand {
    let text = try arguments.takeText(needs: "a set and its new name, such as '\(example)'")
    guard let (old, new) = try split(text) else {
      throw .missing(
        command: "rename \(QuotedInput(text).text)",
        needs: "'to' and a new name, such as '\(example)'")
    }
    return .rename(try SetReference(old, of: "rename"), to: try FreeText.name(new, of: "rename"))
  }

  /// Splits `text` at the last `to` outside quotation marks that has words on both sides; `nil` without one.
  private static func split(
    _ text: Substring
  ) throws(LineError) -> (old: Substring, new: Substring)? {
    let words = try QuotedText.words(of: text)
    guard words.count > 2,
      let place = words.indices.dropFirst().dropLast().last(where: {
        words[$0].lowercased() == "to"
      })
    else { return nil }
    return (
      text[words[0].startIndex..<words[place - 1].endIndex],
      text[words[place + 1].startIndex...]
    )
  }
}

// MARK: - set

/// Parses the arguments of `set`: `volume 60`, `volume default`.
enum SetParser {
  private static let example = "set volume 60"

  static func parse(_ arguments: inout Arguments) throws(LineError) -> PracticeCommand {
    guard let word = arguments.takeFirst(), word.utf8.allSatisfy(ASCII.isOfName) else {
      throw .missing(command: "set", needs: "a setting and a value, such as '\(example)'")
    }
    let name = word.lowercased()
    guard let value = arguments.takeText() else {
      throw .missing(
        command: "set \(QuotedInput(name).text)",
        needs: "a value, such as '\(example)', or 'default'")
    }
    return .set(name: name, value: try FreeText.name(value, of: "set"))
  }
}

// MARK: - Sets

/// Parses the arguments of `sets`: `show Evening`, `export Evening evening.md`, `bundle Evening
/// evening.zip`, `import evening.zip`, or nothing.
enum SetsParser {
  static let words = ["show", "export", "bundle", "import"]
  private static let needs = [
    "show": "a set, such as 'sets show Evening'",
    "export": "a set and a file, such as 'sets export Evening evening.md'",
    "bundle": "a set and a file, such as 'sets bundle Evening evening.zip'",
    "import": "a file, such as 'sets import evening.zip'",
  ]

  static func parse(_ arguments: inout Arguments) throws(LineError) -> PracticeCommand {
    guard let word = arguments.takeFirst() else { return .sets }
    let verb = try arguments.choice(
      word, of: words,
      hints: ["print": "show", "write": "export", "zip": "bundle", "unzip": "import"])
    let command = "sets \(verb)"
    guard let text = arguments.takeText() else {
      throw .missing(command: command, needs: needs[verb] ?? "")
    }
    if verb == "show" { return .showSet(try SetReference(text, of: command)) }
    if verb == "import" { return .importSet(try FreeText.name(text, of: command)) }
    // The last word is the file: names of sets often have several words.
    let words = try QuotedText.words(of: text)
    guard words.count > 1, let first = words.first, let file = words.last else {
      throw .missing(
        command: "\(command) \(QuotedInput(text).text)",
        needs: String((needs[verb] ?? "").dropFirst("a set and ".count)))
    }
    let set = try SetReference(
      text[first.startIndex..<words[words.count - 2].endIndex], of: command)
    let name = try FreeText.name(file, of: command)
    return verb == "bundle" ? .bundleSet(set, to: name) : .exportSet(set, to: name)
  }
}

extension SetReference {
  /// The set in `text`, an argument of `command`: digits are a number, all else is a name.
  init(_ text: Substring, of command: String) throws(LineError) {
    if let number = Digits.value(text.utf8), number < .max {
      self = .number(number)
    } else {
      self = .name(try FreeText.name(text, of: command))
    }
  }
}
