import CommandLanguage
import MeditationCore
import SessionControl

/// What the command line asks of a run.
struct RunRequest {
  var looks: LookOptions
  var sound: SoundOptions
  var practice: PracticeOptions
  /// The songs to pick; `nil` picks none.
  var picked: SongSelection?
  /// The steps from an empty plan.
  var plan: [PlanStep]
  /// How the run begins.
  var beginning: Beginning
  /// Whether standard input has commands.
  var readsCommands = true

  /// Prepares the session of `controller`, and starts it if it starts at once.
  ///
  /// - Parameter volume: In percent.
  @MainActor func begin(
    _ controller: SessionController, volume: Int
  ) throws(StartProblem) {
    let commandLine = Client()
    var commands: [Command] = [.action(.volume(.level(volume)))]
    if !plan.isEmpty { commands.append(.plan(plan)) }
    if let picked { commands.append(.pick(picked)) }
    switch beginning {
    case .songs, .home: break
    case .start: commands.append(.action(.start))
    case .again: commands.append(.practice(.again))
    case .resume: commands.append(.practice(.resume))
    case .set(let set, let changes):
      do throws(PracticeRefusal) {
        try controller.practice?.load(set, changing: changes)
      } catch {
        throw StartProblem(status: .nothingPlayable, lines: [error.text])
      }
      commands.append(.action(.start))
    }
    for command in commands {
      switch controller.perform(command, from: commandLine) {
      case .refused(let refusal):
        throw StartProblem(status: .usage, lines: [refusal.text], settings: command.settings)
      case .declined(let refusal):
        throw StartProblem(status: .usage, lines: [refusal.text], settings: command.settings)
      case .outcome, .notUnderstood, .page, .quit: break
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
