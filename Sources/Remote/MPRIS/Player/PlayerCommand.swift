/// What a program on the bus asks of the session. Times are in microseconds.
enum PlayerCommand: Equatable, Sendable {
  case next, previous, pause, playPause, stop, play
  case seek(by: Int64)
  /// Goes to a position, if the track is still the current one.
  case setPosition(track: String, to: Int64)
  case setRepeating(Bool)
  case setShuffled(Bool)
  /// In percent.
  case setVolume(Int)
}
