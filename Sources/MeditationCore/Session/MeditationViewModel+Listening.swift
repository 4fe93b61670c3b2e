import Score

/// When more than this has played, `previous` restarts the song.
private let restartThreshold = Duration.seconds(3)

/// The actions while listening, and those that begin and end it.
extension MeditationViewModel {
  func start() -> Verdict {
    order = SessionOrder(pickedInOrder)
    guard order.first != nil || state.plan.outlastsSongs else { return .refuse(.nothingPicked) }
    beginListening(at: .zero - state.plan.settling)
    let settles = state.plan.settling > .zero
    let first = settles ? nil : order.first
    let changes = MusicPlayer.start(songs, with: first.map { songs[$0] })
    if let first {
      jump(to: first, at: .zero)
    } else {
      jumpToSilence(settles ? state.plan.settling : nil)
    }
    return .done(changes)
  }

  /// Begins a session of the songs in `order` at session time `time`.
  func beginListening(at time: Duration) {
    for song in songs where song.failure != nil {
      failureChanges.append((song, song.failure))
      song.failure = nil
    }
    heard = []
    reached = nil
    state.summary = SessionSummary()
    state.summary.songCount = order.count
    state.phase = .listening
    state.end = nil
    state.pauseCause = nil
    state.latestStroke = nil
    state.format = SoundFormat(covering: order.songs.lazy.compactMap { self.songs[$0].format })
    firstJump = state.generation.jump + 1
    history.mark()
    beginSession(at: time)
  }

  func select(_ song: Int) -> Verdict {
    guard songs.indices.contains(song) else { return .refuse(noSuchSong(song)) }
    guard songs[song].mode.isInSession else { return .refuse(.notInSession(number: song + 1)) }
    guard song != state.current else { return .done([]) }
    state.pauseCause = nil
    endSettling()
    return .done(makeCurrent(song))
  }

  func setPause(_ cause: PauseCause?) -> Verdict {
    state.pauseCause = cause
    return .done([])
  }

  /// Skips a song, the settling, or a silence that another song follows.
  func next() -> Verdict {
    guard !state.isAfterMusic || state.upcoming != nil else {
      return .refuse(.nothingFollows)
    }
    endSettling()
    return .done(goOn(atEnd: .stopped))
  }

  func previous() -> Verdict {
    guard let current = state.current else {
      return reached.map { .done(makeCurrent($0)) } ?? .refuse(.inSilence)
    }
    guard state.position <= restartThreshold, let before = song(before: current) else {
      jump(to: current, at: .zero)
      return .done([])
    }
    return .done(makeCurrent(before))
  }

  func seek(_ target: Action.Seek) -> Verdict {
    guard let current = state.current else { return .refuse(.inSilence) }
    let length = songs[current].length
    let position: Duration
    switch target {
    case .to(let time): position = time
    case .by(let offset): position = state.position + offset.clamped(from: .zero - .longest)
    case .percent(let part):
      guard let length else { return .refuse(.unknownLength) }
      position = length * min(max(part, 0), 100) / 100
    }
    if let length, position >= length { return .done(goOn(atEnd: .stopped)) }
    jump(to: current, at: position.clamped(), isSeek: true)
    return .done([])
  }

  func back() -> Verdict {
    returnToPicking()
    return .done(MusicPlayer.back(songs))
  }

  /// Returns to picking, except for the modes of the songs.
  func returnToPicking() {
    if phase == .listening { state.end = .left }
    history.unmark()
    state.phase = .picking
    beSilent()
  }

  func finish(_ end: SessionEnd) -> [ModeChange] {
    let changes = MusicPlayer.pass(from: currentSong, to: nil)
    state.phase = .finished
    state.end = end
    beSilent()
    return changes
  }
}
