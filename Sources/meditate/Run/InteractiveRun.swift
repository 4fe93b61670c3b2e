import ArgumentParser
import Glibc
import MeditationAudio
import MeditationControl
import MeditationCore
import MeditationEngine
import MeditationLibrary
import MeditationLines
import MeditationPlan
import MeditationPractice
import MeditationRemote
import MeditationScreens
import MeditationSystem
import MeditationTerminal
import MeditationText

/// An event from outside. All events wait in one queue.
enum RunEvent: Sendable {
  /// A line from a pipe.
  case line(String)
  /// Bytes from a terminal's keys.
  case typed([UInt8])
  /// Ctrl-D on a terminal that gathers lines.
  case endKey
  case endOfInput
  /// A line that waited for the disk is answered.
  case answered
  /// More of the library was read.
  case part(LibraryPart)
  case listIsComplete
  /// The music folder, which was opened from the home screen.
  case library(LibraryRows, AsyncStream<LibraryPart>)
  case libraryFailed(StartProblem)
  case engine(EngineEvent)
  case signal(Int32)
  /// A program in the background has the terminal again, after `fg`.
  case foreground
  /// Standard output has lost its reader.
  case outputClosed
  /// Standard output cannot be written, as on a full disk.
  case outputUnwritable
  case phaseChanged
  /// The command of `sit --until` has printed a line, or has ended.
  case commandPrinted(String)
  case commandEnded(ChildProcess.Exit)
  /// A script's wait is over, or the time for the last closing stroke.
  case timeIsUp
}

/// Runs a session from its first line to its last. Events are handled in order, on the main actor.
@MainActor final class InteractiveRun {
  private enum Input {
    case open
    /// The input has ended, but lines wait; `byKey` after Ctrl-D, which a locked session refuses.
    case ending(byKey: Bool)
    /// All lines are answered; `pauseIsEnd` if nobody can resume a paused session.
    case ended(pauseIsEnd: Bool)
  }

  /// The last closing stroke, if bells do not ring out.
  private enum LastStroke { case awaited, struck, heard }

  /// How long the last stroke is heard if bells do not ring out.
  private static let shortRing = Duration.seconds(2)

  private enum TerminalOwner: Equatable {
    case program
    /// The terminal belongs to the shell; `pausedByStop` if Ctrl-Z paused the session.
    case shell(pausedByStop: Bool)
  }

  private let console: Console
  private let controller: SessionController
  private let engine: AudioEngine
  private let turns: EngineTurns?
  private let view: any SessionView
  private let events: AsyncStream<RunEvent>
  private let mailbox: AsyncStream<RunEvent>.Continuation
  private let request: RunRequest
  private let remote: ControlSocket?
  private let practice: ProgramPractice
  /// The parts of the library still being read; `nil` if it is complete.
  private let parts: AsyncStream<LibraryPart>?
  /// The session on the message bus; `nil` if no bus is named.
  private var mediaPlayer: MPRISClient?
  private let hooks: SessionHooks?
  private var idleInhibitor: IdleInhibitor?
  private var notifier: EndNotifier?
  /// Notices when another client ends the session, and so the run.
  private var phaseWatch: Subscription?
  private var input = Input.open
  /// The lines waiting for the reply to an earlier one.
  private var lines: ArraySlice<String> = []
  private var isAnswering = false
  private let pace = InputPace()
  /// The number of reads of standard input that are not completely answered.
  private var unansweredReads = 0
  private var asksToQuit = false
  private var hasPerformedLines = false
  private var lastStroke = LastStroke.awaited
  private var outputHasFailed = false
  /// True if a person types at a terminal, but cannot see the answers.
  private var isBlind = false
  private let foreground: ForegroundWatch
  private var terminal = TerminalOwner.program

  private var session: MeditationViewModel { controller.session }

