import CTerminal
import Foundation
import SystemAudio
import SystemPackage
import TerminalView

/// Standard input, output and error, and the terminal if there is one.
@MainActor struct Console {
  let writer: StreamWriter
  /// Standard output and standard error, as lines that are only added.
  let streams: StandardStreams
  /// The terminal, where lines are edited.
  let terminal: LiveTerminal?
  /// Whether standard input and output are a terminal.
  let isInteractive: Bool
  /// Yields when standard output has lost its reader.
  let outputClosed: AsyncStream<Void>

  /// Where a session's lines go.
  var output: any LineOutput { terminal ?? streams }

  /// Stops using the terminal, which now belongs to the shell.
  func abandonTerminal() {
    terminal?.abandon()
    streams.suspend()
  }

  /// Uses the terminal again, which now belongs to the program.
  func resumeTerminal() {
    terminal?.resume()
    if terminal == nil { streams.resume() }
  }

  /// Writes whole lines in UTF-8, each with its line break.
  func say(_ lines: [UInt8]) { writer.write(lines, to: STDOUT_FILENO) }

  /// Prepares the streams. Diagnostics go to a copy of standard error, because the sound libraries
  /// print to the original.
  ///
  /// - Parameter takesKeys: Whether commands are read from standard input.
  init(_ looks: LookOptions, takesKeys: Bool) {
    signal(SIGPIPE, SIG_IGN)
    let (outputClosed, closing) = AsyncStream.makeStream(of: Void.self)
    let diagnostics = StandardError.ofProgram
    let failure = Once()
    let writer = StreamWriter { descriptor, error in
      guard descriptor == STDOUT_FILENO else { return }
      if error == EPIPE { return _ = closing.yield() }
      guard failure.isFirst() else { return }
      // The sound goes on: only lines are lost, and the listener may not be looking.
      let reason = String(cString: strerror(error))
      _ = try? diagnostics.writeAll("Standard output takes no lines: \(reason).\n".utf8)
    }
    let isInteractive = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    let environment = ProcessInfo.processInfo.environment
    let editsLines =
      takesKeys && looks.format == .text
      && LiveTerminal.isUsable(environment: environment, isTerminal: isInteractive)
    let rendering: Rendering = editsLines && !looks.plain ? .live : .plain
    let usesColor = ColorPolicy.usesColor(
      option: looks.color, environment: environment, isTerminal: rendering == .live)
    self.writer = writer
    self.isInteractive = isInteractive
    self.outputClosed = outputClosed
    streams = StandardStreams(
      writer: writer, output: STDOUT_FILENO,
      diagnostics: diagnostics.rawValue, isPrompting: isInteractive,
      usesColor: usesColor && looks.format == .text)
    terminal =
      editsLines
      ? LiveTerminal(
        rendering: rendering, writer: writer, descriptor: STDOUT_FILENO, environment: environment,
        usesColor: usesColor, history: HistoryFile(environment: environment))
      : nil
    if standard_output_was_closed() != 0 {
      streams.warn("Standard output is closed, so no lines are shown.")
    }
  }
}
