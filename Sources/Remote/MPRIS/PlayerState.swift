/// The state of the session in the terms of MPRIS, except for the position.
struct PlayerState: Equatable, Sendable {
  enum Status: String, Sendable {
    case playing = "Playing"
    case paused = "Paused"
    case stopped = "Stopped"
  }

  var status = Status.stopped
  var isRepeating = false
  var isShuffled = false
  /// In percent, 0 to 100.
  var volume = 100
  /// What plays: a song or a silence; `nil` unless listening.
  var track: PlayerTrack?
  var canGoNext = false
  var canGoPrevious = false
  var canPlay = false
  var canPause = false
  var canSeek = false
}
