import Text

extension CommandSpec {
  /// The completions of the last word of `line`, which may be empty.
  ///
  /// The first word completes to command names, the others to the command's arguments. So do those
  /// after a comma, in a line that begins with a part of a plan.
  public static func completions(of line: String) -> [String] {
    let scalars = line.unicodeScalars
    guard let comma = scalars.lastIndex(of: ","), beginsPlan(line) else {
      return completions(of: line, among: all)
    }
    let part = scalars[scalars.index(after: comma)...]
    // What is typed before the comma without a blank is of the same word.
    let isOneWord = !part.contains(where: Words.isBlank)
    let head = isOneWord ? scalars[...comma].reversed().prefix { !Words.isBlank($0) } : []
    let before = String(String.UnicodeScalarView(head.reversed()))
    return completions(of: String(part), among: clauses).map { before + $0 }
  }

  /// The command that `word` names, in full or by a prefix; `nil` if it names none.
  public static func name(meantBy word: String) -> String? {
    try? CommandParser.spec(named: word[...]).name
  }

  private static func beginsPlan(_ line: String) -> Bool {
    let head = line.unicodeScalars.prefix { $0 != "," }
    let words = Words.split(Substring(head), limit: 1)
    return words.first.flatMap { try? CommandParser.spec(named: $0) }?.isPartOfPlan ?? false
  }

  /// The completions of the last word of `line`, whose first word is one of `specs`.
  private static func completions(of line: String, among specs: [CommandSpec]) -> [String] {
    let words = Words.split(line[...], limit: 3)
    let isWordBegun = line.unicodeScalars.last.map { !Words.isBlank($0) } ?? false
    switch (words.count, isWordBegun) {
    case (0, _): return specs.map(\.name)
    case (1, true): return begun(words[0], among: specs.map(\.name))
    case (1, false): return following(words[0], begun: "")
    case (2, true): return following(words[0], begun: words[1])
    case (2, false): return following(words[0], begun: "", isFirst: false)
    case (3, true): return following(words[0], begun: words[2], isFirst: false)
    default: return []
    }
  }

  private static func following(
    _ command: Substring, begun argument: Substring, isFirst: Bool = true
  ) -> [String] {
    guard let spec = try? CommandParser.spec(named: command) else { return [] }
    return begun(argument, among: isFirst ? spec.completions : spec.furtherWords)
  }

  private static func begun(_ typed: Substring, among words: [String]) -> [String] {
    let typed = typed.lowercased()
    return words.filter { $0.hasPrefix(typed) }
  }

  /// The words that may follow. For `help` they are computed here, because its row is one of them.
  private var completions: [String] {
    guard name == "help" else { return words }
    let names = Self.topics.map(\.name)
    return names + Self.groupWords.filter { !names.contains($0) }
  }
}
