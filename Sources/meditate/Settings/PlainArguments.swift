import ArgumentParser
import Platform

/// Reads arguments without the parser, which takes longer than the rest of a start.
///
/// Settings as `--name=value`, `--name value` and `--flag`, and words without a dash, are plain. All else
/// is left to the parser, and so is each mistake: its messages stay the same.
final class PlainArguments: Sendable {
  /// Where options take their values from while a command is created; `nil` if the parser sets them.
  @TaskLocal static var current: PlainArguments?

  /// The texts of the settings that were given, by name, in order.
  private let texts: [String: [String]]
  /// The names of the settings that options were made for.
  private let taken = Locked<Set<String>>([])

  private init(_ texts: [String: [String]]) { self.texts = texts }

  /// The command that `arguments` make of `type`; `nil` if the parser must read them.
  static func command<Command: PlayingCommand>(
    _ type: Command.Type, _ arguments: [String]
  ) -> Command? {
    guard let (words, texts) = split(arguments) else { return nil }
    let plain = PlainArguments(texts)
    guard var command = $current.withValue(plain, operation: { Command(words: words) }),
      plain.taken.withLock({ taken in texts.keys.allSatisfy(taken.contains) }),
      (try? command.validate()) != nil
    else { return nil }
    return command
  }

  /// The names of the settings that are options of `type`.
  static func settingNames<Command: PlayingCommand>(of type: Command.Type) -> Set<String> {
    let plain = PlainArguments([:])
    _ = $current.withValue(plain) { Command(words: []) }
    return plain.taken.withLock(\.self)
  }

  /// The texts for the option of the setting `name`.
  func take(_ name: String) -> [String] {
    taken.withLock { _ = $0.insert(name) }
    return texts[name] ?? []
  }

  /// The words without a dash, and the texts of settings; `nil` if there is anything else, or a text
  /// that is not a value of its setting.
  private static func split(_ arguments: [String]) -> (words: [String], texts: [String: [String]])?
  {
    var words: [String] = []
    var texts: [String: [String]] = [:]
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-") else {
        words.append(argument)
        continue
      }
      let parts = argument.split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false
      ).map(String.init)
      guard let spelling = parts.first, parts.count == 1 || spelling.hasPrefix("--"),
        let setting = Settings.table.rows.first(where: { $0.spellings.contains(spelling) })
      else { return nil }
      var text: String?
      if setting.takesValue {
        text =
          parts.count == 2 ? parts[1] : rest.popFirst().flatMap { $0.hasPrefix("-") ? nil : $0 }
      } else if parts.count == 1 {
        text = spelling == "--\(setting.name)" ? "yes" : "no"
      }
      guard let text, setting.accepts(text) else { return nil }
      texts[setting.name, default: []].append(text)
    }
    return words.contains("help") ? nil : (words, texts)
  }
}

/// A command that begins a session with sound.
protocol PlayingCommand: AsyncParsableCommand {
  /// Creates the command with `words`, and all of its own options as if none was given; `nil` if the
  /// parser must read the words. Settings take their values by themselves.
  init?(words: [String])
}
