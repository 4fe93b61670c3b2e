import MeditationCore
import MeditationPlan
import MeditationText

/// The definition of one command, used by the parser, help and completion.
package struct CommandSpec: Sendable {
  typealias Parse = @Sendable (inout Arguments) throws(LineError) -> Command

  package let name: String
  package let arguments: String
  /// A shorter synopsis for a list of commands; `nil` uses `arguments`.
  var brief: String?
  package let summary: String
  var details: [String] = []
  package let example: String
  /// The phases in which the command is useful; in others it is refused or changes nothing.
  package let phases: Set<Phase>
  /// Words that users try instead. They are answered with a suggestion, not performed.
  var hints: [String] = []
  /// More such words, each with the line to suggest.
  var hintedLines: [String: String] = [:]
  var words: [String] = []
  var furtherWords: [String] = []
  /// True if the command is about the practice: journal, sets, home or settings.
  package var isPractice = false
  /// Which command a shared prefix means.
  var prefixRank = PrefixRank.early
  /// True if the command is a clause of a plan, so that others can follow its comma.
  package var isPartOfPlan = false
  let parse: Parse

  package var synopsis: String {
    arguments.isEmpty ? name : "\(name) \(arguments)"
  }

  /// The synopsis in a list of commands; lines of numbers have no name.
  package var term: String {
    if name == Self.numbers.name { return arguments }
    return brief.map { $0.isEmpty ? name : "\(name) \($0)" } ?? synopsis
  }

  package var help: String {
    let typed = name == Self.numbers.name ? arguments : synopsis
    return ([typed] + ([summary] + details + ["Example: \(example)"]).map { "  " + $0 })
      .joined(separator: "\n")
  }
}

extension CommandSpec {
  /// The commands that are clauses of a plan, in the order of its notation. Each alone shows what the plan
  /// has of it.
  static let planning = PlanWord.planning.map(CommandSpec.init(word:))
  /// The words of a line in the plan's notation.
  static let clauses = PlanWord.all.map(CommandSpec.init(word:))

  private init(word: PlanWord) {
    let page =
      switch word.name {
      case "plan": Command.show(.plan)
      case "repeat": Command.show(.repeating)
      default: Command.show(.clause(word.name))
      }
    self.init(
      name: word.name, arguments: word.arguments, brief: word.brief, summary: word.summary,
      example: word.example, phases: Self.anywhere, hints: word.hints,
      hintedLines: word.hintedLines, words: word.words, furtherWords: word.furtherWords,
      prefixRank: word.prefixRank, isPartOfPlan: true,
      parse: { arguments throws(LineError) in
        arguments.isEmpty ? page : .plan(try word.steps(&arguments))
      })
  }

  /// The command with this full name, or `numbers`; `nil` if there is none.
  package static func named(_ name: String) -> CommandSpec? {
    topics.first { $0.name == name }
  }

  /// The command that `word` names in full, or that is suggested for it.
  package static func meant(by word: String) -> CommandSpec? {
    let word = Substring(word)
    let line = vocabulary.exact(word) ?? vocabulary.hint(for: word)
    return line.flatMap { line in named(String(line.prefix { $0 != " " })) }
  }

  package static let topics = [numbers] + all

  /// The commands that `help` lists together, by the word that asks for them. Where that is a
  /// command, it is one of them.
  package static let groups: [(word: String, names: [String])] = [
    ("songs", ["numbers"] + choosing.map(\.name) + ["list", "info", "more", "skipped"]),
    (
      "session",
      [
        "start", "play", "pause", "toggle", "next", "previous", "seek", "jump", "volume", "level",
        "back",
        "finish", "status", "left", "clock", "lock", "unlock", "help", "quit",
      ]
    ),
    ("plan", planning.map(\.name)),
    ("sets", ["sets", "sit", "save", "load", "edit", "rename", "delete", "restore", "home"]),
    ("journal", ["journal", "note", "label", "goal", "again", "resume"]),
    ("settings", ["settings", "set"]),
  ]

  package static let groupWords = groups.map(\.word) + ["all"]

  /// The commands that `help` lists for `word`; none if it is not such a word.
  package static func group(_ word: String) -> [CommandSpec] {
    word == "all"
      ? groups.flatMap { group($0.word) }
      : (groups.first { $0.word == word }?.names ?? []).compactMap(named)
  }

  package static let vocabulary = Vocabulary(
    all.map(\.name),
    hints: all.reduce(into: [:]) { hints, spec in
      for hint in spec.hints { hints[hint] = spec.name }
      hints.merge(spec.hintedLines) { $1 }
    })
  /// The lines to suggest for words that users try with arguments, where that is another command.
  static let lineWithArguments: [String: @Sendable (_ arguments: String) -> String] = [
    "queue": { "pick\($0) next" }, "loop": { _ in "repeat on" },
  ]
  static let topicVocabulary = Vocabulary(
    topics.map(\.name),
    hints: vocabulary.hints.mapValues { line in String(line.prefix { $0 != " " }) })
}

// MARK: - Completion

extension CommandSpec {
  /// The completions of the last word of `line`, which may be empty.
  ///
  /// The first word completes to command names, the others to the command's arguments. So do those
  /// after a comma or a semicolon, in a line that begins with a clause of a plan.
  package static func completions(of line: String) -> [String] {
    let scalars = line.unicodeScalars
    guard scalars.contains(where: endsClause), beginsPlan(line) else {
      return completions(of: line, among: all)
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
    return completions(of: String(plan[clause...]), among: clauses).map { head + $0 }
  }

  /// The command that `word` names, in full or by a prefix; `nil` if it names none.
  package static func name(meantBy word: String) -> String? {
    try? CommandParser.spec(named: word[...]).name
  }

  private static func endsClause(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "," || scalar == ";"
  }

  private static func beginsPlan(_ line: String) -> Bool {
    if PlanParser.beginsParts(line[...]) { return true }
    let head = line.unicodeScalars.prefix { !endsClause($0) }
    let words = Words.split(Substring(head), limit: 1)
    return words.first.flatMap { try? CommandParser.spec(named: $0) }?.isPartOfPlan ?? false
  }

  /// The completions of the last word of `line`, whose first word is one of `specs`.
  private static func completions(of line: String, among specs: [CommandSpec]) -> [String] {
    let words = Words.split(line[...])
    let isWordBegun = line.unicodeScalars.last.map { !Words.isBlank($0) } ?? false
    let typed = isWordBegun ? words[words.count - 1] : ""
    var done = isWordBegun ? words.dropLast() : words[...]
    // 'part 2' is followed by a clause.
    while done.count > 2, name(meantBy: String(done[done.startIndex])) == "part" {
      done = done.dropFirst(2)
    }
    guard let command = done.first else { return begun(typed, among: specs.map(\.name)) }
    guard let spec = try? CommandParser.spec(named: command) else { return [] }
    switch done.count {
    case 1: return begun(typed, among: spec.completions)
    case 2: return begun(typed, among: spec.furtherWords)
    // The options of a clause stand in any order; further words of a command are alternatives.
    case _ where spec.isPartOfPlan:
      return begun(typed, among: spec.furtherWords.filter { !done.contains(Substring($0)) })
    default: return []
    }
  }

  private static func begun(_ typed: Substring, among words: [String]) -> [String] {
    let typed = typed.lowercased()
    return words.filter { $0.hasPrefix(typed) }
  }

  /// The words that may follow. For `help` they are computed here, because its row is one of them.
  private var completions: [String] {
    guard name == "help" else { return words }
    let names = Self.topics.map(\.name)
    return names + Self.groupWords.filter { !names.contains($0) }
  }
}
