import MeditationCore
import Score
import Text

/// Parses the arguments of `journal`: `20-40`, `all`, `totals`, `note 2 calm`, `delete 2`, or nothing.
public enum JournalParser {
  static let words = ["all", "totals", "note", "delete"]
  private static let hints = [
    "remove": "delete", "annotate": "note", "months": "totals", "years": "totals",
  ]
  /// What `delete` takes instead of a row.
  private static let listening = "listening"

  /// The rows in `word`: `3`, `20-40`, or `20-` for all from there.
  public static func rows(_ word: Substring) throws(CommandError) -> NumberRange {
    let ends = word.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    let first = try row(ends.first ?? word)
    guard ends.count == 2 else { return NumberRange(first, through: first) }
    guard !ends[1].isEmpty else { return NumberRange(first, through: nil) }
    let last = try row(ends[1])
    guard first <= last else { throw .backwards(QuotedInput(word), turned: "\(last)-\(first)") }
    return NumberRange(first, through: last)
  }

  private static func row(_ word: Substring) throws(CommandError) -> Int {
    let row = try Arguments.count(in: word, example: "journal 20-40")
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
    let vocabulary = Vocabulary(words, hints: Self.hints)
    guard case .found(let verb) = vocabulary.match(word) else {
      throw .notAChoice(
        QuotedInput(word), command: "journal",
        nearest: vocabulary.nearest(to: word).map { "journal \($0)" }, choices: words)
    }
    _ = arguments.takeFirst()
    if verb == "all" { return .journal(try takeRows(&arguments), listening: true) }
    if verb == "totals" {
      try arguments.end(takes: "nothing after 'totals'")
      return .totals
    }
    let (command, example) = ("journal \(verb)", "journal \(verb) 2")
    guard let row = arguments.takeFirst() else {
      throw .missing(command: command, needs: "a row of the journal, such as '\(example)'")
    }
    if verb == "delete", Vocabulary([listening]).match(row) == .found(listening) {
      try arguments.end(takes: "one row after 'delete'")
      return .deleteListening
    }
    let sit = try Arguments.count(in: row, example: example)
    guard sit > 0 else { throw .rowZero }
    guard verb == "note" else {
      try arguments.end(takes: "one row after 'delete'")
      return .deleteSit(sit)
    }
    guard let text = arguments.takeText() else {
      throw .missing(
        command: "journal note \(QuotedInput(row).text)", needs: "a text, or '\"\"' for none")
    }
    return .annotate(sit: sit, FreeText.note(text))
  }
}

// MARK: - sit

/// Parses the argument of `sit`: `20m`, `1:10:00`, `2`, `Evening`, or nothing.
enum SitParser {
  static func parse(_ arguments: inout Arguments) throws(CommandError) -> SitTarget {
    guard let text = arguments.takeText() else { return .current }
    if let length = try length(text) { return .length(length) }
    return .set(try SetReference(text, of: "sit"))
  }

  /// The length in `text`; `nil` if it is a set. A whole number is the row of a set first, and minutes
  /// where there is none.
  private static func length(_ text: Substring) throws(CommandError) -> Duration? {
    guard text.utf8.first.map(ASCII.isDigit) ?? false, Digits.value(text.utf8) == nil else {
      return nil
    }
    let time: Duration
    do throws(TimeError) {
      time = try TimeText.parse(text, numberIn: .minutes)
    } catch {
      switch error {
      case .notATime: return nil
      case .nearly: throw .badTime(QuotedInput(text), error, forms: "20m or 1:10:00")
      case .tooLong: throw .beyondLimit(.length, example: "sit 20m")
      }
    }
    if let limit = PlanLimit.exceeded(by: .length(.time(time))) {
      throw .beyondLimit(limit, example: "sit 20m")
    }
    return time
  }
}

extension SitTarget {
  /// The target as typed.
  var spelled: String {
    switch self {
    case .current: ""
    case .set(let set): set.spelled
    case .length(let time): TimeText.brief(time)
    }
  }
}

// MARK: - rename

/// Parses the arguments of `rename`: `Evening to Night`, `"go to bed" to Night`.
enum RenameParser {
  private static let example = "rename Evening to Night"

  static func parse(_ arguments: inout Arguments) throws(CommandError) -> PracticeCommand {
    let text = try arguments.takeText(needs: "a set and its new name, such as '\(example)'")
    guard let (old, new) = try split(text) else {
      throw .missing(
        command: "rename \(QuotedInput(text).text)",
        needs: "'to' and a new name, such as '\(example)'")
    }
    return .rename(
      try SetReference(old, of: "rename"), to: try FreeText.name(new, of: "rename"))
  }

  /// What is before and after the last `to` outside quotation marks with words on both sides.
  private static func split(
    _ text: Substring
  ) throws(CommandError) -> (old: Substring, new: Substring)? {
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

  static func parse(_ arguments: inout Arguments) throws(CommandError) -> PracticeCommand {
    guard let word = arguments.takeFirst(), word.utf8.allSatisfy(isOfName) else {
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

  private static func isOfName(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(ASCII.lowercased(byte)) || ASCII.isDigit(byte)
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }
}

// MARK: - Sets

/// Parses the arguments of `sets`: `show Evening`, `export Evening evening.md`, or nothing.
enum SetsParser {
  static let words = ["show", "export"]

  static func parse(_ arguments: inout Arguments) throws(CommandError) -> PracticeCommand {
    guard let word = arguments.takeFirst() else { return .sets }
    let vocabulary = Vocabulary(words, hints: ["print": "show", "write": "export"])
    guard case .found(let verb) = vocabulary.match(word) else {
      throw .notAChoice(
        QuotedInput(word), command: "sets",
        nearest: vocabulary.nearest(to: word).map { "sets \($0)" }, choices: words)
    }
    let command = "sets \(verb)"
    guard let text = arguments.takeText() else {
      throw .missing(
        command: command,
        needs: verb == "show"
          ? "a set, such as 'sets show Evening'"
          : "a set and a file, such as 'sets export Evening evening.md'")
    }
    guard verb == "export" else { return .showSet(try SetReference(text, of: command)) }
    // The last word is the file: names of sets often have several words.
    let words = try QuotedText.words(of: text)
    guard words.count > 1, let first = words.first, let file = words.last else {
      throw .missing(
        command: "\(command) \(QuotedInput(text).text)",
        needs: "a file, such as 'sets export Evening evening.md'")
    }
    let set = text[first.startIndex..<words[words.count - 2].endIndex]
    return .exportSet(
      try SetReference(set, of: command), to: try FreeText.name(file, of: command))
  }
}

extension SetReference {
  /// The set in `text`, an argument of `command`: digits are a number, all else is a name.
  init(_ text: Substring, of command: String) throws(CommandError) {
    if let number = Digits.value(text.utf8), number < .max {
      self = .number(number)
    } else {
      self = .name(try FreeText.name(text, of: command))
    }
  }

  /// The reference as typed.
  var spelled: String {
    switch self {
    case .number(let number): "\(number)"
    case .name(let name):
      // A name that begins with a digit could be taken for a number or a time.
      name.utf8.first.map(ASCII.isDigit) ?? false
        ? QuotedText.quote(name) : FreeText.spell(name)
    }
  }
}
