import Playback

/// All that can reach a running session from outside, in one line of waiting.
enum Happening: Sendable {
  case line(String)
  case endOfInput
  case news(PlaybackEvent)
  case signal(Int32)
  case outputClosed
  /// A script's wait is over.
  case timeIsUp
}
