import CommandLanguage
import Foundation
import MeditationCore
import Playback
import Remote
import Score
import SessionControl
import SongLibrary
import SystemAudio
import TerminalView
import Text

/// Runs a session from its first line to its last. Events are handled in order, on the main actor.
@MainActor final class InteractiveRun {
  let console: Console
  private let controller: SessionController
  private let engine: AudioEngine
  let view: any SessionView
  private let events: AsyncStream<RunEvent>
  private let mailbox: AsyncStream<RunEvent>.Continuation
  private let request: RunRequest
  private let remote: ControlSocket?
  private let practice: ProgramPractice
  /// The parts of the library still being read; `nil` if it is complete.
  private let parts: AsyncStream<LibraryPart>?
  /// The session on the message bus; `nil` if no bus is named.
  private var mediaPlayer: MPRISPlayer?
  /// Another client can end the session, so that the run is over.
  private var phaseWatch: Subscription?
  private var inputHasEnded = false
  /// The lines that wait for the reply to the one before them.
  private var lines: ArraySlice<String> = []
  private var isAnswering = false
  /// Whether no line comes after `lines`.
  private var isAtEndOfInput = false
  private var asksToQuit = false
  /// Whether nobody can resume a paused session after the end of the input.
  private var pauseIsEnd = true
  private var outputHasFailed = false
  private var ringOut = RingOut()
  let foreground: ForegroundWatch
  /// Whether the terminal belongs to the shell.
  var isAway = false
  /// Whether Ctrl-Z paused the session.
  var isPausedByStop = false

  var session: MeditationViewModel { controller.session }

  /// A session of `contents` and the `parts` that follow, played through `outputs`.
  init(
    _ request: RunRequest, contents: LibraryContents, parts: AsyncStream<LibraryPart>?,
    outputs: any OutputOpener, console: Console
  ) async throws(StartProblem) {
    self.parts = parts
    let (events, mailbox) = AsyncStream.makeStream(of: RunEvent.self)
    let paths = contents.songs.map(\.path)
    self.events = events
    self.mailbox = mailbox
    self.console = console
    foreground = ForegroundWatch(of: STDIN_FILENO) { mailbox.yield(.foreground) }
    let levels = SongLevels.ofProgram(rendered: request.options.sound.output != nil)
    engine = AudioEngine(
      decoders: request.options.sound.decoders, outputs: outputs, converters: SoxrConverters(),
      gains: levels, timing: request.timing
    ) { mailbox.yield(.engine($0)) }
    controller = SessionController(
      session: MeditationViewModel(songs: contents.songs.map(SongViewModel.init)), paths: paths,
      skipped: contents.skipped.map(SkippedFileRow.init), engine: engine)
    self.request = request
    controller.levels = levels
    controller.times = request.options.looks.times
    controller.useShellFolders()
    controller.readFiles = request.songs?.reader
    practice = ProgramPractice(request, mailbox: mailbox)
    controller.keepPractice(with: practice.services)
    // Before the session begins: it may be that of a sit that was interrupted.
    controller.practice?.begin()
    try await request.begin(controller, volume: practice.volume)
    practice.follow(controller)
    view = request.options.looks.format.view(
      of: controller, on: console, announcing: request.options.looks.announce,
      endsWithSession: request.beginning.starts, screen: request.beginning.screen,
      waveform: WaveformScan(levels) { [controller] in
        (controller.path(of: $0), controller.session.level)
      }.peaks)
    remote =
      request.isRemote
      ? ControlSocket.serving(
        controller, version: Meditate.configuration.version,
        environment: ProcessInfo.processInfo.environment
      ) { [console] in console.output.warn($0) } : nil
    practice.live.setAnnouncement = { [view] in view.announce($0) }
    practice.live.setTimes = { [controller] in controller.times = $0 }
  }

  /// Runs until the program is to end.
  func run() async -> ExitStatus {
    // Before the first line is printed: its reader may send a signal at once.
    let signals = SignalWatch { [mailbox] in mailbox.yield(.signal($0)) }
    isAway = console.isInteractive && foreground.isInBackground
    console.terminal?.start(isInBackground: isAway)
    if isAway { console.abandonTerminal() }
    view.begin()
    controller.tellHeldBack()
    watch()
    remote?.start()
    startRemoteControl()
    let status = await follow(signals)
    // First of all: a second signal may end the program.
    controller.practice?.close()
    await remote?.close(code: status.code)
    mediaPlayer?.stop()
    view.end(code: status.code)
    practice.close()
    console.terminal?.stop()
    console.streams.stop()
    controller.levels?.measureAhead([])
    await engine.shutDown()
    return status
  }

