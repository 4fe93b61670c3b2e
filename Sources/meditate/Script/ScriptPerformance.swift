import Dispatch
import Glibc
import MeditationAudio
import MeditationControl
import MeditationCore
import MeditationEngine
import MeditationLanguage
import MeditationLibrary
import MeditationLines
import MeditationPlan
import MeditationTerminal
import MeditationText

@MainActor struct ScriptPerformance {
  /// The tolerance of positions in real time.
  private static let liveTolerance = Duration.milliseconds(500)
  /// The tolerance of positions in a rendered file, where each jump begins with a ramp down.
  private static let renderedTolerance = Duration.milliseconds(20)

  let script: Script
  let songs: ScriptSongs
  let stopsAtFailure: Bool
  /// Takes the report instead of lines for people.
  let tap: TAPReport?
  let volume: Int
  let level: Level
  let looks: LookOptions
  let console: Console

  /// Runs on a virtual clock, without sound or with sound written to a file.
  func virtual(into outputs: (any OutputOpener)?) -> ExitStatus {
    let session = newSession()
    guard let outputs else {
      return run(on: VirtualStage(session: session, decoders: songs.decoders))
    }
    let levels = SongLevels.ofProgram(rendered: true)
    let events = EventRelay()
    let engine = RenderingEngine(
      decoders: songs.decoders, outputs: outputs, converters: SoxrConverters(), gains: levels,
      onEvent: { events.pass($0) })
    let stage = VirtualStage(session: session, paths: songs.paths, engine: engine)
    stage.controller.files.exist = !songs.areDeclared
    stage.controller.loudness.levels = levels
    events.onEvent = { [weak faults = stage.faults] in faults?.receive($0) }
    defer {
      levels.measureAhead([])
      engine.shutDown()
    }
    return run(on: stage, rendering: events)
  }

  /// Runs in real time, with a view of the session.
  func live(through outputs: any OutputOpener) async -> ExitStatus {
    let levels = SongLevels.ofProgram(rendered: false)
    let (events, mailbox) = AsyncStream.makeStream(of: RunEvent.self)
    let engine = AudioEngine(
      decoders: songs.decoders, outputs: outputs, converters: SoxrConverters(), gains: levels
    ) { mailbox.yield(.engine($0)) }
    let faulty = FaultyEngine(engine)
    let faults = faulty.faults
    let controller = SessionController(session: newSession(), paths: songs.paths, engine: faulty)
    controller.files.exist = !songs.areDeclared
    controller.loudness.levels = levels
    controller.times = looks.times
    controller.files.base = .ofShell
    let view = looks.format.view(
      of: controller, on: console, announcing: looks.announce, endsWithSession: true)
    faults.onEvent = { [weak controller] in controller?.receive($0) }
    view.begin()
    let signals = SignalWatch { mailbox.yield(.signal($0)) }
    let runner = newRunner(controller, faults, tolerance: Self.liveTolerance, decodes: true)
    runner.onRefusal = { view.print($0) }
    let live = LiveRun(runner: runner, faults: faults, mailbox: mailbox)
    let signal = await live.run(events)
    signals.programEnds()
    levels.measureAhead([])
    await engine.shutDown(exiting: signal == nil ? .heard : .atOnce)
    let status = signals.status(endingWith: signal.map { .signal($0) } ?? report(runner))
    view.end(code: status.code)
    return status
  }

  private func newSession() -> MeditationViewModel {
    let session = MeditationViewModel(songs: songs.viewModels)
    session.perform(.volume(.level(volume)))
    session.perform(.level(level))
    guard !songs.areDeclared else { return session }
    // So that a script's results do not depend on how fast files are read.
    for (song, path) in zip(songs.viewModels, songs.paths) where song.length == nil {
      if let length = SongLibrary.ofProgram.exactLength(of: path) {
        session.setLength(length, of: song)
      }
    }
    return session
  }

  /// - Parameter decodes: True if songs are decoded, so that they need not be as long as declared.
  private func newRunner(
    _ controller: SessionController, _ faults: FaultInjector, tolerance: Duration, decodes: Bool
  ) -> ScriptRunner {
    ScriptRunner(
      script, controller: controller, faults: faults,
      stopsAtFailure: stopsAtFailure, positionTolerance: tolerance,
      endsUnknownLengths: decodes && !songs.areDeclared)
  }

