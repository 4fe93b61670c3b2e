import CommandLanguage
import Foundation
import MeditationCore
import NIOConcurrencyHelpers
import Playback
import SessionControl
import SongLibrary
import SystemAudio
import TerminalView

/// A session from its first line to its last, in the order in which things happen to it.
@MainActor struct Listening {
  let contents: LibraryContents
  let outputs: any OutputOpener
  let volume: Int
  let console: Console
  let pick: Picked?
  /// Whether it starts at once, and ends with its session.
  let startsAtOnce: Bool
  let readsCommands: Bool
  let format: Format

  func run() async -> ExitStatus {
    let (happenings, mailbox) = AsyncStream.makeStream(of: Happening.self)
    let engine = AudioEngine(decoders: SndfileOpener(), outputs: outputs) {
      mailbox.yield(.news($0))
    }
    let session = MeditationViewModel(
      songs: contents.songs.map(SongViewModel.init))
    let controller = SessionController(
      session: session, paths: contents.songs.map(\.path), engine: engine)
    session.perform(.volume(volume))
    if let refusal = begin(controller) {
      console.streams.warn("\(refusal)")
      return .usage
    }
    let view = format.view(of: controller, skipped: contents.skipped, on: console)
    // Before the first line is said: who reads it may send a signal at once.
    let signals = SignalWatch { mailbox.yield(.signal($0)) }
    view.begin()
    watch(mailbox)
    let status = await follow(happenings, controller, view)
    withExtendedLifetime(signals) {}
    view.end(code: status.code)
    await engine.shutDown()
    return status
  }

  /// Everything from outside goes into the mailbox.
  private func watch(_ mailbox: AsyncStream<Happening>.Continuation) {
    let closed = console.outputClosed
    Task {
      for await _ in closed { mailbox.yield(.outputClosed) }
    }
    guard readsCommands else { return _ = mailbox.yield(.endOfInput) }
    LineReader.start(
      reading: STDIN_FILENO, onLine: { mailbox.yield(.line($0)) },
      onEnd: { mailbox.yield(.endOfInput) })
  }

  /// Picks and starts what the command line asks for.
  ///
  /// - Returns: Why that cannot be, if it cannot.
  private func begin(_ controller: SessionController) -> Refusal? {
    let picked = pick.map { controller.perform(.pick($0.selection)) }
    if case .outcome(.refused(let refusal)) = picked { return refusal }
    guard startsAtOnce else { return nil }
    if pick == nil { _ = controller.perform(.pick(.all)) }
    _ = controller.perform(.start)
    return nil
  }

  private func follow(
    _ happenings: AsyncStream<Happening>, _ controller: SessionController, _ view: any SessionView
  ) async -> ExitStatus {
    let session = controller.session
    var inputHasEnded = false
    for await happening in happenings {
      switch happening {
      case .line(let line):
        console.streams.lineWasTyped()
        if view.take(line) { return ending(session) }
      case .endOfInput:
        if console.isInteractive { return ending(session) }
        inputHasEnded = true
      case .news(let event): view.take(event)
      case .signal(let number): return .signal(number)
      case .outputClosed: return .signal(SIGPIPE)
      case .timeIsUp: break
      }
      if isOver(session, inputHasEnded: inputHasEnded) { return ending(session) }
    }
    return ending(session)
  }

  /// Whether nothing more can happen: a session started at once has finished, or nobody is left
  /// who could start or resume one.
  private func isOver(_ session: MeditationViewModel, inputHasEnded: Bool) -> Bool {
    switch session.phase {
    case .finished: startsAtOnce || inputHasEnded
    case .picking: inputHasEnded
    case .listening: inputHasEnded && session.state.pauseCause == .user
    }
  }

  private func ending(_ session: MeditationViewModel) -> ExitStatus {
    session.phase == .finished && session.state.summary.failedCount > 0 ? .songFailed : .fine
  }
}
