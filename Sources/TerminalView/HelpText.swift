import CommandLanguage
import MeditationCore

/// What `help` says.
enum HelpText {
  /// Help on the command `name`; without one, a line for each command, those first that are of
  /// use in `phase`.
  static func lines(on name: String?, in phase: Phase) -> [String] {
    if let name {
      guard let spec = CommandSpec.named(name) else { return [] }
      return spec.help.split(separator: "\n").map(String.init)
    }
    let (now, later) = CommandSpec.topics.partitioned { $0.phases.contains(CommandPhase(phase)) }
    let width = CommandSpec.topics.map(\.typed.count).max() ?? 0
    let line = { (spec: CommandSpec) in
      "  \(CellWidth.pad(spec.typed, to: width))  \(spec.summary)"
    }
    return ["Now:"] + now.map(line) + ["At other times:"] + later.map(line)
      + ["'help COMMAND' has an example, 'help keys' the keys."]
  }

  /// Whether `line` asks for the keys, which are no command.
  static func asksForKeys(_ line: String) -> Bool {
    let words = line.lowercased().split(separator: " ")
    return words.count == 2 && ["help", "?"].contains(words[0]) && words[1] == "keys"
  }

  /// The single keys, and those of the line.
  static let keys = [
    "While listening in a terminal, on an empty line, these keys act at once:",
    "  Space        Pauses, or goes on.",
    "  Left, Right  Go 10 seconds back, or forwards.",
    "  +, -         Make it louder, or softer, by 5.",
    "Always:",
    "  Tab          Completes what is typed.",
    "  Up, Down     Bring back earlier lines; Ctrl-R searches them.",
    "  Ctrl-C       Clears what is typed; on an empty line, leaves.",
    "  Ctrl-D       On an empty line, leaves.",
    "  Ctrl-L       Clears the screen.",
    "  Ctrl-Z       Pauses, and returns to the shell; 'fg' comes back.",
  ]
}

extension CommandSpec {
  /// How the command is typed; lines of numbers have no name to be typed.
  fileprivate var typed: String { name == CommandSpec.numbers.name ? arguments : synopsis }
}

extension CommandPhase {
  fileprivate init(_ phase: Phase) {
    switch phase {
    case .picking: self = .picking
    case .listening: self = .listening
    case .finished: self = .finished
    }
  }
}

extension Sequence {
  fileprivate func partitioned(_ belongs: (Element) -> Bool) -> ([Element], [Element]) {
    reduce(into: ([], [])) { parts, element in
      if belongs(element) { parts.0.append(element) } else { parts.1.append(element) }
    }
  }
}
