import Score
import SongLibrary

/// An event from outside that reaches a run. All events wait in one queue.
enum RunEvent: Sendable {
  /// A line from a pipe.
  case line(String)
  /// Bytes from a terminal's keys.
  case typed([UInt8])
  case endOfInput
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
  /// A line to print about something that does not stop the session.
  case warning(String)
  /// Standard output has lost its reader.
  case outputClosed
  /// A script's wait is over.
  case timeIsUp
}
