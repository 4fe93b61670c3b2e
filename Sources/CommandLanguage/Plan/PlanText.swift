import MeditationCore
public import Score

/// A plan as one line: the commands that make it, with commas in between.
///
/// `for 20m, settle 10s, bells every 5m, closing 3`
public enum PlanText {
  /// The steps of `line`; none if it is blank.
  ///
  /// A prefix of a command is matched among those of the plan. `off` in front empties the plan.
  public static func parse(_ line: some StringProtocol) throws(CommandError) -> [PlanStep] {
    try PlanParser.steps(of: PlanLexer.parts(of: Substring(line)))
  }

  /// The line that makes `plan` from an empty plan; empty for an empty plan.
  public static func line(of plan: Plan) -> String { line(of: changes(to: plan)) }

  /// The line that parses as `steps`.
  public static func line(of steps: [PlanStep]) -> String {
    steps.map { step in
      switch step {
      case .change(let change): change.spelled
      case .randomBells(let count): "bells random \(count)"
      }
    }.joined(separator: ", ")
  }

  /// `line` with other names for its files; as it is if no name changes, or if it is not a plan.
  ///
  /// - Parameter rename: The new name of a file; `nil` keeps the one it has.
  package static func renamingFiles(
    of line: String, _ rename: (_ name: String) -> String?
  ) -> String {
    guard var steps = try? parse(line) else { return line }
    var isChanged = false
    for (index, step) in steps.enumerated() {
      guard case .change(.bell(.file(let name))) = step, let new = rename(name), new != name
      else { continue }
      steps[index] = .change(.bell(.file(new)))
      isChanged = true
    }
    return isChanged ? self.line(of: steps) : line
  }

  private static func line(of changes: [PlanChange]) -> String {
    changes.map(\.spelled).joined(separator: ", ")
  }

  /// The changes that make `plan` from an empty plan, in the order in which a session has its parts.
  private static func changes(to plan: Plan) -> [PlanChange] {
    let empty = Plan()
    var changes: [PlanChange] = []
    func note<Part: Equatable>(_ part: KeyPath<Plan, Part>, _ change: (Part) -> PlanChange) {
      if plan[keyPath: part] != empty[keyPath: part] { changes.append(change(plan[keyPath: part])) }
    }
    note(\.length) { .length($0) }
    note(\.settling) { .settling($0) }
    note(\.opening) { .opening($0) }
    note(\.bells) { .bells($0) }
    note(\.closing) { .closing($0) }
    note(\.bell.sound) { .bell($0) }
    note(\.bell.volume) { .bellVolume($0) }
    note(\.fade) { .fade($0) }
    note(\.breath) { .breath($0) }
    note(\.breathVolume) { .breathVolume($0) }
    note(\.repeats) { .repeat($0) }
    note(\.crossfade) { .crossfade($0) }
    if let volume = plan.volume { changes.append(.volume(volume)) }
    if let level = plan.level { changes.append(.level(level)) }
    return changes
  }
}
