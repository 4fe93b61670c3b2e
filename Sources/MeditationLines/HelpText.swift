import MeditationCore
import MeditationLanguage
import MeditationScreens
import MeditationText

package enum HelpText {
  /// The commands that are explained where no topic is named: with them a session is begun, paused, left.
  private static let first: [Phase: [String]] = [
    .picking: ["numbers", "find", "start", "sit", "plan", "home", "help", "quit"],
    .listening: ["pause", "next", "seek", "volume", "left", "finish", "back", "quit"],
    .finished: ["start", "note", "again", "journal", "back", "quit"],
  ]
  private static let firstAtHome = [
    "numbers", "sit", "list", "journal", "settings", "help", "quit",
  ]

  /// Narrower help names topics in place of their commands, and has no arguments.
  private static let narrow = 60

  /// Help on the command or the topic `name`; without a name, what matters in `phase` or at home, and the
  /// names of all other commands, on one screen. An entry has several lines where it is wider than `width`
  /// cells; `nil` is unlimited.
  package static func entries(
    on name: String?, in phase: Phase, atHome isHome: Bool = false, width: Int?
  ) -> [[String]] {
    func wrapped(_ text: String) -> [String] { WrappedText.rows(of: text, width: width) }
    func list(_ specs: [Commands.Row], isShort: Bool = false) -> [[String]] {
      let rows = specs.map { spec in
        var row = Row(spec.term, spec.summary)
        if isShort { row.title = spec.typedName }
        return isHome && spec.name == Commands.numbers.name
          ? Row("NUMBER", "Sits the set with this number.") : row
      }
      return DefinitionList(rows.map(\.title), width: width).entries(rows)
    }
    if name == "all" {
      return Commands.groups.flatMap { word, _ in
        [[title(word)]] + list(Commands.group(word))
      }
    }
    if let name {
      let help = Commands.topics.row(named: name)?.help.split(separator: "\n") ?? []
      let group = Commands.group(name).filter { $0.name != name }
      return (help.isEmpty ? [] : [help.flatMap { wrapped(String($0)) }])
        + (group.isEmpty ? [] : [["Commands for '\(name)':"]] + list(group))
    }
    let explained = (isHome ? firstAtHome : first[phase] ?? []).compactMap(
      Commands.topics.row(named:))
    if let width, width < narrow {
      let topics = (Commands.groupWords + ["keys"]).map { "'help \($0)'" }
      return list(explained, isShort: true) + [wrapped("Others: \(topics.joined(separator: ", "))")]
    }
    let now = Commands.groups.map { word, _ in
      (
        word,
        Commands.group(word).filter {
          $0.uses.contains(phase.use) && !(isHome && $0.name == Commands.numbers.name)
        }
      )
    }
    let later = Commands.topics.rows.filter { !$0.uses.contains(phase.use) }
    let names = (now + [("at other times", later)]).filter { !$0.1.isEmpty }.map { word, specs in
      "\(title(word)) \(specs.map(\.typedName).joined(separator: ", "))."
    }
    return [["Now:"]] + list(explained) + names.map(wrapped)
      + [
        wrapped(
          "'help COMMAND' shows an example, 'help plan' the commands of that line, 'help all' all of "
            + "them, 'help keys' the keys.")
      ]
  }

  private static func title(_ word: String) -> String {
    word.prefix(1).uppercased() + word.dropFirst() + ":"
  }

  /// True if `line` is `help keys`; keys are not a command, so the parser does not know them.
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
    Row("Space", "Pauses or resumes."),
    Row("Left, Right", "Seek 10 seconds back or forward."),
    Row("+, -", "Raise or lower the volume by 5."),
    Row("<, >", "Go to the previous or the next song."),
  ]

  private static let ofLine = [
    Row("Tab", "Completes what is typed."),
    Row("Up, Down", "Recall earlier lines; Ctrl-R searches them."),
    Row("Ctrl-C", "Clears the line; on an empty line, quits; while listening, twice."),
    Row("Ctrl-D", "On an empty line, quits."),
    Row("Ctrl-L", "Clears the screen."),
    stop,
  ]

  private static let ofTerminal = [
    Row("Ctrl-U", "Clears the line."),
    Row("Ctrl-C", "Quits; while listening, twice."),
    Row("Ctrl-D", "On an empty line, quits."),
    stop,
  ]

  private static let stop = Row("Ctrl-Z", "Pauses and returns to the shell; 'fg' comes back.")
}
