import MeditationCore
import Text

/// The line to suggest for one that is not a command.
enum Suggestion {
  /// What to suggest in place of a command where there is no session for it.
  static let outsideSession = ["finish": "quit"]

  /// Whether `line`, which begins with the full name of a command, is useful in `phase`.
  static func isUseful(_ line: String, in phase: Phase?) -> Bool {
    guard let phase, let spec = CommandSpec.named(String(line.prefix { $0 != " " })) else {
      return true
    }
    return spec.phases.contains(phase)
  }

  /// A command with a name similar to `word`, or `seek +10` for `+10`.
  static func nearest(
    to word: Substring, among names: Vocabulary, in phase: Phase?
  ) -> String? {
    if let near = names.nearest(to: word) { return near }
    guard word.utf8.count <= Echo.limit, (try? SeekParser.parse(word)) != nil,
      isUseful("seek", in: phase)
    else { return nil }
    return "seek \(word)"
  }

  /// `error` about the line `words`. A suggested command has the arguments of the line if it takes
  /// them, and a line that begins with a colon, as in vi, is suggested without it.
  static func completing(
    _ error: CommandError, _ words: [Substring], in phase: Phase?
  ) -> CommandError {
    guard case .unknownCommand(let word, let nearest) = error else { return error }
    let rest = words.dropFirst()
    if words[0].first == ":", words[0].utf8.count > 1,
      let command = command(in: words[0].dropFirst() + rest.map { " \($0)" }.joined(), phase)
    {
      let line = command.description
      return .unknownCommand(word, nearest: isUseful(line, in: phase) ? Echo(line).text : nil)
    }
    guard let nearest, !rest.isEmpty else { return error }
    let line = nearest + rest.map { " \($0)" }.joined()
    return command(in: line, phase) == nil
      ? error : .unknownCommand(word, nearest: Echo(line).text)
  }

  /// The command in `line`, if the line is short enough to be suggested.
  private static func command(in line: String, _ phase: Phase?) -> Command? {
    line.utf8.count <= Echo.limit ? try? CommandParser.parse(line, in: phase) : nil
  }
}
