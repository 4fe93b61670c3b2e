import MeditationCore
import MeditationPlan
import MeditationText

/// Parses a line typed at the prompt.
///
/// Commands ignore case and may be shortened to any unambiguous prefix. The cost is linear in the
/// length of the line, whatever is in it.
package enum CommandParser {
  /// The command in `line`; an empty or blank line is `status`.
  ///
  /// - Parameters:
  ///   - phase: The phase of the session. A prefix is matched among the commands that are useful in
  ///     this phase first, then among all; the clauses of a plan come last in each.
  ///   - names: The nearest of them is suggested for an unknown command.
  package static func parse(
    _ line: some StringProtocol, in phase: Phase? = nil,
    suggesting names: Vocabulary = CommandSpec.vocabulary
  ) throws(LineError) -> Command {
    let line = Substring(line)
    do throws(LineError) {
      return try command(in: line, phase, suggesting: names)
    } catch {
      // The longest line of the table with something in it is far shorter.
      guard line.utf8.count <= 2 * QuotedInput.limit else { throw error }
      let words = Words.split(line)
      guard let meant = Meaning.line(for: words, in: phase) else { throw error }
      throw .unknownCommand(QuotedInput(words.joined(separator: " ")), nearest: meant)
    }
  }

  /// The command in `line`; what people mean by others is not looked up.
  static func command(
    in line: Substring, _ phase: Phase?, suggesting names: Vocabulary = CommandSpec.vocabulary
  ) throws(LineError) -> Command {
    let words = Words.split(line)
    guard let first = words.first else { return .show(.status) }
    if first.unicodeScalars.first == "/" { return .find(try searched(words)) }
    if PlanParser.beginsParts(line) { return .plan(try plan(line)) }
    if SongNumbersParser.isBegun(by: first) {
      return .numbers(try numbers(words[...], in: phase))
    }
    // Commas and semicolons separate the clauses of a plan, with or without blanks.
    let head = Substring(first.unicodeScalars.prefix { $0 != "," && $0 != ";" })
    guard !head.isEmpty else { throw .unknownCommand(QuotedInput(first), nearest: nil) }
    let spec: CommandSpec
    do throws(LineError) {
      spec = try self.spec(named: head, in: phase, suggesting: names)
    } catch {
      throw Suggestion.completing(error, words, in: phase)
    }
    if let word = PlanWord.all.first(where: { $0.name == spec.name }) {
      return try plan(line, beginning: word, of: spec)
    }
    guard head.endIndex == first.endIndex else {
      throw .unknownCommand(
        QuotedInput(first), nearest: Suggestion.nearest(to: first, among: names, in: phase))
    }
    var arguments = Arguments(of: spec, words.dropFirst())
    return try spec.parse(&arguments)
  }

  /// The steps of `line`, a plan; none if it is blank. Suggestions know all commands.
  package static func plan(_ line: some StringProtocol) throws(LineError) -> [PlanStep] {
    try PlanText.parse(line, knowing: CommandSpec.vocabulary)
  }

  /// The command in `line`, whose first word means `word`. That word alone shows what it sets, and a
  /// clause alone is a command if it can be one: 'volume 50', but not 'volume 50, for 5m'.
  private static func plan(
    _ line: Substring, beginning word: PlanWord, of spec: CommandSpec
  ) throws(LineError) -> Command {
    let clauses = try PlanLexer.clauses(of: line)
    if clauses.count == 1, clauses[0].words.count == 1 || !spec.isPartOfPlan {
      var arguments = Arguments(of: spec, clauses[0].words.dropFirst())
      return try spec.parse(&arguments)
    }
    return .plan(
      try PlanParser.steps(of: clauses, beginning: word, knowing: CommandSpec.vocabulary))
  }

  private static func numbers(
    _ words: ArraySlice<Substring>, in phase: Phase?
  ) throws(LineError) -> [NumberRange] {
    do throws(LineError) {
      return try SongNumbersParser.parse(words)
    } catch {
      guard case .notASongNumber(let word, let meant?) = error,
        !isUseful(meant, in: phase)
      else { throw error }
      // A time: outside a session, it is that of a sit.
      let line = "sit " + words.joined(separator: " ")
      guard line.utf8.count <= QuotedInput.limit, isUseful("sit", in: phase),
        case .practice(.sit(.length))? = try? parse(line)
      else { throw .notASongNumber(word, meant: nil) }
      throw .notASongNumber(word, meant: line)
    }
  }

  static func spec(
    named word: Substring, in phase: Phase? = nil,
    suggesting names: Vocabulary = CommandSpec.vocabulary
  ) throws(LineError) -> CommandSpec {
    let name = try commandName(
      word, in: phase, of: CommandSpec.vocabulary, tiers: tiers(of: CommandSpec.all, in: phase),
      suggesting: names)
    guard let spec = CommandSpec.named(name) else {
      throw .unknownCommand(QuotedInput(word), nearest: nil)
    }
    return spec
  }

  static func topic(_ word: Substring) throws(LineError) -> String {
    if SongNumbersParser.isBegun(by: word) { return CommandSpec.numbers.name }
    if let group = Vocabulary(CommandSpec.groupWords).exact(word) { return group }
    let topics = CommandSpec.topicVocabulary
    // 'help parts' is about 'part'.
    if word.last?.lowercased() == "s", topics.exact(word) == nil,
      let one = topics.exact(word.dropLast())
    {
      return one
    }
    return try commandName(
      word, in: nil, of: topics, tiers: tiers(of: CommandSpec.topics), suggesting: topics)
  }

  private static func commandName(
    _ word: Substring, in phase: Phase?, of vocabulary: Vocabulary,
    tiers: @autoclosure () -> [Vocabulary], suggesting names: Vocabulary
  ) throws(LineError) -> String {
    if word == "?" { return "help" }
    if let name = vocabulary.exact(word) { return name }
    // A hint wins over a prefix: 'skip' means 'next', although 'skipped' begins with it.
    if let hinted = vocabulary.hint(for: word) {
      let lines = [hinted, Suggestion.outsideSession[hinted]].compactMap(\.self)
      throw .unknownCommand(
        QuotedInput(word), nearest: lines.first { isUseful($0, in: phase) })
    }
    switch tiers().lazy.map({ $0.match(word) }).first(where: { $0 != .unknown }) ?? .unknown {
    case .found(let name): return name
    case .ambiguous(let names): throw .ambiguous(QuotedInput(word), names)
    case .unknown:
      throw .unknownCommand(
        QuotedInput(word), nearest: Suggestion.nearest(to: word, among: names, in: phase))
    }
  }

  /// The words of a line that begins with a slash; a blank may follow the slash.
  private static func searched(_ words: [Substring]) throws(LineError) -> [String] {
    let first = words[0].unicodeScalars.dropFirst()
    return try SearchWords.parse(
      (first.isEmpty ? [] : [Substring(first)]) + words.dropFirst())
  }
}

