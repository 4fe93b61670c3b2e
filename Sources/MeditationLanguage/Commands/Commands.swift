import MeditationCore
import MeditationPlan
import MeditationText

/// The commands of the prompt: what the parser, help and completion know of them.
package enum Commands {
  package typealias Row = Word<Command>

  /// The clauses of a plan as commands, in its order. Each alone shows what the plan has of it.
  static let planning = PlanWords.planning.map(clause)

  /// Every command, in the order of the help.
  package static let table = WordTable(choosing + planning + listening + practicing)
  package static let topics = WordTable([numbers] + table.rows)

  private static func clause(_ word: Word<PlanStep>) -> Row {
    let page =
      switch word.name {
      case "plan": Command.show(.plan)
      case "repeat": Command.show(.repeating)
      default: Command.show(.clause(word.name))
      }
    return word.parsed { arguments throws(LineError) in
      arguments.isEmpty ? page : .plan(try PlanParser.steps(of: word, &arguments))
    }
  }

  /// The command that `word` names in full, or that is suggested for it.
  package static func meant(by word: String) -> Row? {
    let line = table.vocabulary.exact(word[...]) ?? table.vocabulary.hint(for: word[...])
    return line.flatMap { line in topics.row(named: String(line.prefix { $0 != " " })) }
  }

  /// The commands that `help` lists together, by the word that asks for them. Where that is a
  /// command, it is one of them.
  package static let groups: [(word: String, names: [String])] = [
    ("songs", ["numbers"] + choosing.map(\.name) + ["list", "info", "more", "skipped"]),
    (
      "session",
      [
        "start", "play", "pause", "toggle", "next", "previous", "seek", "jump", "volume", "level",
        "back", "finish", "status", "left", "clock", "lock", "unlock", "help", "quit",
      ]
    ),
    ("plan", planning.map(\.name)),
    ("sets", ["sets", "sit", "save", "load", "edit", "rename", "delete", "restore", "home"]),
    ("journal", ["journal", "note", "label", "goal", "again", "resume"]),
    ("settings", ["settings", "set"]),
  ]

  package static let groupWords = groups.map(\.word) + ["all"]

  /// The commands that `help` lists for `word`; none if it is not such a word.
  package static func group(_ word: String) -> [Row] {
    word == "all"
      ? groups.flatMap { group($0.word) }
      : (groups.first { $0.word == word }?.names ?? []).compactMap(topics.row(named:))
  }

  fileprivate static var helpWords: [String] {
    let names = topics.vocabulary.words
    return names + groupWords.filter { !names.contains($0) }
  }
}

extension Word<Command> {
  /// The name, or what is typed in its place: lines of numbers have no name.
  package var typedName: String { name == Commands.numbers.name ? arguments : name }

  package var synopsis: String {
    arguments.isEmpty || arguments == typedName ? typedName : "\(name) \(arguments)"
  }

  /// The synopsis in a list of commands.
  package var term: String { brief.map { $0.isEmpty ? name : "\(name) \($0)" } ?? synopsis }

  package var help: String {
    ([synopsis] + ([summary] + details + ["Example: \(example)"]).map { "  " + $0 })
      .joined(separator: "\n")
  }
}

// MARK: - Completion

extension Commands {
  /// The completions of the last word of `line`, which may be empty.
  ///
  /// The first word completes to command names, the others to the command's arguments. So do those
  /// after a comma or a semicolon, in a line that begins with a clause of a plan.
  package static func completions(of line: String) -> [String] {
    let scalars = line.unicodeScalars
    guard scalars.contains(where: endsClause), beginsPlan(line) else {
      return table.completions(of: line[...])
    }
    let lastWord = scalars.reversed().prefix { !Words.isBlank($0) }
    return completions(ofPlan: line).map { line in
      String(line.unicodeScalars.dropFirst(scalars.count - lastWord.count))
    }
  }

  /// `plan`, one line of several clauses, with each completion of its last word.
  package static func completions(ofPlan plan: String) -> [String] {
    let scalars = plan.unicodeScalars
    func end(of isEnd: (Unicode.Scalar) -> Bool) -> String.Index {
      scalars.lastIndex(where: isEnd).map(scalars.index(after:)) ?? scalars.startIndex
    }
    let clause = end(of: endsClause)
    let head = plan[..<max(clause, end(of: Words.isBlank))]
    return PlanWords.table.completions(of: plan[clause...]).map { head + $0 }
  }

  /// The name of the command that `word` names, in full or by a prefix; `nil` if it names none.
  package static func name(meantBy word: String) -> String? {
    try? CommandParser.row(named: word[...]).name
  }

  private static func endsClause(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "," || scalar == ";"
  }

  private static func beginsPlan(_ line: String) -> Bool {
    if PlanParser.beginsParts(line[...]) { return true }
    let head = line.unicodeScalars.prefix { !endsClause($0) }
    let words = Words.split(Substring(head), limit: 1)
    return words.first.flatMap { try? CommandParser.row(named: $0) }?.uses.isClause ?? false
  }
}

extension WordTable {
  /// The completions of the last word of `line`, whose first word is one of these.
  fileprivate func completions(of line: Substring) -> [String] {
    let words = Words.split(line)
    let isWordBegun = line.unicodeScalars.last.map { !Words.isBlank($0) } ?? false
    let typed = (isWordBegun ? words[words.count - 1] : "").lowercased()
    func begun(among words: [String]) -> [String] { words.filter { $0.hasPrefix(typed) } }
    var done = isWordBegun ? words.dropLast() : words[...]
    // 'part 2' is followed by a clause.
    while done.count > 2, (try? row(done[done.startIndex]))?.name == PlanWords.part.name {
      done = done.dropFirst(2)
    }
    guard let first = done.first else { return begun(among: vocabulary.words) }
    guard let row = try? row(first == "?" ? "help" : first) else { return [] }
    switch done.count {
    // They cannot stand in the row, which is one of them.
    case 1 where row.name == "help": return begun(among: Commands.helpWords)
    case 1: return begun(among: row.words)
    case 2: return begun(among: row.furtherWords)
    // The options of a clause stand in any order; further words of a command are alternatives.
    case _ where row.uses.isClause:
      return begun(among: row.furtherWords.filter { !done.contains(Substring($0)) })
    default: return []
    }
  }
}

extension Phase {
  /// The use of commands that work in this phase.
  package var use: WordUse {
    switch self {
    case .picking: .picking
    case .listening: .listening
    case .finished: .finished
    }
  }
}
