import Foundation
import TerminalView

/// The program's own ends of standard input, output and error.
@MainActor struct Console {
  let writer: StreamWriter
  let streams: StandardStreams
  /// Whether a person types, and sees what is said.
  let isInteractive: Bool
  /// Tells that standard output takes nothing any more.
  let outputClosed: AsyncStream<Void>

  /// Takes the streams over. Standard error is kept under another number: the sound libraries
  /// write to theirs, and that is silenced.
  init() {
    Self.openMissingDescriptors()
    signal(SIGPIPE, SIG_IGN)
    let (outputClosed, closing) = AsyncStream.makeStream(of: Void.self)
    let diagnostics = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    writer = StreamWriter { descriptor, error in
      if descriptor == STDOUT_FILENO, error == EPIPE { closing.yield() }
    }
    isInteractive = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    streams = StandardStreams(
      writer: writer, output: STDOUT_FILENO,
      diagnostics: diagnostics >= 0 ? diagnostics : STDERR_FILENO, isPrompting: isInteractive)
    self.outputClosed = outputClosed
  }

  /// A closed standard stream is opened on nothing, lest a song's file takes its number.
  private static func openMissingDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_RDONLY : O_WRONLY)
    }
  }
}
