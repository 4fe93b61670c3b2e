/// A word with which lines begin, a command, a clause of a plan or a statement of a script, and how
/// it is typed, completed and explained.
package struct Word<Value: Sendable>: Sendable {
  package typealias Parse = @Sendable (inout Arguments) throws(LineError) -> Value

  package let name: String
  package let arguments: String
  /// A shorter synopsis for a list of words; `nil` uses `arguments`.
  package let brief: String?
  package let summary: String
  package let details: [String]
  package let example: String
  package let uses: WordUse
  /// Words that users try instead. They are answered with a suggestion, not performed.
  package let hints: [String]
  /// More such words, each with the line to suggest.
  package let hintedLines: [String: String]
  /// Words that may follow it, for completion.
  package let words: [String]
  /// Words that may follow those.
  package let furtherWords: [String]
  package let prefixRank: PrefixRank
  package let parse: Parse

  package init(
    name: String, arguments: String = "", brief: String? = nil, summary: String = "",
    details: [String] = [], example: String, uses: WordUse = .clause, hints: [String] = [],
    hintedLines: [String: String] = [:], words: [String] = [], furtherWords: [String] = [],
    prefixRank: PrefixRank = .early, parse: @escaping Parse
  ) {
    (self.name, self.arguments, self.brief, self.summary) = (name, arguments, brief, summary)
    (self.details, self.example, self.uses, self.hints) = (details, example, uses, hints)
    (self.hintedLines, self.words, self.furtherWords) = (hintedLines, words, furtherWords)
    (self.prefixRank, self.parse) = (prefixRank, parse)
  }

  /// The same word of another table, where lines are parsed by `parse`.
  package func parsed<Other>(by parse: @escaping Word<Other>.Parse) -> Word<Other> {
    Word<Other>(
      name: name, arguments: arguments, brief: brief, summary: summary, details: details,
      example: example, uses: uses, hints: hints, hintedLines: hintedLines, words: words,
      furtherWords: furtherWords, prefixRank: prefixRank, parse: parse)
  }
}

/// Where a word is useful; elsewhere it is refused or changes nothing.
package struct WordUse: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  // The phases of a session.
  package static let picking = WordUse(rawValue: 1)
  package static let listening = WordUse(rawValue: 2)
  package static let finished = WordUse(rawValue: 4)
  package static let anywhere: WordUse = [.picking, .listening, .finished]

  /// Everywhere, and as a clause of a plan, so that others can follow its comma.
  package static let clause: WordUse = [.anywhere, WordUse(rawValue: 8)]

  package var isClause: Bool { isSuperset(of: .clause) }
}

/// Which word a shared prefix means. Newer words match last, so that short prefixes stay stable.
package enum PrefixRank: Sendable {
  /// Before all others of its group.
  case early
  /// After those.
  case late
  /// After all other words.
  case last
}

/// The words with which a line of one language may begin.
package struct WordTable<Value: Sendable>: Sendable {
  package let rows: [Word<Value>]
  /// Their names, with the words that users try instead.
  package let vocabulary: Vocabulary

  package init(_ rows: [Word<Value>]) {
    self.rows = rows
    vocabulary = Vocabulary(
      rows.map(\.name),
      hints: rows.reduce(into: [:]) { hints, row in
        for hint in row.hints { hints[hint] = row.name }
        hints.merge(row.hintedLines) { $1 }
      })
  }

  package func row(named name: String) -> Word<Value>? { rows.first { $0.name == name } }

  /// The word that `typed` names in full or by a prefix, for `use` before others; `nil` if none.
  package func row(_ typed: Substring, in use: WordUse = []) throws(LineError) -> Word<Value>? {
    if let name = vocabulary.exact(typed) { return row(named: name) }
    // A hint wins over a prefix: 'skip' means 'next', although 'skipped' begins with it.
    guard vocabulary.hint(for: typed) == nil else { return nil }
    let matches = tiers(in: use).lazy.map { Vocabulary($0.map(\.name)).match(typed) }
    switch matches.first(where: { $0 != .unknown }) ?? .unknown {
    case .found(let name): return row(named: name)
    case .ambiguous(let names): throw .wrong(QuotedInput(typed), "could be \(names.alternatives).")
    case .unknown: return nil
    }
  }

  /// The words among which a prefix is matched, one group after the other. Those for `use` match
  /// before the others, and clauses of a plan after the rest: `b` is `back` where a session can be
  /// left, and `be` is ambiguous everywhere.
  private func tiers(in use: WordUse) -> [[Word<Value>]] {
    func ranked(_ rank: PrefixRank, in rows: [Word<Value>]) -> [Word<Value>] {
      rows.filter { $0.prefixRank == rank }
    }
    let useful = rows.filter { !$0.uses.isDisjoint(with: use) }
    return [useful, rows].map { ranked(.early, in: $0) }
      .flatMap { rows in [rows.filter { !$0.uses.isClause }, rows] }
      + [ranked(.late, in: useful), ranked(.late, in: rows), ranked(.last, in: rows)]
  }
}
