import Glibc
import MeditationControl
import MeditationCore
import MeditationEngine
import MeditationLanguage
import MeditationPlan
import MeditationPractice
import MeditationScreens
import MeditationSystem
import SystemPackage

/// A run, as the command line asks for it.
struct RunRequest {
  let options: SessionOptions
  /// `nil` if no journal is kept.
  let journal: JournalFile?
  /// `nil` without a home directory.
  let sets: SetFolder?
  /// The songs to pick; `nil` picks none.
  var picked: SongSelection?
  /// The steps from an empty plan.
  var plan: [PlanStep]
  var start: SessionStart
  /// How a session starts that is not one of the journal.
  var starting = Action.start
  /// True if standard input has commands.
  var readsCommands: Bool
  /// True if it is a tour: it keeps nothing, and runs and tells no other program.
  let isTour: Bool
  /// Where the songs of the list come from; `nil` if it begins without any.
  var songs: SongSource?
  /// True if no songs were found, and only lines that need none can be performed.
  var lacksSongs = false
  /// The command whose end ends the session; `nil` if there is none.
  var until: UntilCommand?

  /// - Parameter setsOfTour: The folder for sets of a tour; `nil` if it is none.
  init(
    _ options: SessionOptions, picked: SongSelection? = nil, plan: [PlanStep] = [],
    start: SessionStart, readsCommands: Bool = true, songs: SongSource? = nil,
    setsOfTour: SetFolder? = nil
  ) {
    self.options = options
    self.picked = picked
    self.plan = plan
    self.start = start
    self.readsCommands = readsCommands
    self.songs = songs
    isTour = setsOfTour != nil
    sets = setsOfTour ?? PracticeFiles.sets
    // Nobody sits while a file is rendered as fast as possible.
    let isKept = options.journal == .on && options.sound.output == nil && !isTour
    journal = isKept ? PracticeFiles.journal : nil
  }

  /// True if a terminal shows the session, even if only its warnings.
  var isSeen: Bool { streams.contains { isatty($0) == 1 } }

  /// True if nobody is known to see the session: it has no terminal, or another program has it.
  var isAway: Bool { !streams.contains { tcgetpgrp($0) == getpgrp() } }

  private var streams: [Int32] {
    [STDIN_FILENO, STDOUT_FILENO, StandardError.ofProgram.rawValue]
  }

  /// True if other programs can steer the session: not one that is rendered.
  var isRemote: Bool { options.remote && options.sound.output == nil && !isTour }

  /// True if there is anything to come back to: a set or a sit. Blocks on the disk.
  var hasPractice: Bool { !(journal?.isEmpty ?? true) || !(sets?.isEmpty ?? true) }

  var timing: AudioEngine.Timing {
    var timing = AudioEngine.Timing()
    timing.proceedsWithoutDevice = options.sound.deviceLost == .continue
    return timing
  }

  /// Prepares the session of `controller` at `volume` percent, and starts it if it starts at once.
  @MainActor func begin(
    _ controller: SessionController, volume: Int
  ) async throws(StartProblem) {
    let commandLine = Client()
    let volume = Command.action(.volume(.level(volume)))
    let level = Command.action(.level(options.sound.level))
    // Before a set, whose plan may have its own.
    for command in [volume, level] { _ = controller.perform(command, from: commandLine) }
    var commands: [Command] = []
    if !plan.isEmpty { commands.append(.plan(plan)) }
    if let picked { commands.append(.pick(picked)) }
    switch start {
    case .songs, .home: break
    case .start: commands.append(.action(starting))
    case .again: commands.append(.practice(.again))
    case .resume: commands.append(.practice(.resume))
    case .set(let set, let changes):
      do throws(CommandRefusal) {
        try await controller.practice?.sets.load(set, changing: changes)
      } catch {
        throw StartProblem(error)
      }
      commands.append(.action(starting))
    }
    for command in commands {
      var reply = controller.perform(command, from: commandLine)
      if case .pending(let pending) = reply { reply = await pending.value }
      if case .refused(let refusal) = reply {
        throw StartProblem(refusal, settings: command.settings)
      }
    }
    // A sit that is repeated brings its volume, but an option or a setting counts more. More than the
    // volume of a plan, only an option does.
    let plan = controller.session.state.plan
    if plan.volume != nil ? SoundOptions.isVolumeTyped : SoundOptions.isVolumeGiven {
      _ = controller.perform(volume, from: commandLine)
    }
    if plan.level != nil, SoundOptions.isTyped(Settings.table.level.name) {
      _ = controller.perform(level, from: commandLine)
    }
  }
}

extension Command {
  /// The settings that can ask for this at a start.
  fileprivate var settings: [String] {
    if case .plan = self { [Settings.table.plan.name] } else { [] }
  }
}

enum SessionStart {
  /// The list of songs.
  case songs
  /// The home screen; the music folder is read when the user opens the picker.
  case home
  /// The session of what is picked.
  case start
  /// The session of a set; these steps change its plan for this time.
  case set(SongSet, changing: [PlanStep])
  /// The last session, anew.
  case again
  /// The sit that was left or interrupted.
  case resume

  /// True if a session starts at once, and the program ends with it.
  var starts: Bool {
    switch self {
    case .songs, .home: false
    case .start, .set, .again, .resume: true
    }
  }

  /// The screen that the terminal shows first.
  var screen: Screen { if case .home = self { .home } else { .songs } }
}
