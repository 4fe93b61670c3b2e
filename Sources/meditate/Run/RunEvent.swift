import Score
import SongLibrary

/// An event from outside that reaches a run. All events wait in one queue.
enum RunEvent: Sendable {
  /// A line from a pipe.
  case line(String)
  /// Bytes from a terminal's keys.
  case typed([UInt8])
  case endOfInput
  /// A line that waited for the disk is answered.
  case answered
  /// More of the library was read.
  case part(LibraryPart)
  case listIsComplete
  /// The music folder, which was opened from the home screen.
  case library(LibraryContents, AsyncStream<LibraryPart>)
  case libraryFailed(StartProblem)
  case engine(EngineEvent)
  case signal(Int32)
  /// A program in the background has the terminal again, after `fg`.
  case foreground
  /// Standard output has lost its reader.
  case outputClosed
  /// The session is in another phase.
  case phaseChanged
  /// A script's wait is over.
  case timeIsUp
}
