import Dispatch
import Glibc
import MeditationSystem
import MeditationTerminal
import MeditationText
import SystemPackage

/// The command of `meditate sit --until`, which runs during the sit, without a shell.
///
/// One thread reads its output, and another waits for its end.
final class UntilCommand: Sendable {
  /// How long the command may take to end after a signal.
  private static let grace = 1.0
  /// How long to wait for the next line after its end: a child may keep its output open.
  private static let nextLine = 2.0
  /// How long to wait for all further lines: it may print without end.
  private static let rest = 30.0
  /// How many lines are printed after it was told to end.
  private static let mostLastLines = 1_000

  private struct State {
    var exit: ChildProcess.Exit?
    var lineCount = 0
    /// A line that is read, but not printed yet.
    var unprinted: String?
    /// Lines not printed yet, kept when the program ends; `nil` before.
    var lastLines: [String]?
    /// True if nothing more is read.
    var isLeft = false

    /// Keeps a line; true if it should be printed at once.
    mutating func keep(_ line: String) -> Bool {
      lineCount += 1
      guard let lines = lastLines else {
        unprinted = line
        return true
      }
      if !isLeft, lines.count < mostLastLines { lastLines?.append(line) }
      return false
    }
  }

  /// The command, ready for display.
  let title: String
  private let process: ChildProcess
  private let output: FileDescriptor
  private let state = Locked(State())
  /// Signalled when a line was taken, when all lines were read, and when the exit is known.
  private let taken = DispatchSemaphore(value: 0)
  private let readAll = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  /// Starts the command of these words; `nil` if there are none. Blocks until it is read from the disk.
  init?(_ words: [String]) throws(StartProblem) {
    guard let program = words.first else { return nil }
    title = QuotedInput(program).description
    // If it is ignored, the system forgets exit codes.
    signal(SIGCHLD, SIG_DFL)
    do throws(Errno) {
      let pipe = try PipedProcess.pipe()
      defer { try? pipe.write.close() }
      do throws(Errno) {
        process = try ChildProcess(
          FilePath(program), words, output: pipe.write, errors: pipe.write)
      } catch {
        try? pipe.read.close()
        throw error
      }
      output = pipe.read
    } catch {
      throw StartProblem(.commandNotStarted, "\(title) cannot be started: \(error).")
    }
  }

  /// Starts to read, and to wait for the end.
  ///
  /// - Parameters:
  ///   - writer: The next line is read when this has written the one before, so that a fast command
  ///     waits for the reader of its lines.
  ///   - onLine: Called on a thread with a line; answer with ``take()``.
  ///   - onEnd: Called on a thread, once.
  func follow(
    writer: StreamWriter, onLine: @escaping @Sendable (String) -> Void,
    onEnd: @escaping @Sendable (ChildProcess.Exit) -> Void
  ) {
    InputReader.start("until output", reading: output.rawValue, in: nil) { [self] line in
      // The last state of a progress bar.
      let line = line.split(separator: "\r").last.map(String.init) ?? ""
      guard state.withLock({ $0.keep(line) }) else { return }
      onLine(line)
      taken.wait()
      writer.flush()
    } onEnd: { [self] in
      try? output.close()
      readAll.signal()
    }
    SystemThread.start("until") { [self] in
      process.wait()
      waitForRest()
      // Under the lock, so that its process id is not another's when it gets a signal.
      let exit = state.withLock { state in
        let exit = process.collect()
        state.exit = exit
        return exit
      }
      ended.signal()
      onEnd(exit)
    }
  }

  /// Waits until the rest of the output is read.
  private func waitForRest() {
    let limit = DispatchTime.now() + Self.rest
    var count = state.withLock(\.lineCount)
    while readAll.wait(timeout: DispatchTime.now() + Self.nextLine) == .timedOut {
      let new = state.withLock(\.lineCount)
      if new == count || DispatchTime.now() > limit { return }
      count = new
    }
  }

  /// Notes that the line of the last `onLine` is printed.
  func take() {
    state.withLock { $0.unprinted = nil }
    taken.signal()
  }

  var isRunning: Bool { state.withLock { $0.exit == nil } }

  /// Ends the command by `signal` if it is running, and kills it if it goes on.
  ///
  /// - Returns: How it ended, and the lines not printed yet. Do not call ``take()`` any more.
  func end(by signal: Int32) async -> (exit: ChildProcess.Exit, lines: [String]) {
    await SystemThread.run("until end") { [self] in
      state.withLock { $0.lastLines = $0.unprinted.map { [$0] } ?? [] }
      taken.signal()
      send(signal)
      // It may have ended while a child keeps its output open.
      state.withLock { $0.isLeft = true }
      readAll.signal()
      send(SIGKILL)
      return state.withLock { ($0.exit ?? .signal(SIGKILL), $0.lastLines ?? []) }
    }
  }

  /// Sends a signal to the command if it is running, and waits for its end, but not for long.
  private func send(_ signal: Int32) {
    let isRunning = state.withLock { state in
      if state.exit == nil { process.kill(by: signal) }
      return state.exit == nil
    }
    if isRunning { _ = ended.wait(timeout: .now() + Self.grace) }
  }
}

extension ChildProcess.Exit {
  /// The exit code, as in a shell.
  var code: Int32 {
    switch self {
    case .code(let code): code
    case .signal(let number): 128 + number
    case .unknown: 0
    }
  }

  /// The end of a command in words: "'make' has finished.".
  func text(of title: String) -> String { "\(title) \(failure ?? "has finished")." }
}