  /// - Parameter events: Those of the engine that writes a file; `nil` without sound.
  private func run(on stage: VirtualStage, rendering events: EventRelay? = nil) -> ExitStatus {
    stage.controller.files.base = .ofShell
    let view = looks.format == .text ? nil : looks.format.view(of: stage.controller, on: console)
    view?.begin()
    let runner = newRunner(
      stage.controller, stage.faults, tolerance: events == nil ? .zero : Self.renderedTolerance,
      decodes: events != nil)
    runner.onRefusal = { view?.print($0) }
    stage.run(runner)
    // Without sound, the bells need not ring out.
    if events != nil { stage.ringOut() }
    // First, because failed lines may be a consequence.
    let failure = events?.outputFailure
    if let failure { console.streams.warn("Writing stopped: \(failure).") }
    let verdict = report(runner)
    let status = failure == nil ? verdict : .outputFailed
    view?.end(code: status.code)
    return status
  }

  private func report(_ runner: ScriptRunner) -> ExitStatus {
    let verdict = runner.failures.isEmpty ? ExitStatus.fine : .scriptFailed
    if let tap {
      tap.add(runner.points, of: script)
      return verdict
    }
    for failure in runner.failures { console.streams.warn(failure) }
    if looks.format == .text {
      let expectations = counted(runner.expectationCount, "expectation")
      let failed = counted(runner.failures.count, "line") + " failed"
      console.streams.print(
        "\(script.name): \(expectations), \(verdict == .fine ? "all held" : failed)")
    }
    return verdict
  }
}

/// A report in the Test Anything Protocol: a test point for each expectation, and for each other
/// line that failed, with its reason as a comment. The number of points comes last, because a run
/// can end early.
///
/// Source: https://testanything.org/tap-version-13-specification.html; `prove` takes no newer one.
@MainActor final class TAPReport {
  private let streams: StandardStreams
  private var count = 0

  init(on streams: StandardStreams) {
    self.streams = streams
    streams.print("TAP version 13")
  }

  func add(_ points: [ScriptPoint], of script: Script) {
    for point in points {
      count += 1
      let text = CleanText.clean(point.text).replacing("\\", with: "\\\\")
        .replacing("#", with: "\\#")
      let verdict = point.failure == nil ? "ok" : "not ok"
      streams.print("\(verdict) \(count) - \(script.name):\(point.line) \(text)")
      if let failure = point.failure { streams.print("# \(failure)".harmless) }
    }
  }

  func end() { streams.print("1..\(count)") }

  /// Reports that no further script is run.
  func bailOut(_ reason: String) { streams.print("Bail out! \(reason)") }
}

@MainActor private struct LiveRun {
  let runner: ScriptRunner
  let faults: FaultInjector
  /// Receives the engine's events.
  let mailbox: AsyncStream<RunEvent>.Continuation

  /// Runs the whole script; returns the signal that ended it early, if one did.
  func run(_ events: AsyncStream<RunEvent>) async -> Int32? {
    var events = events.makeAsyncIterator()
    runner.onAnswer = { [mailbox] in mailbox.yield(.answered) }
    while let pause = runner.run() {
      guard case .wait(let wait) = pause else {
        while let event = await events.next(isolation: #isolation) {
          if case .answered = event { break }
          if let signal = take(event) { return signal }
        }
        continue
      }
      startTimer(for: wait)
      while !wait.isOver {
        if let obstacle = wait.obstacle {
          runner.giveUp(wait, obstacle)
          break
        }
        guard let event = await events.next(isolation: #isolation) else { return nil }
        if case .timeIsUp = event { break }
        if let signal = take(event) { return signal }
      }
    }
    // Lets the bells ring out after the end.
    while runner.session.state.isRinging, let event = await events.next(isolation: #isolation) {
      if let signal = take(event) { return signal }
    }
    return nil
  }

  /// - Returns: The signal that ends the run, if it is one.
  private func take(_ event: RunEvent) -> Int32? {
    switch event {
    case .engine(let event): faults.receive(event)
    case .signal(let number):
      if ![SIGWINCH, SIGCONT, SIGTSTP].contains(number) { return number }
    case .line, .typed, .endKey, .endOfInput, .answered, .part, .listIsComplete, .library,
      .libraryFailed, .foreground, .outputClosed, .outputUnwritable, .phaseChanged,
      .commandPrinted, .commandEnded, .timeIsUp:
      break
    }
    return nil
  }

  private func startTimer(for wait: PendingWait) {
    guard case .time(let time) = wait.wait else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + time / .seconds(1)) { [mailbox] in
      mailbox.yield(.timeIsUp)
    }
  }
}

/// Passes the engine's events to a handler that is set after the engine is made.
@MainActor private final class EventRelay {
  var onEvent: (EngineEvent) -> Void = { _ in }
  private(set) var outputFailure: String?

  func pass(_ event: EngineEvent) {
    if case .outputFailed(let reason) = event.kind { outputFailure = reason }
    onEvent(event)
  }
}