  /// A session of `library` and the `parts` that follow, played through `outputs`.
  init(
    _ request: RunRequest, library: LibraryRows, parts: AsyncStream<LibraryPart>?,
    outputs: any OutputOpener, console: Console
  ) async throws(StartProblem) {
    self.parts = parts
    let (events, mailbox) = AsyncStream.makeStream(of: RunEvent.self)
    self.events = events
    self.mailbox = mailbox
    self.console = console
    foreground = ForegroundWatch(of: STDIN_FILENO)
    let isRendered = request.options.sound.output != nil
    let levels = SongLevels.ofProgram(rendered: isRendered)
    let turns = isRendered ? EngineTurns() : nil
    self.turns = turns
    engine = AudioEngine(
      decoders: request.options.sound.decoders, outputs: outputs, converters: SoxrConverters(),
      gains: levels, timing: request.timing
    ) { event in
      mailbox.yield(.engine(event))
      turns?.wait()
    }
    controller = SessionController(
      session: MeditationViewModel(songs: library.songs), paths: library.paths,
      skipped: library.skipped, engine: engine)
    self.request = request
    controller.loudness.levels = levels
    controller.lengths = LengthScan(waits: isRendered) { SongLibrary.ofProgram.exactLength(of: $0) }
    controller.times = request.options.looks.times
    controller.files.base = .ofShell
    controller.reader.readFiles = request.songs?.reader
    controller.reader.readNamed = { await SongSource.files(at: [$0]) }
    practice = ProgramPractice(request, mailbox: mailbox)
    controller.keepPractice(with: practice.services)
    controller.speakGuides(
      with: CommandOption.voice(request.options.speak, cache: UserDirectories.ofProgram.cache),
      isRendered: isRendered
    ) { [console] in
      // The terminal shows nothing yet.
      console.streams.warn($0.text(asOf: WallClock.system.now()))
    }
    // Before the session begins, because it may be that of an interrupted sit.
    controller.practice?.journal.begin()
    // Nobody sits while a file is rendered as fast as possible.
    hooks =
      !isRendered && !request.isTour
      ? SessionHooks(request.options.hooks, controller: controller) { [console] in
        console.output.warn($0)
        console.output.promptAgain()
      } : nil
    // The sit may wait for the voice of its guide, whose program must not outlive this one.
    let signals = SignalWatch.ending { [controller] in await controller.speaker.abandon() }
    try await request.begin(controller, volume: practice.volume)
    withExtendedLifetime(signals) { SignalWatch.hold() }
    view = request.options.looks.format.view(
      of: controller, on: console, announcing: request.options.looks.announce,
      endsWithSession: request.start.starts, isTour: request.isTour, screen: request.start.screen,
      waveform: WaveformScan(levels: levels) { [controller] in
        (controller.files.path(of: $0), controller.session.level)
      }.peaks)
    remote =
      request.isRemote
      ? ControlSocket.serving(
        controller, version: Meditate.configuration.version,
        environment: ProgramEnvironment.variables
      ) { [console] in console.output.warn($0) } : nil
    practice.follow(controller, shownBy: view)
  }

  /// Runs until the program should end.
  func run() async -> ExitStatus {
    // Before the first line is printed: its reader may send a signal at once.
    let signals = SignalWatch { [mailbox] in mailbox.yield(.signal($0)) }
    let isInBackground = console.isInteractive && foreground.isInBackground
    console.terminal?.start(isInBackground: isInBackground)
    if isInBackground {
      terminal = .shell(pausedByStop: false)
      console.abandonTerminal()
      waitForTerminal()
    }
    view.begin()
    controller.tellQueuedNews()
    watch()
    remote?.start()
    startRemoteControl()
    // After the first prompt: while a library is being loaded, the system starts no thread.
    request.options.sound.loadDrivers()
    var status = await follow(signals)
    signals.programEnds()
    // First, because a second signal may end the program.
    controller.practice?.close(keepsList: console.isInteractive && !request.isTour)
    if status == .fine, controller.practice?.journal.hasUnwrittenSit == true {
      status = .outputFailed
    }
    if let until = request.until { status = await end(until, status) }
    await remote?.close(code: status.code)
    mediaPlayer?.stop()
    view.end(code: status.code)
    await hooks?.stop()
    await notifier?.stop()
    practice.close()
    console.terminal?.stop()
    console.streams.stop()
    controller.loudness.levels?.measureAhead([])
    await controller.speaker.stop()
    turns?.end()
    await engine.shutDown(exiting: status.isSignal ? .atOnce : .heard)
    return signals.status(endingWith: status)
  }