  /// Starts to send all events to the mailbox.
  private func watch() {
    let mailbox = mailbox
    ReaderWatch.start(watching: STDOUT_FILENO) { mailbox.yield(.outputClosed) }
    if let parts { follow(parts) }
    let onEnd: @Sendable () -> Void = { mailbox.yield(.endOfInput) }
    if !request.readsCommands {
      onEnd()
    } else if console.terminal != nil {
      ByteReader.start(
        reading: STDIN_FILENO, in: foreground, onBytes: { mailbox.yield(.typed($0)) }, onEnd: onEnd)
    } else {
      LineReader.start(
        reading: STDIN_FILENO, in: foreground, onLine: { mailbox.yield(.line($0)) }, onEnd: onEnd)
    }
  }

  /// Opens the session to other clients, except for one that is rendered.
  private func startRemoteControl() {
    guard request.options.sound.output == nil else { return }
    phaseWatch = session.observe(\.phase) { [mailbox] _, _ in mailbox.yield(.phaseChanged) }
    guard request.isRemote else { return }
    mediaPlayer = MPRISPlayer.start(
      controller: controller, environment: ProcessInfo.processInfo.environment,
      onQuit: { [mailbox] in mailbox.yield(.signal(SIGTERM)) },
      onProblem: { [console] in
        console.output.warn($0)
        console.output.prompt()
      })
  }

  /// Whether another client can resume what it paused.
  private var isRemotelyControlled: Bool { mediaPlayer != nil || remote != nil }

  private func follow(_ signals: SignalWatch) async -> ExitStatus {
    for await event in events {
      switch event {
      case .line(let line):
        console.streams.lineWasTyped()
        lines.append(line)
        performLines()
      case .typed(let bytes): type(bytes)
      case .endOfInput:
        isAtEndOfInput = true
        performLines()
      case .answered: performLines()
      case .part(let part): take(part)
      case .listIsComplete: controller.finishReading()
      case .library(let contents, let parts):
        controller.appendNew(
          songs: contents.songs.map(SongViewModel.init), paths: contents.songs.map(\.path))
        view.show(.songs)
        follow(parts)
      case .libraryFailed(let problem):
        controller.libraryFailed()
        if controller.practice?.editor != nil {
          console.output.warn(
            "Only the songs of the set are here: your music folder has no others.")
        } else {
          for line in problem.lines { console.output.warn(line.harmless) }
        }
        // Songs of a set can be picked without a folder.
        view.show(session.songs.isEmpty ? .home : .songs)
      case .engine(let event):
        if case .outputFailed = event.kind { outputHasFailed = true }
        controller.receive(event)
        ringOut.follow(event.kind, in: session.state)
      case .signal(let number):
        if let status = await answer(number) { return status }
        signals.answered()
      case .foreground: if isAway { comeBack() }
      case .outputClosed: return .signal(SIGPIPE)
      case .phaseChanged, .timeIsUp: break
      }
      if asksToQuit || isOver { return ending }
    }
    return ending
  }

  /// Performs the lines that were read, each when the one before it is answered.
  private func performLines() {
    while !isAnswering, !asksToQuit, let line = lines.popFirst() {
      isAnswering = true
      var isImmediate = true
      view.take(line) { [weak self, mailbox] reply in
        self?.isAnswering = false
        if reply == .quit { self?.asksToQuit = true }
        if !isImmediate { mailbox.yield(.answered) }
      }
      isImmediate = false
    }
    guard isAtEndOfInput, !isAnswering, !inputHasEnded else { return }
    inputHasEnded = true
    pauseIsEnd = !isRemotelyControlled || session.transport != .playing
    if console.isInteractive { asksToQuit = true }
  }

  private func follow(_ parts: AsyncStream<LibraryPart>) {
    controller.isReading = true
    let mailbox = mailbox
    Task {
      for await part in parts { mailbox.yield(.part(part)) }
      mailbox.yield(.listIsComplete)
    }
  }

  private func take(_ part: LibraryPart) {
    let songs = part.contents.songs
    controller.appendNew(songs: songs.map(SongViewModel.init), paths: songs.map(\.path))
    controller.read(
      ReadingProgress(readCount: part.readCount, foundCount: part.candidateCount),
      skipped: part.contents.skipped.map(SkippedFileRow.init))
  }

  private func type(_ bytes: [UInt8]) {
    console.terminal?.feed(bytes)
    while !isAtEndOfInput, !asksToQuit, let event = console.terminal?.nextEvent() {
      switch event {
      case .line(let line):
        lines.append(line)
        performLines()
      case .key(let command): view.take(key: command)
      case .endOfInput:
        isAtEndOfInput = true
        performLines()
      }
    }
  }

  /// Whether the run is over: its session has finished and its bells have rung out, or the input
  /// has ended and nothing plays.
  private var isOver: Bool {
    switch session.phase {
    case .finished:
      (request.beginning.starts || inputHasEnded) && !ringOut.rings(after: session.state)
    case .picking: inputHasEnded
    case .listening: inputHasEnded && pauseIsEnd && session.state.pauseCause == .user
    }
  }

  private var ending: ExitStatus {
    if outputHasFailed { return .outputFailed }
    return session.phase == .finished && session.state.summary.failedCount > 0 ? .songFailed : .fine
  }
}
