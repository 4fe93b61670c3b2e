import ArgumentParser
import CommandLanguage
import MeditationCore
import SessionControl

/// The options for the plan of a session.
struct PlanOptions: ParsableArguments {
  @Option(Settings.table.length) var length: [PlanStep]?
  @Option(Settings.table.plan) var plan: [PlanStep]?

  /// The steps from an empty plan. What is typed is added to the usual plan.
  var steps: [PlanStep] {
    if isTyped(Settings.table.plan.name) { return usual + typed }
    return isTyped(Settings.table.length.name) ? inherited + typed : inherited
  }

  /// The steps on the command line: what settings say does not change a set.
  var typed: [PlanStep] {
    (isTyped(Settings.table.plan.name) ? plan ?? [] : [])
      + (isTyped(Settings.table.length.name) ? length ?? [] : [])
  }

  /// Refuses `--for` beside a length in `--plan`.
  func checkLength() throws(StartProblem) {
    guard isTyped(Settings.table.plan.name), isTyped(Settings.table.length.name) else { return }
    try (plan ?? []).checkLength(beside: length ?? [])
  }

  /// The usual plan of a sit: that of the settings, or the built-in one.
  var usual: [PlanStep] {
    let hasPlan = settings.inherited(Settings.table.plan.name) != nil
    return (hasPlan ? [] : (try? PlanText.parse(UsualPlan.line)) ?? []) + inherited
  }

  /// What the file and the environment say. What takes precedence comes last.
  private var inherited: [PlanStep] {
    let plan = settings.inherited(Settings.table.plan.name)
    let length = settings.inherited(Settings.table.length.name)
    let plans = plan.flatMap { try? PlanStep.typed($0.text) } ?? []
    let lengths = length.flatMap { try? PlanStep.typedLength($0.text) } ?? []
    guard let plan, let length, plan.origin.rank > length.origin.rank else {
      return plans + lengths
    }
    return lengths + plans
  }

  private func isTyped(_ name: String) -> Bool { settings.origin(of: name) == .commandLine }

  private var settings: Settings { Settings.ofProgram }
}

extension [PlanStep] {
  /// Refuses steps that both name the length of the session.
  func checkLength(beside others: [PlanStep]) throws(StartProblem) {
    guard let own = last(where: \.isLength), let other = others.last(where: \.isLength) else {
      return
    }
    throw .usage(
      "There are two lengths, '\(PlanText.line(of: [other]))' and '\(PlanText.line(of: [own]))'. "
        + "Name one of them.")
  }
}

extension PlanStep {
  fileprivate var isLength: Bool { if case .change(.length) = self { true } else { false } }
}