// MARK: - Prefixes

extension CommandParser {
  /// The vocabularies in which a prefix of a command is matched, one after the other.
  ///
  /// Commands that are useful in the phase match before the others, and clauses of a plan after the
  /// rest: `b` is `back` where a session can be left, and `be` is ambiguous everywhere. Practice
  /// commands and newer ones match last, so that short prefixes such as `n`, `s`, `h` and `l` stay
  /// stable.
  private static func tiers(of specs: [CommandSpec], in phase: Phase? = nil) -> [Vocabulary] {
    func ranked(_ rank: PrefixRank, in specs: [CommandSpec]) -> [CommandSpec] {
      specs.filter { $0.rank == rank }
    }
    let useful = specs.filter { spec in phase.map { spec.phases.contains($0) } ?? false }
    let early = [useful, specs].map { ranked(.early, in: $0) }
      .flatMap { specs in [specs.filter { !$0.isPartOfPlan }, specs] }
    let late = [ranked(.late, in: useful), ranked(.late, in: specs), ranked(.last, in: specs)]
    return (early + late).map { Vocabulary($0.map(\.name)) }
  }
}

extension CommandSpec {
  fileprivate var rank: PrefixRank { isPractice && prefixRank == .early ? .late : prefixRank }
}

// MARK: - Suggestions

