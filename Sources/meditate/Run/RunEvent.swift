import Score
import SongLibrary

/// All that can reach a running session from outside, in one line of waiting.
enum RunEvent: Sendable {
  /// A line from a pipe.
  case line(String)
  /// Bytes from a terminal's keys.
  case typed([UInt8])
  case endOfInput
  /// More of the list was read.
  case part(LibraryPart)
  case listIsComplete
  case engine(EngineEvent)
  case signal(Int32)
  /// The terminal was given back, by `fg` to a program in the background.
  case foreground
  /// Nobody reads standard output any more.
  case outputClosed
  /// A script's wait is over.
  case timeIsUp
}
