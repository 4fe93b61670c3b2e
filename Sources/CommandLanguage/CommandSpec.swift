import Text

/// All that is to be known about one command: the parser, help and completion read it here.
public struct CommandSpec: Sendable {
  /// The full name.
  public let name: String
  /// What follows the name, as a synopsis; empty if nothing does.
  public let arguments: String
  /// The same for a list of commands, where all of it has no room; `nil`: it has.
  var brief: String?
  /// What it does, in one line.
  public let summary: String
  /// A line to try.
  public let example: String
  /// The phases in which it is of use; in the others it is refused, or changes nothing.
  public let phases: Set<CommandPhase>
  let shape: ArgumentShape
  /// What people type who mean this command; never understood as it, but answered with its name.
  let hints: [String]

  /// How the command is typed: `seek TIME`.
  public var synopsis: String {
    arguments.isEmpty ? name : "\(name) \(arguments)"
  }

  /// How the command is typed, in a list of commands; lines of numbers have no name to be typed.
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

  /// The commands that are of use in `phase`, in the table's order.
  public static func useful(in phase: CommandPhase) -> [CommandSpec] {
    all.filter { $0.phases.contains(phase) }
  }

  /// What help can be asked about: lines of numbers, and every command.
  public static let topics = [numbers] + all

  static let vocabulary = Vocabulary(
    all.map(\.name),
    hints: all.reduce(into: [:]) { hints, spec in
      for hint in spec.hints { hints[hint] = spec.name }
    })
  static let topicVocabulary = Vocabulary(topics.map(\.name), hints: vocabulary.hints)
}
