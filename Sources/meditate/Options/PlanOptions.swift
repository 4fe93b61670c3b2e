import ArgumentParser
import MeditationControl
import MeditationPlan
import MeditationPractice
import MeditationScreens
import MeditationText

struct PlanOptions: ParsableArguments {
  @Option(Settings.table.length) var length: [PlanStep]?
  @Option(Settings.table.plan) var plan: [PlanStep]?

  /// The steps from an empty plan. Typed steps are added to the usual plan.
  func steps() throws(StartProblem) -> [PlanStep] {
    try typed.following(typed.isEmpty ? inherited ?? [] : usual(), length: typedLength)
  }

  /// The steps of `--plan` on the command line: the setting does not change a set.
  var typed: [PlanStep] {
    Settings.ofProgram.origin(of: Settings.table.plan.name) == .commandLine ? plan ?? [] : []
  }

  /// The length of `--for`; `nil` if it was not typed.
  var typedLength: LengthBesidePlan? {
    length.map { LengthBesidePlan(steps: $0, word: "'--for'") }
  }

  /// The usual plan of a sit: the setting's, or the built-in one.
  func usual() throws(StartProblem) -> [PlanStep] {
    if let inherited = try inherited { return inherited }
    return try Self.steps(of: UsualPlan.stored)
  }

  /// The plan in the settings file or the environment; `nil` if there is none.
  private var inherited: [PlanStep]? {
    get throws(StartProblem) {
      guard let line = Settings.ofProgram.inherited(Settings.table.plan.name) else { return nil }
      return try Self.steps(of: StoredPlan(line))
    }
  }

  private static func steps(of usual: StoredPlan) throws(StartProblem) -> [PlanStep] {
    do throws(CommandRefusal) {
      return try usual.steps { .setting("The usual plan is not valid: \($0)") }
    } catch {
      throw StartProblem(error, settings: [Settings.table.plan.name])
    }
  }
}

/// A length of the session, typed beside a plan.
struct LengthBesidePlan {
  let steps: [PlanStep]
  /// The typed text, in quotation marks.
  let word: String
}

extension [PlanStep] {
  /// The typed steps after those of the `usual` plan, with this length for the first part; refused
  /// if the parts have lengths of their own.
  func following(
    _ usual: [PlanStep], length: LengthBesidePlan?
  ) throws(StartProblem) -> [PlanStep] {
    let rest = afterOff
    let isAnew = rest.count < count
    let hasFirstPart = rest.contains(where: \.isFirstPart)
    if let length {
      try rest.checkLength(beside: length.steps)
      if hasFirstPart { throw rest.problem(beside: length.word) }
      if !isAnew, usual.contains(where: \.beginsPart) {
        throw usual.problem(beside: length.word, of: "the setting 'plan'")
      }
    }
    // Parts from the first one on replace a usual length.
    let others = !isAnew && hasFirstPart ? usual.filter { !$0.isLength } : usual
    return others + prefix(count - rest.count) + (length?.steps ?? []) + rest
  }

  /// The typed steps as changes of `set`, with this length.
  func changing(
    _ set: SongSet, length: LengthBesidePlan?
  ) throws(StartProblem) -> [PlanStep] {
    let rest = afterOff
    let steps = try following([], length: length)
    guard rest.count == count, let parts = set.plan.plan?.parts, parts.count > 1,
      case .success(let planned) = set.plan.steps
    else { return steps }
    // After `part 2`, a length is that of the named part.
    let named = rest.firstIndex { $0.isOfNamedPart } ?? rest.endIndex
    let own = rest[..<named].first(where: \.isLength).map { "'\(PlanText.line(of: [$0]))'" }
    if let word = length?.word ?? own {
      throw planned.problem(beside: word, of: "'\(set.name.text)'")
    }
    return steps
  }

  private var afterOff: ArraySlice<PlanStep> {
    suffix(from: lastIndex(of: .change(.off)).map { $0 + 1 } ?? 0)
  }
}

extension Collection where Element == PlanStep {
  /// Why a length cannot stand beside these steps, which have parts.
  fileprivate func problem(beside word: String, of plan: String = "the plan") -> StartProblem {
    let end = (try? Plan(map(\.exampleChange)))?.end
    return .usage(
      "The parts of \(plan) \(end.map { "last \($0.text(.screen))" } ?? "have lengths of their own"): "
        + "leave \(word) out.")
  }

  /// Throws if both give the length of the session.
  func checkLength(beside others: [PlanStep]) throws(StartProblem) {
    guard let own = reversed().first(where: \.isLength), let other = others.last(where: \.isLength)
    else { return }
    throw .usage(
      "There are two lengths, '\(PlanText.line(of: [other]))' and '\(PlanText.line(of: [own]))'. "
        + "Name one of them.")
  }
}

extension PlanStep {
  fileprivate var isLength: Bool {
    switch self {
    case .change(.length), .change(.until(_?)): true
    case .change, .firstPart, .randomBells, .beginAfter: false
    }
  }

  fileprivate var isFirstPart: Bool { if case .firstPart = self { true } else { false } }

  fileprivate var isOfNamedPart: Bool {
    if case .change(.part) = self { true } else { beginsPart }
  }
}
