import MeditationText

/// A plan as one line: the commands that make it, with commas in between. A semicolon ends a part, and
/// the next one begins with its length and its title.
///
/// `for 20m, settle 10s, bells every 5m, closing 3`
///
/// `settle 10s, closing 3; 25m Sit, opening 3, closing 2; 10m Walk, opening 1 clap`
///
/// Strokes in front of the parts open and close the session, whatever its first and last part is.
package enum PlanText {
  /// The steps of `line`; none if it is blank. `off` in front empties the plan.
  package static func parse(_ line: some StringProtocol) throws(LineError) -> [PlanStep] {
    try PlanParser.steps(of: PlanLexer.clauses(of: Substring(line)))
  }

  /// The line that makes `plan` from an empty plan; empty for an empty plan.
  package static func line(of plan: Plan) -> String {
    let line = line(of: plan.changes.map(PlanStep.change))
    // A length in front of others begins a part.
    return plan.parts.count > 1 && line.hasPrefix("then ") ? String(line.dropFirst(5)) : line
  }

  package static func line(of steps: [PlanStep]) -> String {
    var line = ""
    for (index, step) in steps.enumerated() {
      var text = step.text
      if index > 0 {
        switch (steps[index - 1], step) {
        case (.change(.part), _): line += " "
        case (_, .change(.then)):
          line += "; "
          text = String(text.dropFirst("then ".count))
        case (_, .firstPart): line += "; "
        default: line += ", "
        }
      }
      line += text
    }
    return line
  }
}

/// One clause of a line of the plan's notation.
package enum PlanStep: Hashable, Sendable {
  case change(PlanChange)
  /// The first part of a plan, which begins with its length.
  case firstPart(Plan.Length, title: String)
  /// Bells at random times, with a seed that is chosen when the command is performed.
  case randomBells(count: Int, Strokes = 1, isAddition: Bool = false)
  /// A beginning this long after the command is performed.
  case beginAfter(Duration)

  /// The change that the step makes at `now`; `drawSeed` chooses a seed if the step gives none.
  package func change(at now: TimeOfDay, drawingSeed drawSeed: () -> Int) -> PlanChange {
    switch self {
    case .change(let change): change
    case .firstPart(let length, let title): .then(length, title: title)
    case .beginAfter(let wait): .begin(now.after(wait))
    case .randomBells(let count, let strokes, let isAddition):
      BellRule.random(count: count, seed: drawSeed(), strokes).change(isAddition: isAddition)
    }
  }

  /// The line that parses as this step alone.
  fileprivate var text: String {
    switch self {
    case .change(let change): change.line
    case .firstPart(let length, let title): PartParser.spell(length, title: title)
    case .beginAfter(let wait): "begin +\(TimeText.brief(wait))"
    case .randomBells(let count, let strokes, let isAddition):
      (isAddition ? "also" : "bells") + " random \(count)" + strokes.spelledAfterNumber
    }
  }

  /// The change that the step makes at some time, with some seed, as an example of all others.
  package var exampleChange: PlanChange { change(at: .midnight) { 0 } }

  package var beginsPart: Bool { if case .then = exampleChange { true } else { false } }

  package var files: [(name: String, use: PlanFile)] {
    var files: [(String, PlanFile)] = []
    _ = mappingFiles { name, use in
      files.append((name, use))
      return name
    }
    return files
  }

  func mappingFiles(_ rename: FileRenaming) -> PlanStep {
    switch self {
    case .change(let change): .change(change.mappingFiles(rename))
    case .beginAfter, .firstPart: self
    case .randomBells(let count, let strokes, let isAddition):
      .randomBells(count: count, strokes.mappingFiles(rename), isAddition: isAddition)
    }
  }
}

// MARK: - Parsing

