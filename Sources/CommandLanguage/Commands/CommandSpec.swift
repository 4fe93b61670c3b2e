public import MeditationCore
import Text

/// The definition of one command, used by the parser, help and completion.
public struct CommandSpec: Sendable {
  /// Parses the words after the name.
  typealias Parse = @Sendable (inout Arguments) throws(CommandError) -> Command
  /// Formats the arguments of a command of this row; `nil` for any other command.
  typealias Spell = @Sendable (Command) -> String?

  /// The full name.
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
  /// Whether the command is a part of the notation of plans, so that others can follow its comma.
  public var isPartOfPlan = false
  /// Whether the command is about the practice: journal, sets, home or settings.
  public var isPractice = false
  /// Whether a prefix that it shares means the other command.
  var yieldsPrefixes = false
  /// Whether it means even one that yields prefixes itself.
  var yieldsToAll = false
  let parse: Parse
  let spell: Spell

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
  static let groups: [(word: String, names: [String])] = [
    ("songs", ["numbers"] + choosing.map(\.name) + ["list", "info", "more", "skipped"]),
    (
      "session",
      [
        "start", "play", "pause", "toggle", "next", "previous", "seek", "volume", "level", "back",
        "finish", "status", "left", "quit",
      ]
    ),
    ("plan", planning.map(\.name)),
    ("sets", ["sets", "sit", "save", "load", "edit", "rename", "delete", "home"]),
    ("journal", ["journal", "note", "again", "resume"]),
    ("settings", ["settings", "set"]),
  ]

  /// The words that ask for such commands.
  public static let groupWords = groups.map(\.word)

  /// The commands that `help` lists for `word`; none if it is not such a word.
  public static func group(_ word: String) -> [CommandSpec] {
    (groups.first { $0.word == word }?.names ?? []).compactMap(named)
  }

  static let vocabulary = Vocabulary(
    all.map(\.name),
    hints: all.reduce(into: [:]) { hints, spec in
      for hint in spec.hints { hints[hint] = spec.name }
      hints.merge(spec.hintedLines) { $1 }
    })
  static let topicVocabulary = Vocabulary(
    topics.map(\.name),
    hints: vocabulary.hints.mapValues { line in String(line.prefix { $0 != " " }) })
}
