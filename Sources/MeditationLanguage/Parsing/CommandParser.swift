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
    suggesting names: Vocabulary = Commands.table.vocabulary
  ) throws(LineError) -> Command {
    let line = Substring(line)
    do throws(LineError) {
      return try command(in: line, phase, suggesting: names)
    } catch {
      // The longest line of the table with something in it is far shorter.
      guard line.utf8.count <= 2 * QuotedInput.limit else { throw error.suggesting }
      let words = Words.split(line)
      guard let meant = Meaning.line(for: words, in: phase) else { throw error.suggesting }
      throw .unknownCommand(QuotedInput(words.joined(separator: " ")), nearest: meant)
    }
  }

  /// The command in `line`, without a guess at what other words may mean.
  static func command(
    in line: Substring, _ phase: Phase?, suggesting names: Vocabulary = Commands.table.vocabulary
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
    let row: Commands.Row
    do throws(LineError) {
      row = try self.row(named: head, in: phase, suggesting: names)
    } catch {
      throw Suggestion.completing(error, words, in: phase)
    }
    if let word = PlanWords.table.row(named: row.name) {
      return try plan(line, beginning: word, of: row)
    }
    guard head.endIndex == first.endIndex else {
      throw .unknownCommand(
        QuotedInput(first), nearest: Suggestion.nearest(to: first, among: names, in: phase))
    }
    var arguments = Arguments(of: row, words.dropFirst())
    return try row.parse(&arguments)
  }

  /// The steps of `line`, a plan; none if it is blank.
  package static func plan(_ line: some StringProtocol) throws(LineError) -> [PlanStep] {
    do throws(LineError) { return try PlanText.parse(line) } catch { throw error.suggesting }
  }

  /// The command in `line`, whose first word means `word`. That word alone shows what it sets, and a
  /// clause alone is a command if it can be one: 'volume 50', but not 'volume 50, for 5m'.
  private static func plan(
    _ line: Substring, beginning word: Word<PlanStep>, of row: Commands.Row
  ) throws(LineError) -> Command {
    let clauses = try PlanLexer.clauses(of: line)
    if clauses.count == 1, clauses[0].words.count == 1 || !row.uses.isClause {
      var arguments = Arguments(of: row, clauses[0].words.dropFirst())
      return try row.parse(&arguments)
    }
    return .plan(try PlanParser.steps(of: clauses, beginning: word))
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

  static func row(
    named word: Substring, in phase: Phase? = nil,
    suggesting names: Vocabulary = Commands.table.vocabulary
  ) throws(LineError) -> Commands.Row {
    let name = word == "?" ? "help" : word
    if let row = try Commands.table.row(name, in: phase?.use ?? []) { return row }
    throw .unknownCommand(
      QuotedInput(word), nearest: Suggestion.nearest(to: word, among: names, in: phase))
  }

  static func topic(_ word: Substring) throws(LineError) -> String {
    if SongNumbersParser.isBegun(by: word) { return Commands.numbers.name }
    if let group = Vocabulary(Commands.groupWords).exact(word) { return group }
    let topics = Commands.topics.vocabulary
    // 'help parts' is about 'part'.
    if word.last?.lowercased() == "s", topics.exact(word) == nil,
      let one = topics.exact(word.dropLast())
    {
      return one
    }
    if let topic = try Commands.topics.row(word == "?" ? "help" : word) { return topic.name }
    let hinted = topics.hint(for: word).map { String($0.prefix { $0 != " " }) }
    throw .unknownCommand(
      QuotedInput(word), nearest: hinted ?? Suggestion.nearest(to: word, among: topics, in: nil))
  }

  /// The words of a line that begins with a slash; a blank may follow the slash.
  private static func searched(_ words: [Substring]) throws(LineError) -> [String] {
    try SearchWords.parse([Substring(words[0].unicodeScalars.dropFirst())] + words.dropFirst())
  }
}

// MARK: - Suggestions

extension CommandParser {
  /// True if `line`, which begins with the full name of a command, is useful in `phase`.
  static func isUseful(_ line: String, in phase: Phase?) -> Bool {
    let isOfNumbers = SongNumbersParser.isBegun(by: line[...])
    guard let phase,
      let row = isOfNumbers
        ? Commands.numbers : Commands.topics.row(named: String(line.prefix { $0 != " " }))
    else { return true }
    return row.uses.contains(phase.use)
  }
}

extension LineError {
  /// The error of a plan with what is suggested at the prompt: nothing in place of another command.
  package var suggesting: LineError {
    guard case .notInPlan(let word, _?, let choices) = self,
      Commands.table.vocabulary.exact(word.text[...]) != nil,
      PlanWords.table.vocabulary.hint(for: word.text[...]) == nil
    else { return self }
    return .notInPlan(word, nearest: nil, choices: choices)
  }
}

/// The line to suggest for one that is not a command.
private enum Suggestion {
  /// Commands to suggest in place of others that need a session, where there is none.
  private static let outsideSession = ["finish": "quit"]

  /// The lines to suggest for words that users try with arguments, where that is another command.
  private static let lineWithArguments: [String: @Sendable (_ arguments: String) -> String] = [
    "queue": { "pick\($0) next" }, "loop": { _ in "repeat on" },
  ]

  /// A command with a name similar to `word`, or that users mean by it, or `seek +10` for `+10`.
  static func nearest(to word: Substring, among names: Vocabulary, in phase: Phase?) -> String? {
    if let hinted = names.hint(for: word) {
      let lines = [hinted, outsideSession[hinted]].compactMap(\.self)
      return lines.first { CommandParser.isUseful($0, in: phase) }
    }
    if let near = names.nearest(to: word) { return near }
    guard word.utf8.count <= QuotedInput.limit, (try? SeekParser.parse(word)) != nil,
      CommandParser.isUseful("seek", in: phase)
    else { return nil }
    return "seek \(word)"
  }

  /// `error` about the line `words`. A suggested command has the arguments of the line if it takes
  /// them, and a line that begins with a colon, as in vi, is suggested without it.
  static func completing(_ error: LineError, _ words: [Substring], in phase: Phase?) -> LineError {
    guard case .unknownCommand(let word, let nearest) = error else { return error }
    let rest = words.dropFirst()
    let tail = rest.map { " \($0)" }.joined()
    if words[0].first == ":", words[0].utf8.count > 1 {
      let name = words[0].dropFirst()
      let line = ((try? CommandParser.row(named: name, in: phase).name) ?? String(name)) + tail
      if command(in: line, phase) != nil {
        return .unknownCommand(
          word, nearest: CommandParser.isUseful(line, in: phase) ? QuotedInput(line).text : nil)
      }
    }
    guard let nearest, !rest.isEmpty else { return error }
    // 'meditate sit 20m' is 'sit 20m', not 'sit sit 20m'.
    let again = rest.first.map { $0.lowercased() == nearest } ?? false
    let lines = [
      lineWithArguments[words[0].lowercased()].map { $0(tail) },
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
  /// Quotation marks are ignored, and so is a leading `#`, which would start a comment in a script.
  static func parse(_ words: ArraySlice<Substring>) throws(LineError) -> [String] {
    var found: [String] = []
    for word in words {
      let clean = QuotedInput.cleaned(word.unicodeScalars.filter { $0 != "\"" }.drop { $0 == "#" })
      if clean.isEmpty || found.contains(clean) { continue }
      guard found.count < limit else {
        throw .unexpected(QuotedInput(word), command: "find", takes: "up to \(limit) words")
      }
      found.append(clean)
    }
    return found
  }
}
