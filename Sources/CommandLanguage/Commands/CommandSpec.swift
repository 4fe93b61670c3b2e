public import MeditationCore
import Text

/// Everything about one command: the parser, help and completion read it here.
public struct CommandSpec: Sendable {
  /// Reads the words after the name.
  typealias Parse = @Sendable (inout Arguments) throws(CommandError) -> Command
  /// Writes them again: the arguments of a command of this row, `nil` for any other command.
  typealias Spell = @Sendable (Command) -> String?

  /// The full name.
  public let name: String
  /// What follows the name, as a synopsis; empty if nothing does.
  public let arguments: String
  /// A shorter synopsis for a list of commands; `nil` uses `arguments`.
  var brief: String?
  /// What it does, in one line.
  public let summary: String
  /// A line to try.
  public let example: String
  /// The phases in which it is of use; in the others it is refused, or changes nothing.
  public let phases: Set<Phase>
  /// Words that people type for this command. They are answered with its name, not performed.
  var hints: [String] = []
  /// The words that may follow, for completion.
  var words: [String] = []
  let parse: Parse
  let spell: Spell

  /// How the command is typed: `seek TIME`.
  public var synopsis: String {
    arguments.isEmpty ? name : "\(name) \(arguments)"
  }

  /// How the command is typed, in a list of commands; lines of numbers have no name.
  public var term: String {
    if name == Self.numbers.name { return arguments }
    return brief.map { "\(name) \($0)" } ?? synopsis
  }

  /// The help on this command: synopsis, summary and example, a line each.
  public var help: String {
    let typed = name == Self.numbers.name ? arguments : synopsis
    return "\(typed)\n  \(summary)\n  Example: \(example)"
  }
}

extension CommandSpec {
  /// The command with this full name, or `numbers`; `nil` if there is none.
  public static func named(_ name: String) -> CommandSpec? {
    topics.first { $0.name == name }
  }

  /// What help can be asked about: lines of numbers, and every command.
  public static let topics = [numbers] + all

  static let vocabulary = Vocabulary(
    all.map(\.name),
    hints: all.reduce(into: [:]) { hints, spec in
      for hint in spec.hints { hints[hint] = spec.name }
    })
  static let topicVocabulary = Vocabulary(topics.map(\.name), hints: vocabulary.hints)

  /// The commands that are of use in each phase, for a name that is begun.
  static let vocabularies = Dictionary(
    uniqueKeysWithValues: Phase.allCases.map { phase in
      (phase, Vocabulary(all.filter { $0.phases.contains(phase) }.map(\.name)))
    })
}
