import Foundation
import MeditationCore
import Platform
import Playback
import Practice
import Score
import SessionControl
import SongLibrary
import SystemAudio
import SystemPackage

/// What the program keeps the practice of a run with: journal, sets, settings and the volume.
@MainActor final class ProgramPractice {
  /// What the session keeps things with.
  private(set) var services = PracticeServices()
  /// What a change of a setting changes in the running program.
  let live = LiveSettings()
  /// The volume at which the run begins, in percent.
  let volume: Int

  /// What the settings give, as they are now.
  private var usual: (volume: Int, level: Level)
  private let memory: VolumeMemory?
  private let journal: DeferredJournal?
  private var dayStart: Duration
  private var subscription: Subscription?

  /// - Parameter mailbox: Where diagnostics and the songs of the music folder go.
  init(_ request: RunRequest, mailbox: AsyncStream<RunEvent>.Continuation) {
    memory = request.options.sound.volumeMemory
    volume = request.options.sound.volume(memory)
    usual = (volume, request.options.sound.level)
    dayStart = request.options.practice.dayStart.time
    let environment = ProcessInfo.processInfo.environment
    journal = request.journal
    services.journal = request.journal
    services.sets = request.sets
    services.isSeen = request.isSeen
    services.settings = SettingsDesk(
      .ofProgram, environment: environment, typed: Array(CommandLine.arguments.dropFirst()),
      memory: memory, live: live)
    services.dayStart = { [unowned self] in dayStart }
    services.usualVolume = { [unowned self] in usual.volume }
    services.usualLevel = { [unowned self] in usual.level }
    services.readSongs = SongSource.songs(at:)
    if request.options.sound.output != nil {
      services.obstacle = request.options.sound.decoders.refusal(of:)
    }
    if case .home = request.start { services.openLibrary = { Self.openLibrary(mailbox) } }
  }

  /// Follows the session of `controller`: its volume is remembered, and settings change it.
  func follow(_ controller: SessionController) {
    let session = controller.session
    subscription = session.observe(\.ownVolume) { [memory] in memory?.remember($1) }
    live.setVolume = { [unowned self, unowned session] in
      usual.volume = $0
      session.perform(.volume(.level($0)))
    }
    live.setLevel = { [unowned self, unowned session] in
      usual.level = $0
      session.perform(.level($0))
    }
    live.setDayStart = { [unowned self] in dayStart = $0 }
  }

  /// Waits for what is still written, but not for long.
  func close() {
    memory?.flush()
    journal?.close()
  }

  /// Begins to read the music folder.
  private static func openLibrary(_ mailbox: AsyncStream<RunEvent>.Continuation) {
    Task {
      do throws(StartProblem) {
        let (contents, parts) = try await SongSource(paths: [], filesFrom: nil).begin()
        mailbox.yield(.library(contents, parts))
      } catch {
        mailbox.yield(.libraryFailed(error))
      }
    }
  }
}
