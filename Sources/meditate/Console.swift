import CTerminal
import Foundation
import SystemAudio
import SystemPackage
import TerminalView

/// The program's own ends of standard input, output and error, and the terminal if there is one.
@MainActor struct Console {
  let writer: StreamWriter
  /// Lines that are only ever added to.
  let streams: StandardStreams
  /// The terminal, where lines are rendered live.
  let terminal: LiveTerminal?
  /// Whether a person types, and sees what is said.
  let isInteractive: Bool
  /// Tells that nobody reads standard output any more.
  let outputClosed: AsyncStream<Void>

  /// Where a session's lines go.
  var output: any LineOutput { terminal ?? streams }

  /// Leaves the terminal to the shell, which has taken it.
  func abandonTerminal() {
    terminal?.abandon()
    streams.suspend()
  }

  /// Takes the terminal, which was given to the program.
  func resumeTerminal() {
    terminal?.resume()
    if terminal == nil { streams.resume() }
  }

  /// Says whole lines in UTF-8, each with its line break.
  func say(_ lines: [UInt8]) { writer.write(lines, to: STDOUT_FILENO) }

  /// Takes the streams over. Standard error is kept for the program alone: the sound libraries
  /// print there, too.
  ///
  /// - Parameter takesKeys: Whether the terminal is to be taken over, to be typed on.
  init(_ looks: LookOptions, takesKeys: Bool) {
    signal(SIGPIPE, SIG_IGN)
    let (outputClosed, closing) = AsyncStream.makeStream(of: Void.self)
    let diagnostics = StandardError.ofProgram
    let failure = Once()
    let writer = StreamWriter { descriptor, error in
      guard descriptor == STDOUT_FILENO else { return }
      if error == EPIPE { return _ = closing.yield() }
      guard failure.isFirst() else { return }
      // The sound goes on: lines are lost, and the listener may not even be looking.
      let reason = String(cString: strerror(error))
      _ = try? diagnostics.writeAll("Standard output takes no lines: \(reason).\n".utf8)
    }
    let isInteractive = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    let environment = ProcessInfo.processInfo.environment
    let rendering = Rendering.choose(
      environment: environment, isTerminal: isInteractive, plainOption: looks.isPlain || !takesKeys,
      isCapable: LiveTerminal.isCapable)
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
      rendering == .plain
      ? nil
      : LiveTerminal(
        writer: writer, descriptor: STDOUT_FILENO, environment: environment,
        usesColor: usesColor, history: HistoryFile(environment: environment))
    if standard_output_was_closed() != 0 {
      streams.warn("Standard output is closed, so no lines are shown.")
    }
  }
}
