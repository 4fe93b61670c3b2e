import MeditationText

/// A stored plan: its line, parsed once, so that an invalid plan is never mistaken for none.
package struct StoredPlan: Sendable {
  /// The plan of an empty line.
  package static let none = StoredPlan("")

  /// As the file has it, but for the paths of its files, which are absolute; empty for an empty plan.
  package let line: String
  /// The steps from an empty plan, or why the line is not valid.
  package let steps: Result<[PlanStep], LineError>
  /// The plan, with an example of what is chosen when a session begins; `nil` if the line is not valid.
  package let plan: Plan?

  package init(_ line: String) {
    do throws(LineError) {
      self.init(line, try PlanText.parse(line))
    } catch {
      self.init(line: line, steps: .failure(error), plan: nil)
    }
  }

  /// Creates the stored form of `plan`, without what only a session knows, such as a guide's lines.
  package init(_ plan: Plan) { self.init(PlanText.line(of: plan)) }

  /// A limit that several clauses together exceed is a mistake in the line, too.
  private init(_ line: String, _ steps: [PlanStep]) {
    do throws(PlanLimit) {
      let plan = try Plan(steps.changes())
      self.init(line: line, steps: .success(steps), plan: plan)
    } catch {
      self.init(line: line, steps: .failure(.mistake("\(error)")), plan: nil)
    }
  }

  private init(line: String, steps: Result<[PlanStep], LineError>, plan: Plan?) {
    (self.line, self.steps, self.plan) = (line, steps, plan)
  }

  /// Why the line is not valid; `nil` if it is.
  package var problem: LineError? { if case .failure(let problem) = steps { problem } else { nil } }

  package func files() throws(LineError) -> [(name: String, use: PlanFile)] {
    try steps.get().flatMap(\.files)
  }

  /// The plan with new names for its files; `nil` keeps a name. A plan that is not valid stays as it is.
  package func renamingFiles(_ rename: (_ name: String) -> String?) -> StoredPlan {
    guard case .success(let steps) = steps else { return self }
    let new = steps.map { $0.mappingFiles { name, _ in rename(name) ?? name } }
    return new == steps ? self : StoredPlan(PlanText.line(of: new), new)
  }
}

extension [PlanStep] {
  /// The changes that these steps make at `now`; `seed` is that of random bells without one.
  package func changes(at now: TimeOfDay = .midnight, seed: Int = 1) -> [PlanChange] {
    map { $0.change(at: now, drawingSeed: { seed }) }
  }
}

/// Two are equal if their lines are.
extension StoredPlan: Hashable {
  package static func == (left: StoredPlan, right: StoredPlan) -> Bool { left.line == right.line }

  package func hash(into hasher: inout Hasher) { hasher.combine(line) }
}

extension StoredPlan {
  /// The stored plan `line` on the present scale of volumes.
  ///
  /// A layer's volume without `%` was written by a program for which 50 was 6 dB softer than 100. It
  /// becomes the one that sounds the same, to within half a decibel.
  package static func onPresentScale(_ line: String) -> StoredPlan {
    guard let clauses = try? PlanLexer.clauses(of: Substring(line)) else { return StoredPlan(line) }
    var (new, rest) = ("", line[...])
    for clause in clauses {
      guard
        let word = clause.words.dropFirst(2).first(where: { $0.utf8.allSatisfy(ASCII.isDigit) }),
        (try? PlanParser.word(named: clause.words[0]))?.name == UnderClause.word.name,
        let linear = Int(word), 0...100 ~= linear
      else { continue }
      new += rest[..<word.startIndex] + "\(volume(soundingAs: linear))%"
      rest = rest[word.endIndex...]
    }
    return StoredPlan(new + rest)
  }

  /// The volume whose cube is next to `linear`, both in percent.
  private static func volume(soundingAs linear: Int) -> Int {
    (0...100).min { abs($0 * $0 * $0 - linear * 10_000) < abs($1 * $1 * $1 - linear * 10_000) } ?? 0
  }
}
