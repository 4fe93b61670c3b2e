import MeditationText

// Parts of a plan: their beginnings, and changes of one, of their order, or of all of the plan.

extension PlanWords {
  static let then = Word<PlanStep>(
    name: "then", arguments: "[TIME | songs | open] [TITLE]", brief: "[TIME TITLE]",
    summary: "Adds a part to the plan: its length and its title.", example: "then 10m Walk",
    hints: ["after", "afterwards"], words: LengthClause.words, prefixRank: .last,
    parse: { arguments throws(LineError) in
      let (length, title) = try PartParser.part(arguments.takeAll())
      return .change(.then(length, title: title))
    })

  package static let part = Word<PlanStep>(
    name: "part", arguments: "[N CLAUSE | N off | N to M]", brief: "[N CLAUSE]",
    summary: "Changes a part of the plan, takes it out, or moves it.",
    example: "part 2 bells every 5m", hints: ["section"],
    furtherWords: [
      "off", "to", "for", "opening", "bells", "also", "closing", "breath", "music", "under",
      "voice",
    ],
    prefixRank: .last,
    parse: { arguments throws(LineError) in try PartParser.part(&arguments) })

  static let plan = Word<PlanStep>(
    name: "plan", arguments: "[off]", summary: "Shows the plan, or empties it.",
    example: "plan off",
    hints: ["schedule", "program"], words: ["off"],
    parse: { arguments throws(LineError) in
      if let word = arguments.next, PlanWords.table.row(named: word.lowercased()) != nil {
        let meant = QuotedInput(arguments.takeAll().joined(separator: " ")).text
        throw .notAChoice(QuotedInput(word), command: "plan", nearest: meant, choices: ["off"])
      }
      _ = try arguments.takeWord(of: ["off"])
      return .change(.off)
    })
}

extension PlanChange {
  /// The line that makes the change: `fade 5s`.
  package var line: String {
    if let edit { return "\(type(of: edit).word.name) \(edit.arguments)" }
    return switch self {
    case .then(let length, let title):
      "then " + PartParser.spell(length, title: title)
    case .part(let number): "part \(number)"
    case .removePart(let number): "part \(number) off"
    case .movePart(let number, let destination): "part \(number) to \(destination)"
    case .nextPart: "next part"
    default: "plan off"
    }
  }
}

/// Parses the beginnings of parts, and changes of one: `25m Sit`, `2 bells every 5m`, `2 off`, `3 to 2`.
enum PartParser {
  /// The length and the title of the part of `words`.
  static func part(
    _ words: ArraySlice<Substring>
  ) throws(LineError) -> (length: Plan.Length, title: String) {
    var rest = words
    let word = Arguments.takeTime(from: &rest) ?? ""
    guard isLength(word), case .length(let length) = try LengthClause.parse(word) else {
      throw .wrong(
        QuotedInput(word), "is not a length. A part begins with its length, such as '10m Walk'.")
    }
    let title = try title(rest)
    if let limit = PlanLimit.exceeded(by: .then(length, title: title)) {
      throw .beyondLimit(sentence: "\(limit)", example: "then 10m Walk")
    }
    return (length, title)
  }

  /// True if a part can begin with `word`.
  static func isLength(_ word: Substring) -> Bool {
    word.beginsWithDigit || LengthClause.words.contains(word.lowercased())
      || (try? TimeText.parse(word)) != nil
  }

  /// The title in `words`, which are one quote or plain.
  private static func title(_ words: ArraySlice<Substring>) throws(LineError) -> String {
    guard let first = words.first, first.utf8.first == UInt8(ascii: "\"") else {
      return CleanText.clean(words.joined(separator: " "))
    }
    if let extra = words.dropFirst().first {
      throw .unexpected(
        QuotedInput(extra), command: "then", takes: "one title in quotation marks")
    }
    return CleanText.clean(String(try QuotedText.unquote(first.unicodeScalars).text))
  }

  /// The beginning of a part as a line has it.
  static func spell(_ length: Plan.Length, title: String) -> String {
    [length.spelled, spell(title)].compactMap { $0 }.joined(separator: " ")
  }

  /// `title` as a line has it; `nil` if it is empty.
  private static func spell(_ title: String) -> String? {
    guard let first = title.unicodeScalars.first else { return nil }
    let isPlain =
      first.properties.isAlphabetic && !title.hasSuffix(" ") && !title.contains("  ")
      && title.unicodeScalars.allSatisfy { $0 == " " || $0 == "-" || $0.properties.isAlphabetic }
      && !TimeText.isUnit(title.prefix { $0 != " " })
    return isPlain ? title : QuotedText.quote(title)
  }

  /// Leaves the clause of `part 2 bells every 5m`, of which `PlanParser` makes steps of its own.
  static func part(_ arguments: inout Arguments) throws(LineError) -> PlanStep {
    let example = arguments.example
    let number = try Arguments.count(in: arguments.take(needs: "a number"), example: example)
    guard let word = arguments.next else {
      throw .missing(command: "part \(number)", needs: "a clause, such as '\(example)'")
    }
    switch word.lowercased() {
    case "off":
      _ = arguments.takeFirst()
      try arguments.end(takes: "nothing after 'off'")
      return .change(.removePart(number))
    case "to":
      _ = arguments.takeFirst()
      let place = try arguments.takeOnly(takes: "one number after 'to'", needs: "a number")
      return .change(
        .movePart(number, to: try Arguments.count(in: place, example: "part 2 to 1")))
    default: return .change(.part(number))
    }
  }
}
