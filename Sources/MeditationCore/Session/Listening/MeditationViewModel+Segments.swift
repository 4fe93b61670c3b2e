import Score

/// What the music lane plays: songs, and the silences of a plan.
extension MeditationViewModel {
  /// Session time begins at `time`, in a new count.
  func beginSession(at time: Duration) {
    state.sessionCount += 1
    state.beginning = time
    state.elapsed = time
  }

  /// Makes now session time 0, if the session is settling: skipping it is the one exception to the
  /// rule that session time only passes.
  func endSettling() {
    if state.isSettling { beginSession(at: .zero) }
  }

  /// Goes on to the next segment. After the last song, that is silence if the plan goes on; else the
  /// session ends.
  func goOn(atEnd end: SessionEnd) -> [ModeChange] {
    state.upcoming.map(makeCurrent) ?? endMusic(end)
  }

  /// Continues in silence if the plan goes on; else ends the session.
  func endMusic(_ end: SessionEnd) -> [ModeChange] {
    guard state.plan.outlastsSongs else { return finish(end) }
    let changes = MusicPlayer.pass(from: currentSong, to: nil)
    jumpToSilence(nil)
    return changes
  }

  /// Plays the song that has come to follow the silence after the music, if there is one.
  func goOnAfterSilence() -> [ModeChange] {
    state.isAfterMusic ? state.upcoming.map(makeCurrent) ?? [] : []
  }

  func makeCurrent(_ song: Int) -> [ModeChange] {
    let changes = MusicPlayer.pass(from: currentSong, to: songs[song])
    jump(to: song, at: .zero)
    return changes
  }

  /// Begins a new generation: cuts off the sound and continues in `song` at `position`. A seek does
  /// not count.
  func jump(to song: Int, at position: Duration, isSeek: Bool = false) {
    beginGeneration()
    if !isSeek { state.beginningCount += 1 }
    enter(song, at: position, isSeek: isSeek)
  }

  /// Begins a new generation with silence of this length; `nil` is silence without an end.
  func jumpToSilence(_ length: Duration?) {
    beginGeneration()
    enterSilence(length)
  }

  private func beginGeneration() {
    state.generation = Generation(jump: state.generation.jump + 1)
  }

  /// Makes `song` the current one at `position`, after a jump or after the engine crossed into it.
  ///
  /// A song keeps its gain over a seek, unless the level has changed.
  func enter(_ song: Int, at position: Duration, isSeek: Bool = false) {
    if !isSeek || state.isLevelAhead { state.gain = nil }
    (state.currentLevel, state.measured) = (state.level, nil)
    state.current = song
    reached = song
    state.segment = .song(id: songs[song].id)
    updateUpcoming()
    state.start = position
    state.position = position
    clearFailure(of: songs[song])
  }

  /// Makes silence the current segment, after a jump or after the engine crossed into it.
  func enterSilence(_ length: Duration?) {
    state.current = nil
    state.segment = .silence(length: length)
    updateUpcoming()
    state.start = .zero
    state.position = .zero
    (state.currentLevel, state.gain, state.measured) = (nil, nil, nil)
  }

  /// Updates what follows the current segment.
  func updateUpcoming() {
    guard phase == .listening else {
      (state.upcoming, state.next) = (nil, nil)
      return
    }
    state.upcoming = reached.map(song(after:)) ?? order.first
    state.next = state.upcoming.map { .song(id: songs[$0].id) } ?? silenceAfterwards
  }

  /// The silence after the last song, or after settling for a session without songs.
  private var silenceAfterwards: Segment? {
    state.plan.outlastsSongs && !state.isAfterMusic ? .silence(length: nil) : nil
  }

  /// Ends what sounds, except for bells.
  func beSilent() {
    beginGeneration()
    state.current = nil
    state.segment = nil
    updateUpcoming()
    state.start = .zero
    state.position = .zero
    (state.currentLevel, state.gain, state.measured) = (nil, nil, nil)
    state.pauseCause = nil
  }

  private func clearFailure(of song: SongViewModel) {
    guard song.failure != nil else { return }
    setFailure(nil, of: song)
    state.summary.failedCount -= 1
  }

  /// Changes why `song` failed; its handlers are called after the whole change.
  func setFailure(_ reason: String?, of song: SongViewModel) {
    if !failureChanges.contains(where: { $0.song === song }) {
      failureChanges.append((song, song.failure))
    }
    song.failure = reason
  }
}
