public import MeditationCore
import MeditationText

/// The definition of one command, used by the parser, help and completion.
public struct CommandSpec: Sendable {
  /// Parses the words after the name.
  typealias Parse = @Sendable (inout Arguments) throws(CommandError) -> Command
  /// Formats the arguments of a command of this row; `nil` for any other command.
  typealias Spell = @Sendable (Command) -> String?
  /// Formats the arguments of the command that makes a change of the plan; `nil` for any other change.
  typealias Write = @Sendable (PlanChange) -> String?

  /// The name in full, in lower case.
  public let name: String
  /// The synopsis of the arguments; empty if there are none.
  public let arguments: String
  /// A shorter synopsis for a list of commands; `nil` uses `arguments`.
  var brief: String?
  /// A one-line description.
  public let summary: String
  /// More lines of help on this command.
  var details: [String] = []
  /// An example line.
  public let example: String
  /// The phases in which the command is useful; in others it is refused or changes nothing.
  public let phases: Set<Phase>
  /// Words that users try instead. They are answered with a suggestion, not performed.
  var hints: [String] = []
  /// More such words, each with the line to suggest.
  var hintedLines: [String: String] = [:]
  /// The arguments to offer for completion.
  var words: [String] = []
  /// Those to offer after the first argument.
  var furtherWords: [String] = []
  /// True if the command is about the practice: journal, sets, home or settings.
  public var isPractice = false
  /// Which command a shared prefix means.
  var prefixRank = PrefixRank.early
  /// Formats the value of a change of the plan that the command makes; `nil` if the command is not a
  /// clause of a plan.
  var write: Write?
  let parse: Parse
  let spell: Spell

  /// True if the command is a clause of a plan, so that others can follow its comma.
  public var isPartOfPlan: Bool { write != nil }

  /// When a prefix that several commands share means this one. Newer commands match last, so that
  /// short prefixes stay stable.
  enum PrefixRank {
    /// Before all others of its group.
    case early
    /// After those.
    case late
    /// After all other commands.
    case last
  }

  /// The synopsis of the command: `seek TIME`.
  public var synopsis: String {
    arguments.isEmpty ? name : "\(name) \(arguments)"
  }

  /// The synopsis in a list of commands; lines of numbers have no name.
  public var term: String {
    if name == Self.numbers.name { return arguments }
    return brief.map { $0.isEmpty ? name : "\(name) \($0)" } ?? synopsis
  }

  /// The help on this command: synopsis, summary, details and example, one on each line.
  public var help: String {
    let typed = name == Self.numbers.name ? arguments : synopsis
    return ([typed] + ([summary] + details + ["Example: \(example)"]).map { "  " + $0 })
      .joined(separator: "\n")
  }
}

extension CommandSpec {
  /// The command with this full name, or `numbers`; `nil` if there is none.
  public static func named(_ name: String) -> CommandSpec? {
    topics.first { $0.name == name }
  }

  /// The command that `word` names in full, or that is suggested for it.
  public static func meant(by word: String) -> CommandSpec? {
    let word = Substring(word)
    let line = vocabulary.exact(word) ?? vocabulary.hint(for: word)
    return line.flatMap { line in named(String(line.prefix { $0 != " " })) }
  }

  /// The topics of help: lines of numbers, and every command.
  public static let topics = [numbers] + all

  /// The commands that `help` lists together, by the word that asks for them. Where that is a
  /// command, it is one of them.
  public static let groups: [(word: String, names: [String])] = [
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
    ("journal", ["journal", "note", "label", "again", "resume"]),
    ("settings", ["settings", "set"]),
  ]

  /// The words that ask for such commands.
  public static let groupWords = groups.map(\.word) + ["all"]

  /// The commands that `help` lists for `word`; none if it is not such a word.
  public static func group(_ word: String) -> [CommandSpec] {
    word == "all"
      ? groups.flatMap { group($0.word) }
      : (groups.first { $0.word == word }?.names ?? []).compactMap(named)
  }

  static let vocabulary = Vocabulary(
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
  /// after a comma, in a line that begins with a clause of a plan.
  public static func completions(of line: String) -> [String] {
    let scalars = line.unicodeScalars
    guard let comma = scalars.lastIndex(of: ","), beginsPlan(line) else {
      return completions(of: line, among: all)
    }
    let part = scalars[scalars.index(after: comma)...]
    // What is typed before the comma without a blank is of the same word.
    let isOneWord = !part.contains(where: Words.isBlank)
    let head = isOneWord ? scalars[...comma].reversed().prefix { !Words.isBlank($0) } : []
    let before = String(String.UnicodeScalarView(head.reversed()))
    return completions(of: String(part), among: clauses).map { before + $0 }
  }

  /// `plan`, one line of several clauses, with each completion of its last word.
  public static func completions(ofPlan plan: String) -> [String] {
    let scalars = plan.unicodeScalars
    func end(of isEnd: (Unicode.Scalar) -> Bool) -> String.Index {
      scalars.lastIndex(where: isEnd).map(scalars.index(after:)) ?? scalars.startIndex
    }
    let clause = end { $0 == "," || $0 == ";" }
    let head = plan[..<max(clause, end(of: Words.isBlank))]
    return completions(of: String(plan[clause...]), among: clauses).map { head + $0 }
  }

  /// The command that `word` names, in full or by a prefix; `nil` if it names none.
  public static func name(meantBy word: String) -> String? {
    try? CommandParser.spec(named: word[...]).name
  }

  private static func beginsPlan(_ line: String) -> Bool {
    if PlanParser.beginsParts(line[...]) { return true }
    let head = line.unicodeScalars.prefix { $0 != "," }
    let words = Words.split(Substring(head), limit: 1)
    return words.first.flatMap { try? CommandParser.spec(named: $0) }?.isPartOfPlan ?? false
  }

  /// The completions of the last word of `line`, whose first word is one of `specs`.
  private static func completions(of line: String, among specs: [CommandSpec]) -> [String] {
    let words = Words.split(line[...], limit: 3)
    let isWordBegun = line.unicodeScalars.last.map { !Words.isBlank($0) } ?? false
    switch (words.count, isWordBegun) {
    case (0, _): return specs.map(\.name)
    case (1, true): return begun(words[0], among: specs.map(\.name))
    case (1, false): return following(words[0], begun: "")
    case (2, true): return following(words[0], begun: words[1])
    case (2, false): return following(words[0], begun: "", isFirst: false)
    case (3, true): return following(words[0], begun: words[2], isFirst: false)
    default: return []
    }
  }

  private static func following(
    _ command: Substring, begun argument: Substring, isFirst: Bool = true
  ) -> [String] {
    guard let spec = try? CommandParser.spec(named: command) else { return [] }
    return begun(argument, among: isFirst ? spec.completions : spec.furtherWords)
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
