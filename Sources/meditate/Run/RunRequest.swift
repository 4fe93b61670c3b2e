import CommandLanguage
import FileSystem
import Foundation
import MeditationCore
import Practice
import SessionControl
import SystemPackage

/// What the command line asks of a run.
struct RunRequest {
  var looks: LookOptions
  var sound: SoundOptions
  var practice: PracticeOptions
  /// Whether other programs can steer the session.
  let isRemote: Bool
  /// `nil` if nothing is kept.
  let journal: DeferredJournal?
  let sets: (any SetStore)?
  /// The songs to pick; `nil` picks none.
  var picked: SongSelection?
  /// The steps from an empty plan.
  var plan: [PlanStep]
  /// How the run begins.
  var beginning: Beginning
  /// Whether standard input has commands.
  var readsCommands: Bool

  /// Creates a request for a run with these options.
  init(
    looks: LookOptions, sound: SoundOptions, practice: PracticeOptions, remote: RemoteOptions,
    picked: SongSelection? = nil, plan: [PlanStep] = [], beginning: Beginning = .songs,
    readsCommands: Bool = true
  ) {
    self.looks = looks
    self.sound = sound
    self.practice = practice
    // Nobody steers what is rendered as fast as possible.
    isRemote = remote.remote && sound.output == nil
    self.picked = picked
    self.plan = plan
    self.beginning = beginning
    self.readsCommands = readsCommands
    let data = UserDirectories(environment: ProcessInfo.processInfo.environment).data
    sets = data.map { SetFolder(path: $0.appending("sets")) }
    // Nobody sits while a file is rendered as fast as possible.
    let isKept = practice.journal == .on && sound.output == nil
    journal = isKept ? data.map { DeferredJournal(in: $0) } : nil
  }

  /// Whether there is anything to come back to: a set or a sit. Blocks on the disk.
  var hasPractice: Bool {
    let latest = try? journal?.sits(since: nil, until: nil, limit: 1)
    return !(latest ?? []).isEmpty || !((try? sets?.list().sets) ?? []).isEmpty
  }

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
        throw StartProblem(error)
      }
      commands.append(.action(.start))
    }
    // These bring the volume of their sit.
    if sound.isVolumeGiven { commands.append(commands[0]) }
    for command in commands {
      switch controller.perform(command, from: commandLine) {
      case .refused(let refusal):
        throw StartProblem(status: .usage, lines: [refusal.text], settings: command.settings)
      case .declined(let refusal): throw StartProblem(refusal)
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
