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
  /// Tells why standard output takes nothing any more, as an `errno`.
  let outputFailures: AsyncStream<Int32>

  /// Where a session's lines go.
  var output: any LineOutput { terminal ?? streams }

  /// Takes the streams over. Standard error is kept for the program alone: the sound libraries
  /// print there, too.
  ///
  /// - Parameter takesKeys: Whether the terminal is to be taken over, to be typed on.
  init(_ looks: LookOptions, takesKeys: Bool) {
    Self.openMissingDescriptors()
    signal(SIGPIPE, SIG_IGN)
    let (outputFailures, failing) = AsyncStream.makeStream(of: Int32.self)
    let diagnostics = StandardError.keepForProgram().rawValue
    let writer = StreamWriter { descriptor, error in
      if descriptor == STDOUT_FILENO { failing.yield(error) }
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
    self.outputFailures = outputFailures
    streams = StandardStreams(
      writer: writer, output: STDOUT_FILENO,
      diagnostics: diagnostics, isPrompting: isInteractive,
      usesColor: usesColor && looks.format == .text)
    terminal =
      rendering == .plain
      ? nil
      : LiveTerminal(
        writer: writer, descriptor: STDOUT_FILENO, environment: environment,
        usesColor: usesColor, history: HistoryFile(environment: environment))
  }

  /// A closed standard stream is opened on nothing, lest a song's file takes its number.
  private static func openMissingDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_RDONLY : O_WRONLY)
    }
  }
}
