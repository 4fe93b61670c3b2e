public import MeditationCore
import Text

/// Parses a line typed at the prompt.
///
/// Commands ignore case and may be shortened to any unambiguous prefix. The cost is linear in the
/// length of the line, whatever is in it.
public enum CommandParser {
  /// The command in `line`; an empty or blank line asks for the status.
  ///
  /// - Parameter phase: The phase of the session. A prefix is matched among the commands that are
  ///   useful in this phase first, then among all; the parts of a plan come last in each.
  public static func parse(
    _ line: some StringProtocol, in phase: Phase? = nil
  ) throws(CommandError) -> Command {
    try parse(Substring(line), in: phase, suggesting: CommandSpec.vocabulary)
  }

  /// Like the public method, but suggests the nearest of `names` for an unknown command.
  static func parse(
    _ line: Substring, in phase: Phase? = nil, suggesting names: Vocabulary
  ) throws(CommandError) -> Command {
    let words = Words.split(line)
    guard let first = words.first else { return .show(.status) }
    if first.unicodeScalars.first == "/" { return .find(try searched(words)) }
    if SongNumbersParser.isBegun(by: first) {
      return .numbers(try numbers(words[...], in: phase))
    }
    // Commas separate the parts of a plan, with or without blanks.
    let head = Substring(first.unicodeScalars.prefix { $0 != "," })
    let spec: CommandSpec
    do throws(CommandError) {
      spec = try self.spec(named: head, in: phase, suggesting: names)
    } catch {
      throw Suggestion.completing(error, words, in: phase)
    }
    if spec.isPartOfPlan { return try PlanParser.command(line, beginning: spec) }
    guard head.endIndex == first.endIndex else {
      throw .unknownCommand(
        Echo(first), nearest: Suggestion.nearest(to: first, among: names, in: phase))
    }
    var arguments = Arguments(of: spec, words.dropFirst())
    return try spec.parse(&arguments)
  }

  private static func numbers(
    _ words: ArraySlice<Substring>, in phase: Phase?
  ) throws(CommandError) -> [NumberRange] {
    do throws(CommandError) {
      return try SongNumbersParser.parse(words)
    } catch {
      guard case .notASongNumber(let word, let meant?) = error,
        !Suggestion.isUseful(meant, in: phase)
      else { throw error }
      // A time: outside a session, it is that of a sit.
      let line = "sit " + words.joined(separator: " ")
      guard line.utf8.count <= Echo.limit, Suggestion.isUseful("sit", in: phase),
        case .practice(.sit(.length))? = try? parse(line[...], suggesting: CommandSpec.vocabulary)
      else { throw .notASongNumber(word, meant: nil) }
      throw .notASongNumber(word, meant: line)
    }
  }

  /// The definition of the command that `word` names, in full or by a prefix.
  static func spec(
    named word: Substring, in phase: Phase? = nil,
    suggesting names: Vocabulary = CommandSpec.vocabulary
  ) throws(CommandError) -> CommandSpec {
    let name = try commandName(
      word, in: phase, of: CommandSpec.vocabulary, tiers: PrefixTiers.commands(in: phase),
      suggesting: names)
    guard let spec = CommandSpec.named(name) else {
      throw .unknownCommand(Echo(word), nearest: nil)
    }
    return spec
  }

  /// The help topic that `word` names.
  static func topic(_ word: Substring) throws(CommandError) -> String {
    if SongNumbersParser.isBegun(by: word) { return CommandSpec.numbers.name }
    if let group = Vocabulary(CommandSpec.groupWords).exact(word) { return group }
    let topics = CommandSpec.topicVocabulary
    return try commandName(
      word, in: nil, of: topics, tiers: PrefixTiers.topics, suggesting: topics)
  }

  private static func commandName(
    _ word: Substring, in phase: Phase?, of vocabulary: Vocabulary, tiers: [Vocabulary],
    suggesting names: Vocabulary
  ) throws(CommandError) -> String {
    if word == "?" { return "help" }
    if let name = vocabulary.exact(word) { return name }
    // A hint wins over a prefix: 'skip' means 'next', although 'skipped' begins with it.
    if let hinted = vocabulary.hint(for: word) {
      let lines = [hinted, Suggestion.outsideSession[hinted]].compactMap(\.self)
      throw .unknownCommand(
        Echo(word), nearest: lines.first { Suggestion.isUseful($0, in: phase) })
    }
    switch tiers.lazy.map({ $0.match(word) }).first(where: { $0 != .unknown }) ?? .unknown {
    case .found(let name): return name
    case .ambiguous(let names): throw .ambiguous(Echo(word), names)
    case .unknown:
      throw .unknownCommand(
        Echo(word), nearest: Suggestion.nearest(to: word, among: names, in: phase))
    }
  }

  /// The words of a line that begins with a slash; a blank may follow the slash.
  private static func searched(_ words: [Substring]) throws(CommandError) -> [String] {
    let first = words[0].unicodeScalars.dropFirst()
    return try SearchWords.parse(
      (first.isEmpty ? [] : [Substring(first)]) + words.dropFirst())
  }
}
