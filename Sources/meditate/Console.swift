import ArgumentParser
import CMeditationTerminal
import Glibc
import MeditationEngine
import MeditationLines
import MeditationSystem
import MeditationTerminal
import MeditationText
import SystemPackage

/// The standard streams, and the terminal if there is one.
@MainActor struct Console {
  let writer: StreamWriter
  /// Standard output and standard error, to which lines are appended.
  let streams: StandardStreams
  /// The terminal; `nil` if lines are not edited.
  let terminal: LiveTerminal?
  /// True if standard input and output are a terminal.
  let isInteractive: Bool
  /// Set when standard output could not be written.
  private let outputFailure: Once
  /// Called when that is found.
  private let onOutputFailure: Locked<(@Sendable () -> Void)?>

  var output: any LineOutput { terminal ?? streams }

  /// Calls `handler` on some thread when standard output cannot be written; not if it is only slow.
  func whenOutputFails(_ handler: @escaping @Sendable () -> Void) {
    onOutputFailure.withLock { $0 = handler }
    if outputFailure.hasCome { handler() }
  }

  /// Stops using the terminal when the shell takes it.
  func abandonTerminal() {
    terminal?.abandon()
    streams.suspend()
  }

  /// Resumes using the terminal when the program has it again.
  func resumeTerminal() {
    terminal?.resume()
    if terminal == nil { streams.resume() }
  }

  /// The exit code of `session`, when everything is written. After a signal, it does not wait long.
  func exitCode(
    after session: @MainActor () async throws(StartProblem) -> ExitStatus
  ) async -> ExitCode {
    var status: ExitStatus
    do throws(StartProblem) {
      status = try await session()
    } catch {
      report(error)
      status = error.status
    }
    SignalWatch.endAtOnce()
    writer.flush(within: status.isSignal ? 0.1 : nil)
    if status == .fine, outputFailure.hasCome { status = .outputFailed }
    return status.exitCode
  }

  /// Prints why no session starts, and where the settings that cause it were set.
  private func report(_ problem: StartProblem) {
    var lines = problem.lines
    if let source = Settings.ofProgram.source(of: problem.settings), !lines.isEmpty {
      lines[0] = "\(source): \(lines[0])"
    }
    for line in lines { streams.warn(line.harmless) }
  }

  /// Prepares the streams. Diagnostics go to a copy of standard error, because the sound libraries
  /// print to the original.
  ///
  /// - Parameters:
  ///   - sound: If it is written to standard output, lines go to standard error.
  ///   - takesKeys: True if commands are read from standard input.
  ///   - keepsHistory: True if typed lines are kept, and those of earlier runs can be recalled.
  init(_ looks: LookOptions, _ sound: SoundOptions, takesKeys: Bool, keepsHistory: Bool = true) {
    signal(SIGPIPE, SIG_IGN)
    let diagnostics = StandardError.ofProgram
    if sound.output == "-" { SoundStream.begin() }
    let failure = Once()
    let onFailure = Locked<(@Sendable () -> Void)?>(nil)
    let writer = StreamWriter { descriptor, error in
      // A lost reader ends the program anyway: see `InteractiveRun`.
      guard descriptor == STDOUT_FILENO, error != EPIPE, failure.isFirst() else { return }
      // The program goes on: lines are lost, but the sound continues.
      let reason =
        error == ENOBUFS
        ? "its reader is too slow, so lines are missing" : String(cString: strerror(error))
      _ = try? diagnostics.writeAll("Standard output cannot be written: \(reason).\n".utf8)
      if error != ENOBUFS { onFailure.withLock(\.self)?() }
    }
    let isInteractive = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    let environment = ProgramEnvironment.variables
    let editsLines =
      takesKeys && looks.format == .text
      && LiveTerminal.isUsable(environment: environment, isTerminal: isInteractive)
    let rendering: Rendering = editsLines && !looks.lines.isPlain ? .live : .plain
    let usesColor = looks.color.usesColor(environment: environment, isTerminal: rendering == .live)
    self.writer = writer
    self.isInteractive = isInteractive
    (outputFailure, onOutputFailure) = (failure, onFailure)
    streams = StandardStreams(
      writer: writer, output: STDOUT_FILENO,
      diagnostics: diagnostics.rawValue, isPrompting: isInteractive,
      usesColor: usesColor && looks.format == .text)
    terminal =
      editsLines
      ? LiveTerminal(
        rendering: rendering, writer: writer, descriptor: STDOUT_FILENO, environment: environment,
        usesColor: usesColor,
        history: keepsHistory ? HistoryFile(environment: environment) : nil)
      : nil
    // Sound cannot be lost like lines: see `SoundOptions`.
    if sound.output != "-", discard_closed_output() != 0 {
      streams.warn("Standard output is closed, so no lines are shown.")
    }
  }
}

/// Standard output as a file for sound: `--output -`.
enum SoundStream {
  /// A copy of standard output; from then on, lines for it go to standard error.
  private static let descriptor: Int32 = {
    let copy = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    dup2(StandardError.ofProgram.rawValue, STDOUT_FILENO)
    return copy
  }()

  /// Call it before anything uses standard output.
  static func begin() { _ = descriptor }

  /// The path that opens the original standard output.
  static func path() throws(OutputError) -> FilePath {
    guard descriptor >= 0 else { throw OutputError("standard output is closed") }
    guard isatty(descriptor) == 0 else {
      throw OutputError("standard output is a terminal. Add '| PROGRAM' or '> FILE.wav'")
    }
    return FilePath("/dev/fd/\(descriptor)")
  }
}