  /// Starts to send all events to the mailbox.
  private func watch() {
    let mailbox = mailbox
    request.until?.follow(
      writer: console.writer, onLine: { mailbox.yield(.commandPrinted($0)) },
      onEnd: { mailbox.yield(.commandEnded($0)) })
    ReaderWatch.start(watching: STDOUT_FILENO) { mailbox.yield(.outputClosed) }
    console.whenOutputFails { mailbox.yield(.outputUnwritable) }
    if let parts { follow(parts) }
    // A terminal that has disappeared has hung up, even if the signal comes later, or never.
    let wasTerminal = isatty(STDIN_FILENO) == 1
    let onEnd: @Sendable () -> Void = {
      mailbox.yield(wasTerminal && isatty(STDIN_FILENO) == 0 ? .signal(SIGHUP) : .endOfInput)
    }
    if !request.readsCommands {
      onEnd()
    } else if console.terminal != nil {
      InputReader.start(
        reading: STDIN_FILENO, in: foreground, pace: pace,
        onBytes: { mailbox.yield(.typed($0)) }, onEnd: onEnd)
    } else {
      InputReader.start(
        reading: STDIN_FILENO, in: foreground, pace: pace,
        onLine: { mailbox.yield(.line($0)) }, onEndKey: { mailbox.yield(.endKey) }, onEnd: onEnd)
    }
  }

  /// Opens the session to other clients, unless it is rendered.
  private func startRemoteControl() {
    guard request.options.sound.output == nil else { return }
    phaseWatch = session.observe(\.phase) { [mailbox] _, _ in mailbox.yield(.phaseChanged) }
    if request.options.awake {
      idleInhibitor = IdleInhibitor.start(
        controller: controller, environment: ProgramEnvironment.variables)
    }
    notifier = EndNotifier.start(
      request.options.notify, controller: controller,
      environment: ProgramEnvironment.variables, isAway: { [request] in request.isAway })
    guard request.isRemote else { return }
    mediaPlayer = MPRISClient(
      controller: controller, environment: ProgramEnvironment.variables,
      // Without ffmpeg no cache is used: it would remember each file as one without a picture.
      covers: Covers(
        in: FFmpegPrograms.installed.flatMap { _ in UserDirectories.ofProgram.cache },
        picture: { CoverPicture(of: $0).map { ($0.bytes, $0.ending) } }),
      onQuit: { [mailbox, controller] in
        if controller.session.refusal(of: .finish) == nil { mailbox.yield(.signal(SIGTERM)) }
      },
      onProblem: { [console] in
        console.output.warn($0)
        console.output.promptAgain()
      })
  }