extension CommandParser {
  /// True if `line`, which begins with the full name of a command, is useful in `phase`.
  static func isUseful(_ line: String, in phase: Phase?) -> Bool {
    let isOfNumbers = SongNumbersParser.isBegun(by: line[...])
    guard let phase,
      let spec = isOfNumbers
        ? CommandSpec.numbers : CommandSpec.named(String(line.prefix { $0 != " " }))
    else { return true }
    return spec.phases.contains(phase)
  }
}

/// The line to suggest for one that is not a command.
private enum Suggestion {
  /// Commands to suggest in place of others that need a session, where there is none.
  static let outsideSession = ["finish": "quit"]

  /// A command with a name similar to `word`, or `seek +10` for `+10`.
  static func nearest(
    to word: Substring, among names: Vocabulary, in phase: Phase?
  ) -> String? {
    if let near = names.nearest(to: word) { return near }
    guard word.utf8.count <= QuotedInput.limit, (try? SeekParser.parse(word)) != nil,
      CommandParser.isUseful("seek", in: phase)
    else { return nil }
    return "seek \(word)"
  }

  /// `error` about the line `words`. A suggested command has the arguments of the line if it takes
  /// them, and a line that begins with a colon, as in vi, is suggested without it.
  static func completing(
    _ error: LineError, _ words: [Substring], in phase: Phase?
  ) -> LineError {
    guard case .unknownCommand(let word, let nearest) = error else { return error }
    let rest = words.dropFirst()
    let tail = rest.map { " \($0)" }.joined()
    if words[0].first == ":", words[0].utf8.count > 1 {
      let name = words[0].dropFirst()
      let line = ((try? CommandParser.spec(named: name, in: phase).name) ?? String(name)) + tail
      if command(in: line, phase) != nil {
        return .unknownCommand(
          word, nearest: CommandParser.isUseful(line, in: phase) ? QuotedInput(line).text : nil)
      }
    }
    guard let nearest, !rest.isEmpty else { return error }
    // 'meditate sit 20m' is 'sit 20m', not 'sit sit 20m'.
    let again = rest.first.map { $0.lowercased() == nearest } ?? false
    let lines = [
      CommandSpec.lineWithArguments[words[0].lowercased()].map { $0(tail) },
      nearest + (again ? rest.dropFirst().map { " \($0)" }.joined() : tail),
    ].compactMap(\.self)
    return lines.first { command(in: $0, phase) != nil }.map {
      .unknownCommand(word, nearest: QuotedInput($0).text)
    } ?? error
  }

  /// The command in `line`, if the line is short enough to be suggested.
  private static func command(in line: String, _ phase: Phase?) -> Command? {
    line.utf8.count <= QuotedInput.limit ? try? CommandParser.parse(line, in: phase) : nil
  }
}

// MARK: - Searches

enum SearchWords {
  /// The largest number of words, which bounds the cost of a search.
  static let limit = 16

  /// The distinct words, safe to print on a terminal; no words show the whole list again.
  ///
  /// Quotation marks are ignored, and so is a leading `#`, which would start a comment in a script.
  static func parse(_ words: ArraySlice<Substring>) throws(LineError) -> [String] {
    var found: [String] = []
    for word in words {
      let clean = QuotedInput.cleaned(
        word.unicodeScalars.filter { $0 != "\"" }.drop { $0 == "#" })
      if clean.isEmpty || found.contains(clean) { continue }
      guard found.count < limit else {
        throw .unexpected(QuotedInput(word), command: "find", takes: "up to \(limit) words")
      }
      found.append(clean)
    }
    return found
  }
}
