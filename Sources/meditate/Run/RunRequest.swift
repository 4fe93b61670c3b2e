import CommandLanguage
import MeditationCore
import SessionControl

/// What the command line asks of a run.
struct RunRequest {
  var looks: LookOptions
  /// The volume in percent.
  var volume: Int
  /// The songs to pick; `nil` picks none.
  var picked: SongSelection?
  /// The steps from an empty plan.
  var plan: [PlanStep]
  /// Whether the session starts at once, and the program ends with it.
  var starts: Bool
  /// Whether standard input has commands.
  var readsCommands = true

  /// Prepares the session of `controller`, and starts it if it starts at once.
  @MainActor func begin(_ controller: SessionController) throws(StartProblem) {
    let commandLine = Client()
    var commands: [Command] = [.action(.volume(.level(volume)))]
    if !plan.isEmpty { commands.append(.plan(plan)) }
    if let picked { commands.append(.pick(picked)) }
    if starts { commands.append(.action(.start)) }
    for command in commands {
      if case .refused(let refusal) = controller.perform(command, from: commandLine) {
        throw StartProblem(
          status: .usage, lines: [refusal.text], settings: command.settings)
      }
    }
  }
}

extension Command {
  /// The settings that can ask for this at a start.
  fileprivate var settings: [String] {
    switch self {
    case .plan: [Settings.table.plan.name, Settings.table.length.name]
    case .pick: [Settings.table.pick.name]
    default: []
    }
  }
}
