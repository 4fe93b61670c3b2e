import Playback

/// All that can reach a running session from outside, in one line of waiting.
enum Happening: Sendable {
  /// A line from a pipe.
  case line(String)
  /// Bytes from a terminal's keys.
  case typed([UInt8])
  case endOfInput
  case news(PlaybackEvent)
  case signal(Int32)
  /// Standard output takes nothing any more, by the `errno` of it.
  case outputFailed(Int32)
  /// A script's wait is over.
  case timeIsUp
}
