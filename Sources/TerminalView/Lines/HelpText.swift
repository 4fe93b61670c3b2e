import CommandLanguage
import MeditationCore
import Screens
import SessionControl

/// The text of `help`.
enum HelpText {
  /// Help on the command or the topic `name`; without a name, the commands of `phase` with their summaries, then
  /// the names of the others. The clauses of a plan have summaries while picking, where most plans are
  /// made; the commands of the practice are only named. Lines are at most `width` cells wide; `nil` is unlimited.
  static func lines(on name: String?, in phase: Phase, width: Int?) -> [String] {
    if let name {
      let help = CommandSpec.named(name)?.help.split(separator: "\n") ?? []
      let lines = help.flatMap { WrappedText.rows(of: String($0), width: width) }
      let group = CommandSpec.group(name).filter { $0.name != name }
      guard !group.isEmpty else { return lines }
      let list = DefinitionList(group.map(\.term), width: width)
      return lines + ["Commands for '\(name)':"] + list.lines(group.map(CommandRow.init))
    }
    let (now, later) = CommandSpec.topics.partitioned { $0.phases.contains(phase) }
    let explained = now.filter { !$0.isPractice && (phase == .picking || !$0.isPartOfPlan) }
    let list = DefinitionList(CommandSpec.topics.map(\.term), width: width)
    let names: [(title: String, specs: [CommandSpec])] = [
      ("Plan", phase == .picking ? [] : now.filter(\.isPartOfPlan)),
      ("Practice", CommandSpec.all.filter(\.isPractice)),
      ("At other times", later.filter { !$0.isPractice }),
    ]
    let others = names.filter { !$0.specs.isEmpty }.map { title, specs in
      "\(title): \(specs.map(\.name).joined(separator: ", "))."
    }
    let topics = (["keys"] + CommandSpec.groupWords).map { "'help \($0)'" }
    let footer =
      "'help COMMAND' shows an example. Topics: \(topics.joined(separator: ", "))."
    return ["Now:"] + list.lines(explained.map(CommandRow.init))
      + others.flatMap { WrappedText.rows(of: $0, width: width) }
      + WrappedText.rows(of: footer, width: width)
  }

  /// Whether `line` is `help keys`; keys are not a command, so the parser does not know them.
  static func asksForKeys(_ line: String) -> Bool {
    let words = line.lowercased().split(separator: " ")
    return words.count == 2 && ["help", "?"].contains(words[0]) && words[1] == "keys"
  }

  /// Help on the keys that `support` provides, in lines of at most `width` cells.
  static func keys(_ support: KeySupport, width: Int?) -> [String] {
    let sections =
      switch support {
      case .lines: [("In a terminal:", ofTerminal)]
      case .editing: [("While typing a line:", ofLine)]
      case .immediate:
        [
          ("While listening, on an empty line, these keys act at once:", atOnce),
          ("Always:", ofLine),
        ]
      }
    let list = DefinitionList(sections.flatMap { $0.1.map(\.title) }, width: width)
    return sections.flatMap { WrappedText.rows(of: $0, width: width) + list.lines($1) }
  }

  private static let atOnce = [
    CommandRow("Space", "Pauses or resumes."),
    CommandRow("Left, Right", "Seek 10 seconds back or forward."),
    CommandRow("+, -", "Raise or lower the volume by 5."),
  ]

  private static let ofLine = [
    CommandRow("Tab", "Completes what is typed."),
    CommandRow("Up, Down", "Recall earlier lines; Ctrl-R searches them."),
    CommandRow("Ctrl-C", "Clears the line; on an empty line, quits; while listening, twice."),
    CommandRow("Ctrl-D", "On an empty line, quits."),
    CommandRow("Ctrl-L", "Clears the screen."),
    stop,
  ]

  private static let ofTerminal = [
    CommandRow("Ctrl-U", "Clears the line."),
    CommandRow("Ctrl-C", "Quits; while listening, twice."),
    CommandRow("Ctrl-D", "On an empty line, quits."),
    stop,
  ]

  private static let stop = CommandRow(
    "Ctrl-Z", "Pauses and returns to the shell; 'fg' comes back.")
}

extension Sequence {
  fileprivate func partitioned(_ belongs: (Element) -> Bool) -> ([Element], [Element]) {
    reduce(into: ([], [])) { parts, element in
      if belongs(element) { parts.0.append(element) } else { parts.1.append(element) }
    }
  }
}