  private func follow(_ signals: SignalWatch) async -> ExitStatus {
    for await event in events {
      switch event {
      case .line(let line):
        console.streams.lineWasTyped()
        lines.append(line)
        unansweredReads += 1
        performLines()
      case .typed(let bytes):
        unansweredReads += 1
        type(bytes)
        readOn()
      case .endKey:
        unansweredReads += 1
        endInput(byKey: true)
      case .endOfInput: endInput()
      case .answered:
        performLines()
        type([])
      case .part(let part): take(part)
      case .listIsComplete: controller.finishReading()
      case .library(let library, let parts):
        controller.files.appendNew(songs: library.songs, paths: library.paths)
        view.show(.songs)
        follow(parts)
      case .libraryFailed(let problem):
        controller.libraryFailed()
        if controller.practice?.sets.editor != nil {
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
        turns?.pass()
      case .signal(let number):
        if let status = await answer(number, signals) { return status }
        signals.answered()
      case .foreground: if terminal != .program, !foreground.isInBackground { comeBack() }
      case .outputClosed: return .signal(SIGPIPE)
      case .outputUnwritable: isBlind = request.readsCommands && isatty(STDIN_FILENO) == 1
      case .phaseChanged:
        if let until = request.until, until.isRunning, session.phase == .finished {
          console.output.print(
            "\(until.title) still runs, and the program waits for it; Ctrl-C ends it.", as: .muted)
          console.output.promptAgain()
        }
      case .commandPrinted(let line): printCommandLine(line)
      case .commandEnded(let exit): follow(exit)
      case .timeIsUp: if case .struck = lastStroke { lastStroke = .heard }
      }
      noteLastStroke()
      if asksToQuit || isOver { return ending }
    }
    return ending
  }

  /// Ends the program's input after the waiting lines.
  private func endInput(byKey: Bool = false) {
    if case .ended = input {} else { input = .ending(byKey: byKey) }
    performLines()
  }

  /// Performs the waiting lines, each when the one before it is answered.
  private func performLines() {
    while !isAnswering, !asksToQuit, mayAnswer, let line = lines.popFirst() {
      (isAnswering, hasPerformedLines) = (true, true)
      var isImmediate = true
      view.take(line) { [weak self, mailbox] reply in
        self?.isAnswering = false
        if reply == .quit { self?.asksToQuit = true }
        if !isImmediate { mailbox.yield(.answered) }
      }
      isImmediate = false
    }
    readOn()
    guard case .ending(let byKey) = input, !isAnswering, lines.isEmpty else { return }
    if byKey, console.isInteractive, refusesToStop() { return input = .open }
    // Another client can resume what it paused.
    let isSteered = mediaPlayer != nil || remote != nil
    input = .ended(pauseIsEnd: !isSteered || session.transport != .playing)
    if console.isInteractive { asksToQuit = true }
  }

  /// False while too much output waits: the next line of a pipe is then performed when the reader
  /// has caught up. A person's line is performed at once.
  private var mayAnswer: Bool {
    guard console.terminal == nil, !lines.isEmpty else { return true }
    return console.writer.hasRoom { [mailbox] in mailbox.yield(.answered) }
  }

  /// Reads on if everything read was answered.
  private func readOn() {
    guard lines.isEmpty, !isAnswering else { return }
    for _ in 0..<unansweredReads { pace.readOn() }
    unansweredReads = 0
  }

  private func follow(_ parts: AsyncStream<LibraryPart>) {
    controller.files.isReading = true
    let mailbox = mailbox
    Task {
      for await part in parts { mailbox.yield(.part(part)) }
      mailbox.yield(.listIsComplete)
    }
  }

  private func take(_ part: LibraryPart) {
    var rows = LibraryRows()
    rows.append(part.contents)
    controller.files.appendNew(songs: rows.songs, paths: rows.paths)
    controller.read(
      ReadingProgress(readCount: part.readCount, foundCount: part.candidateCount),
      skipped: rows.skipped)
  }

  private func type(_ bytes: [UInt8]) {
    console.terminal?.feed(bytes)
    while case .open = input, !asksToQuit, let event = console.terminal?.nextEvent() {
      switch event {
      case .line(let line):
        lines.append(line)
        performLines()
      case .key(let command): view.take(key: command)
      case .endOfInput: endInput(byKey: true)
      }
    }
  }

  /// True if the session must not be stopped by a key; prints why.
  private func refusesToStop() -> Bool {
    guard let refusal = session.refusal(of: .finish) else { return false }
    console.output.warn(refusal.text)
    console.output.prompt()
    return true
  }

  // MARK: - The command that ends a sit

  /// Prints a line of the command: in JSON, as a diagnostic.
  private func printCommandLine(_ line: String) {
    switch request.options.looks.format {
    case .text: console.output.print(CleanText.clean(line))
    case .json: console.output.warn(CleanText.clean(line))
    }
    console.output.promptAgain()
    request.until?.take()
  }

  /// Ends the sit, as `finish` does, when its command has ended.
  private func follow(_ exit: ChildProcess.Exit) {
    guard let until = request.until else { return }
    let line = exit.text(of: until.title)
    if exit.code == 0, request.options.looks.format == .text {
      console.output.print(line)
    } else {
      console.output.warn(line)
    }
    session.performOverridingLock(.finish)
    console.output.promptAgain()
  }

  /// Ends the command, because the program ends with `status`.
  private func end(_ until: UntilCommand, _ status: ExitStatus) async -> ExitStatus {
    let number = if case .signal(let number) = status { number } else { SIGTERM }
    let (exit, lines) = await until.end(by: number)
    lines.forEach(printCommandLine)
    return if case .signal = status { status } else { .command(exit.code) }
  }

  /// Starts the time for the last closing stroke, if bells do not ring out.
  private func noteLastStroke() {
    guard !request.options.sound.ringOut, request.options.sound.output == nil,
      session.phase == .finished
    else { return lastStroke = .awaited }
    guard case .awaited = lastStroke, session.state.nextStroke == nil else { return }
    lastStroke = .struck
    Task { [mailbox] in
      try? await Task.sleep(for: Self.shortRing)
      mailbox.yield(.timeIsUp)
    }
  }

  /// True while bells should be heard after the end.
  private var isRingingOut: Bool {
    if case .heard = lastStroke { return false }
    return session.state.isRinging
  }

  /// True if the run is over: its bells have rung out, or the input has ended and nothing plays.
  private var isOver: Bool {
    guard !(request.until?.isRunning ?? false) else { return false }
    if isBlind, session.phase != .listening, !isRingingOut { return true }
    return switch (session.phase, input) {
    case (.finished, .ended): !isRingingOut
    case (.finished, .open), (.finished, .ending):
      request.start.starts && !isRingingOut
    case (.picking, .ended): true
    case (.listening, .ended(let pauseIsEnd)):
      pauseIsEnd && session.state.pauseCause == .user
    case (.picking, .open), (.picking, .ending), (.listening, .open), (.listening, .ending): false
    }
  }

  private var ending: ExitStatus {
    if outputHasFailed { return .outputFailed }
    if request.lacksSongs, !hasPerformedLines { return .nothingPlayable }
    return session.phase == .finished && session.state.summary.failedCount > 0 ? .songFailed : .fine
  }

  // MARK: - Signals, and giving the terminal back and taking it again

  /// - Returns: The exit status if the signal ends the program.
  private func answer(_ signal: Int32, _ signals: SignalWatch) async -> ExitStatus? {
    switch signal {
    case SIGWINCH: console.terminal?.sizeChanged()
    case SIGCONT: goOn()
    case SIGTSTP: if signals.isStopWanted, !refusesToStop() { await stop(signals) }
    case SIGINT
    where view.cancelForm() || console.terminal?.interrupt() == true || refusesToStop()
      || view.interrupt():
      break
    default: return .signal(signal)
    }
    return nil
  }

  /// Ctrl-Z: pauses, gives the terminal back, and stops until SIGCONT.
  private func stop(_ signals: SignalWatch) async {
    terminal = .shell(pausedByStop: session.perform(.pause) == .changed)
    console.terminal?.suspend()
    console.abandonTerminal()
    idleInhibitor?.release()
    // Time for the ramp down and for the bus; a shorter wait is harmless.
    try? await Task.sleep(for: .milliseconds(150))
    // SIGCONT may have come already; then nobody would continue the program.
    if signals.isStopWanted { kill(getpid(), SIGSTOP) }
  }

  /// After `fg`, `bg` or another SIGCONT. In the background, resumes what Ctrl-Z has paused.
  private func goOn() {
    foreground.lookAgain()
    guard foreground.isInBackground else { return comeBack() }
    let isPaused = terminal == .shell(pausedByStop: true)
    terminal = .shell(pausedByStop: false)
    console.abandonTerminal()
    if isPaused { session.perform(.play) }
    waitForTerminal()
  }

  /// Comes back when the program gets the terminal again. The reader of input cannot tell: if `fg`
  /// comes in time, its read does not fail.
  private func waitForTerminal() {
    Task { [foreground, mailbox] in
      await foreground.returned()
      mailbox.yield(.foreground)
    }
  }

  private func comeBack() {
    terminal = .program
    view.comeBack()
    console.resumeTerminal()
  }
}
