import Dispatch
import MeditationAudio
import MeditationControl
import MeditationCore
import MeditationPractice
import MeditationSystem

/// Connects the session of a run with the user's journal, sets, settings and remembered volume.
@MainActor final class ProgramPractice {
  private(set) var services = PracticeServices()
  /// The volume at the beginning of the run, in percent.
  let volume: Int

  /// The present values of the settings.
  private var habits = PracticeHabits()
  private let memory: VolumeMemory?
  private let journal: JournalFile?
  private weak var controller: SessionController?
  private weak var view: (any SessionView)?
  private var subscription: Subscription?

  /// - Parameter mailbox: Receives diagnostics and the songs of the music folder.
  init(_ request: RunRequest, mailbox: AsyncStream<RunEvent>.Continuation) {
    memory = request.isTour ? nil : request.options.sound.volumeMemory
    volume = SoundOptions.volume(request.options.sound.givenVolume, memory)
    (habits.volume, habits.level) = (volume, request.options.sound.level)
    habits.remindsOfVolume = !SoundOptions.isVolumeTyped
    let totals = request.options.totals
    habits.dayStart = totals.dayStart.time
    habits.streakRule = totals.streak
    habits.goal = totals.goal.goal
    habits.asksForNote = request.options.askNote == .on
    journal = request.journal
    services.journal = request.journal
    services.sets = request.sets
    services.waitsForClock = request.options.sound.output == nil
    // Nobody sits while a file is rendered.
    if services.waitsForClock { services.timeAsleep = { SystemTime.asleep } }
    services.isSeen = request.isSeen
    if !request.isTour {
      services.settings = SettingsEditor(
        .ofProgram, environment: ProgramEnvironment.variables, typed: RawArguments.words,
        memory: memory, onChange: { [unowned self] in apply($0) })
    }
    services.habits = { [unowned self] in habits }
    services.readSongs = SongSource.songs(at:)
    services.songProblems = SongSource.problems(ofFiles:)
    services.musicFolder = SongSource.musicFolder
    services.musicFolderSongs = SongSource.songsOfMusicFolder
    if request.options.sound.output != nil {
      services.obstacle = request.options.sound.decoders.refusal(of:)
    }
    if case .home = request.start { services.openLibrary = { Self.openLibrary(mailbox) } }
  }

  /// Remembers the volume of `controller`'s session; applies changed settings to it and to `view`.
  func follow(_ controller: SessionController, shownBy view: any SessionView) {
    self.controller = controller
    self.view = view
    subscription = controller.session.observe(\.ownVolume) { [weak self, memory] _, percent in
      memory?.remember(percent)
      self?.habits.remindsOfVolume = false
    }
  }

  private func apply(_ change: SettingChange) {
    switch change {
    case .volume(let percent):
      habits.volume = percent
      controller?.session.perform(.volume(.level(percent)))
    case .level(let level):
      habits.level = level
      controller?.session.perform(.level(level))
    case .announcement(let events): view?.announce(events)
    case .times(let times): controller?.times = times
    case .dayStart(let start): habits.dayStart = start.time
    case .streak(let rule): habits.streakRule = rule
    case .goal(let option): habits.goal = option.goal
    case .askNote(let option): habits.asksForNote = option == .on
    }
  }

  /// Closes the journal, and waits until the volume is written: at most a second for each.
  func close() {
    memory?.flush()
    guard let journal else { return }
    let closing = DispatchGroup()
    DispatchQueue.global().async(group: closing) { journal.close() }
    _ = closing.wait(timeout: .now() + 1)
  }

  private static func openLibrary(_ mailbox: AsyncStream<RunEvent>.Continuation) {
    Task {
      do throws(StartProblem) {
        let (library, parts) = try await SongSource(paths: [], filesFrom: nil).begin()
        mailbox.yield(.library(library, parts))
      } catch {
        mailbox.yield(.libraryFailed(error))
      }
    }
  }
}
