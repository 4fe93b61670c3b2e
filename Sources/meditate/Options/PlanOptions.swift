import ArgumentParser
import CommandLanguage

/// The options for the plan of a session.
struct PlanOptions: ParsableArguments {
  @Option(Settings.table.length) var length: [PlanStep]?
  @Option(Settings.table.plan) var plan: [PlanStep]?

  /// The steps from an empty plan; none if neither option is given.
  var steps: [PlanStep] {
    (isPlanCloser ? length ?? [] : []) + (plan ?? []) + (outrankingLength ?? [])
  }

  /// The length, unless the plan is from a source that takes precedence over that of the length.
  var outrankingLength: [PlanStep]? { isPlanCloser ? nil : length }

  /// The steps on the command line: what settings say does not change a set.
  var typedSteps: [PlanStep] {
    let settings = Settings.ofProgram
    let isTyped = { settings.origin(of: $0) == .commandLine }
    return (isTyped(Settings.table.plan.name) ? plan ?? [] : [])
      + (isTyped(Settings.table.length.name) ? length ?? [] : [])
  }

  private var isPlanCloser: Bool {
    let settings = Settings.ofProgram
    return settings.origin(of: Settings.table.plan.name).rank
      > settings.origin(of: Settings.table.length.name).rank
  }
}

extension PlanStep {
  /// Parses the value of `--plan` with the grammar of the prompt.
  @Sendable static func typed(_ line: String) throws -> [PlanStep] { try PlanText.parse(line) }

  /// Parses the value of `--for` with the grammar of the prompt.
  @Sendable static func typedLength(_ text: String) throws -> [PlanStep] {
    let steps = try PlanText.parse("for \(text)")
    guard steps.count == 1 else {
      throw SettingProblem(message: "write one length; '--plan' takes a whole plan.")
    }
    return steps
  }
}
