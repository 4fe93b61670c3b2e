import MeditationCore
import Score
import SessionControl

@MainActor extension PlayerState {
  /// The state of the session of `controller`.
  init(of controller: SessionController) {
    let session = controller.session
    let state = session.state
    status =
      switch state.transport {
      case .playing: .playing
      case .paused: .paused
      case nil: .stopped
      }
    isRepeating = state.isRepeating
    isShuffled = state.arrangement.seed != nil
    volume = state.volume
    track = PlayerTrack(of: session)
    track?.url = state.current.flatMap(controller.url)
    canGoNext = session.canSkip
    canGoPrevious = session.canGoBack
    let isListening = state.phase == .listening
    canPlay = isListening || state.picked.count > 0 || state.plan.outlastsSongs
    canPause = isListening
    canSeek = state.current != nil
  }
}

@MainActor extension PlayerTrack {
  /// The current track of `session`, without its URL; `nil` unless listening.
  init?(of session: MeditationViewModel) {
    guard session.phase == .listening else { return nil }
    if let song = session.currentSong {
      self.init(
        path: "/org/meditate/song/\(song.id)", title: song.title, artist: song.subtitle,
        album: song.album, length: song.length?.microseconds)
    } else if session.state.isSettling {
      self.init(
        path: "/org/meditate/settling", title: "Settling",
        length: session.state.settlingLength?.microseconds)
    } else {
      self.init(
        path: "/org/meditate/silence", title: "Silence",
        length: session.state.plan.end?.microseconds)
    }
    // KDE drops a length that is not positive.
    if let length, length <= 0 { self.length = nil }
  }
}

extension SessionState {
  /// The position in the current song; in a silence, the session time; while settling, the time
  /// since it began. In microseconds, from 0 to the length of the track.
  func trackPosition(in track: PlayerTrack?) -> Int64 {
    guard let track else { return 0 }
    let time =
      if current != nil { position } else { elapsed + (settlingLength ?? .zero) }
    return min(max(time.microseconds, 0), track.length ?? .max)
  }

  /// The length of the settling that is the current segment.
  fileprivate var settlingLength: Duration? {
    if case .silence(let length) = segment { length } else { nil }
  }
}

extension Duration {
  /// The whole microseconds, clamped to 31,000 years.
  fileprivate var microseconds: Int64 {
    let most = Duration.seconds(1_000_000_000_000)
    let (seconds, attoseconds) = min(max(self, .zero - most), most).components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }
}