package enum PlanParser {
  /// The step in each of `clauses`; `first` is the meaning of the first word, if that is known.
  package static func steps(
    of clauses: [PlanLexer.Clause], beginning first: Word<PlanStep>? = nil
  ) throws(LineError) -> [PlanStep] {
    var steps: [PlanStep] = []
    var known = first
    let clauses = joiningTimes(clauses)
    for clause in clauses {
      let words = clause.words
      // `off` in front begins with an empty plan.
      if known == nil, steps.isEmpty, words.count == 1, words[0].lowercased() == "off" {
        steps.append(.change(.off))
        continue
      }
      // A semicolon ends no part before one has begun.
      let isPart =
        clause.beginsPart
        && (PartParser.isLength(words[0]) || steps.contains(where: \.exampleChange.isOfOnePart))
      if isPart || (known == nil && steps.isEmpty && beginsPart(clauses)) {
        let (length, title) = try PartParser.part(words[...])
        // A clause of a part in front may be about one whose length is given elsewhere.
        let isFirst = known == nil && !steps.contains(where: \.exampleChange.isOfOnePart)
        steps.append(
          isFirst ? .firstPart(length, title: title) : .change(.then(length, title: title)))
        continue
      }
      let word = if let known { known } else { try self.word(named: words[0]) }
      known = nil
      var arguments = Arguments(of: word, words.dropFirst())
      steps += try self.steps(of: word, &arguments)
    }
    return steps
  }

  /// The steps that the words after `word` make, each within its limit; there is at least one word.
  package static func steps(
    of word: Word<PlanStep>, _ arguments: inout Arguments
  ) throws(LineError) -> [PlanStep] {
    var steps = [try step(of: word, &arguments)]
    // Only `part 2` leaves words: a clause that is about that part.
    while let next = arguments.takeFirst() {
      let word = try self.word(named: next)
      arguments = Arguments(of: word, arguments.takeAll())
      steps.append(try step(of: word, &arguments))
    }
    return steps
  }

  private static func step(
    of word: Word<PlanStep>, _ arguments: inout Arguments
  ) throws(LineError) -> PlanStep {
    guard !arguments.isEmpty else {
      throw .missing(command: word.name, needs: "a value, such as '\(word.example)'")
    }
    let step = try word.parse(&arguments)
    guard let limit = PlanLimit.exceeded(by: step.exampleChange) else { return step }
    let examples = step.exampleChange.edit.map { type(of: $0).limitExamples }
    throw .beyondLimit(sentence: "\(limit)", example: examples?[limit] ?? word.example)
  }

  /// True if `line` begins with the length of the first of several parts. A bare number is a song.
  package static func beginsParts(_ line: Substring) -> Bool {
    guard line.utf8.contains(UInt8(ascii: ";")), let clauses = try? PlanLexer.clauses(of: line),
      let word = clauses.first?.words.first, Digits.value(word.utf8) == nil
    else { return false }
    return beginsPart(clauses) && clauses.contains(where: \.beginsPart)
  }

  /// True if a plan of several parts, or of one with a title, begins with the length of its first one.
  private static func beginsPart(_ clauses: [PlanLexer.Clause]) -> Bool {
    guard var words = clauses.first?.words[...], let word = words.first,
      PartParser.isLength(word)
    else { return false }
    _ = Arguments.takeTime(from: &words)
    return !words.isEmpty || clauses.contains(where: \.beginsPart)
  }

  /// `clauses`, where `bells at 5m, 12:30` is one clause, and so is `fade in 5s, out 1m`.
  private static func joiningTimes(_ clauses: [PlanLexer.Clause]) -> [PlanLexer.Clause] {
    var joined: [PlanLexer.Clause] = []
    for clause in clauses {
      if let last = joined.last?.words, !clause.beginsPart, clause.words[0].goesOn(last) {
        joined[joined.count - 1].words += clause.words
      } else {
        joined.append(clause)
      }
    }
    return joined
  }

  static func word(named typed: Substring) throws(LineError) -> Word<PlanStep> {
    if let word = try PlanWords.table.row(typed) { return word }
    throw .notInPlan(
      QuotedInput(typed), nearest: nearest(to: typed), choices: PlanWords.table.vocabulary.words)
  }

  /// The clause probably meant: a word with a similar name, or one that takes `typed`.
  private static func nearest(to typed: Substring) -> String? {
    if let near = PlanWords.table.vocabulary.nearest(to: typed) { return near }
    guard typed.utf8.count <= QuotedInput.limit, typed.beginsWithDigit else { return nil }
    if (try? BreathClause.pattern(typed)) != nil { return "breath \(typed)" }
    return (try? TimeText.parse(typed)) == nil ? nil : "for \(typed)"
  }
}

extension Substring {
  /// True if this word, which follows a comma, goes on the clause of the words `last`.
  fileprivate func goesOn(_ last: [Substring]) -> Bool {
    let words = last.map { $0.lowercased() }
    guard words.count > 1 else { return false }
    if beginsWithDigit { return "at".hasPrefix(words[1]) || words.contains("at") }
    return words[..<2] == ["fade", "in"] && lowercased() == "out"
  }
}

package enum PlanLexer {
  /// The words of a clause, of which there is at least one.
  package struct Clause {
    package fileprivate(set) var words: [Substring]
    let beginsPart: Bool
  }

  /// The clauses of `line`, between commas and semicolons; empty ones are left out. A word can be a
  /// quote, which keeps its marks, and in which blanks, commas and semicolons separate nothing.
  package static func clauses(of line: Substring) throws(LineError) -> [Clause] {
    let scalars = line.unicodeScalars
    var clauses: [Clause] = []
    var words: [Substring] = []
    var beginsPart = false
    func endClause() {
      guard !words.isEmpty else { return }
      clauses.append(Clause(words: words, beginsPart: beginsPart))
      (words, beginsPart) = ([], false)
    }
    var place = scalars.startIndex
    while place < scalars.endIndex {
      let start = place
      if scalars[place] == "," || scalars[place] == ";" {
        endClause()
        // One in front of everything ends nothing.
        if scalars[place] == ";", !clauses.isEmpty { beginsPart = true }
        place = scalars.index(after: place)
      } else if Words.isBlank(scalars[place]) {
        place = scalars.index(after: place)
      } else {
        place = try QuotedText.endOfWord(in: scalars, from: place) {
          $0 == "," || $0 == ";" || Words.isBlank($0)
        }
        words.append(line[start..<place])
      }
    }
    endClause()
    return clauses
  }
}
