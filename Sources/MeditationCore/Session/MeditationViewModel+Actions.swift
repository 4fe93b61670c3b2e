import Score

/// When more than this has played, `previous` restarts the song.
private let restartThreshold = Duration.seconds(3)

extension MeditationViewModel {
  /// The state machine's table of actions and phases.
  func carryOut(_ action: Action) -> Verdict {
    silentCount = 0
    switch (action, state.phase) {
    case (.repeat(let repeats), _):
      state.isRepeating = repeats
      updateUpcoming()
      return .done([])
    case (.volume(let change), _):
      state.volume = min(max(percent(after: change), 0), 100)
      return .done([])
    case (.plan(let changes), _): return change(changes)

    case (.select(let song), .picking):
      return changingSelection(of: [song], MusicPlayer.toggle)
    case (.invert(let chosen), .picking):
      return changingSelection(of: withoutRepetition(chosen), MusicPlayer.toggle)
    case (.pick(let chosen), .picking):
      return changingSelection(of: chosen) { MusicPlayer.set($0, to: .selected) }
    case (.unpick(let chosen), .picking):
      return changingSelection(of: chosen) { MusicPlayer.set($0, to: .unselected) }
    case (.sort(let sort), .picking): return self.sort(by: sort)
    case (.shuffle(let seed), .picking): return shuffle(seed: seed)
    case (.move(let song, let place), .picking), (.move(let song, let place), .listening):
      return move(song, to: place)
    case (.undo, .picking): return undo()
    case (.start, .picking): return start()
    case (.play, .picking), (.pause, .picking), (.toggle, .picking), (.next, .picking),
      (.previous, .picking), (.seek, .picking), (.finish, .picking):
      return .refuse(.nothingPlaying)
    case (.back, .picking): return .refuse(.alreadyPicking)

    case (.select(let song), .listening): return select(song)
    case (.pick(let chosen), .listening): return join(chosen)
    case (.unpick(let chosen), .listening): return leave(chosen)
    case (.undo, .listening): return undoWhileListening()
    case (.invert, .listening), (.sort, .listening), (.shuffle, .listening):
      return .refuse(.goBackFirst)
    case (.start, .listening): return .refuse(.alreadyListening)
    case (.play, .listening): return setPause(nil)
    case (.pause, .listening): return setPause(.user)
    case (.toggle, .listening): return setPause(state.pauseCause == nil ? .user : nil)
    case (.next, .listening): return .done(goOn(atEnd: .stopped))
    case (.previous, .listening): return previous()
    case (.seek(let target), .listening): return seek(target)
    case (.finish, .listening): return .done(finish(.stopped))

    case (.start, .finished): return start()
    case (.back, .finished), (.back, .listening): return back()
    case (.select, .finished), (.pick, .finished), (.unpick, .finished), (.invert, .finished),
      (.sort, .finished), (.shuffle, .finished), (.move, .finished), (.undo, .finished),
      (.play, .finished), (.pause, .finished), (.toggle, .finished), (.next, .finished),
      (.previous, .finished), (.seek, .finished), (.finish, .finished):
      return .refuse(.sessionFinished)
    }
  }

  private func percent(after change: Action.VolumeChange) -> Int {
    switch change {
    case .level(let percent): return percent
    case .offset(let offset):
      let (sum, overflows) = state.volume.addingReportingOverflow(offset)
      return overflows ? (offset < 0 ? 0 : 100) : sum
    }
  }

  // MARK: Picking

  private func changingSelection(
    of chosen: [Int], _ change: ([SongViewModel]) -> [ModeChange]
  ) -> Verdict {
    if let stranger = chosen.first(where: { !songs.indices.contains($0) }) {
      return .refuse(noSuchSong(stranger))
    }
    let changes = change(chosen.map { songs[$0] })
    if !changes.isEmpty { history.note(PickingChange(toggling: changes.map { songs[$0.song].id })) }
    return picked(changes)
  }

  /// Updates the total of picked songs by `changes`.
  func picked(_ changes: [ModeChange]) -> Verdict {
    for made in changes { state.picked.count(songs[made.song], as: made.to) }
    return .done(changes)
  }

  private func withoutRepetition(_ chosen: [Int]) -> [Int] {
    var seen: Set<Int> = []
    return chosen.filter { seen.insert($0).inserted }
  }

  func noSuchSong(_ index: Int) -> Refusal {
    .noSuchSong(number: index == .max ? index : index + 1, count: songs.count)
  }

  // MARK: Listening

  private func start() -> Verdict {
    order = SessionOrder(pickedInOrder)
    guard let first = order.first else { return .refuse(.nothingPicked) }
    let changes = MusicPlayer.start(songs, with: songs[first])
    for song in songs { song.failure = nil }
    heard = []
    state.summary = SessionSummary()
    state.summary.songCount = order.count
    state.phase = .listening
    state.end = nil
    state.pauseCause = nil
    history.mark()
    jump(to: first, at: .zero)
    return .done(changes)
  }

  private func select(_ song: Int) -> Verdict {
    guard songs.indices.contains(song) else { return .refuse(noSuchSong(song)) }
    guard songs[song].mode.isInSession else { return .refuse(.notInSession(number: song + 1)) }
    guard song != state.current else { return .done([]) }
    state.pauseCause = nil
    return .done(makeCurrent(song))
  }

  private func setPause(_ cause: PauseCause?) -> Verdict {
    state.pauseCause = cause
    return .done([])
  }

  private func previous() -> Verdict {
    guard let current = state.current else { return .refuse(.nothingPlaying) }
    guard state.position <= restartThreshold, let before = song(before: current) else {
      jump(to: current, at: .zero)
      return .done([])
    }
    return .done(makeCurrent(before))
  }

  private func seek(_ target: Action.Seek) -> Verdict {
    guard let current = state.current else { return .refuse(.nothingPlaying) }
    let length = songs[current].length
    let position: Duration
    switch target {
    case .to(let time): position = time
    case .by(let offset): position = state.position + offset
    case .percent(let part):
      guard let length else { return .refuse(.unknownLength) }
      position = length * min(max(part, 0), 100) / 100
    }
    if let length, position >= length { return .done(goOn(atEnd: .stopped)) }
    jump(to: current, at: max(position, .zero))
    return .done([])
  }

  /// Skips to the next song, or ends the session after the last one.
  func goOn(atEnd end: SessionEnd) -> [ModeChange] {
    state.upcoming.map(makeCurrent) ?? finish(end)
  }

  func finish(_ end: SessionEnd) -> [ModeChange] {
    let changes = MusicPlayer.pass(from: currentSong, to: nil)
    state.phase = .finished
    state.end = end
    beSilent()
    return changes
  }

  private func back() -> Verdict {
    if phase == .listening { state.end = .left }
    history.unmark()
    state.phase = .picking
    beSilent()
    return .done(MusicPlayer.back(songs))
  }

  // MARK: What sounds

  private func makeCurrent(_ song: Int) -> [ModeChange] {
    let changes = MusicPlayer.pass(from: currentSong, to: songs[song])
    jump(to: song, at: .zero)
    return changes
  }

  /// Begins a new generation: cuts off the sound and continues in `song` at `position`.
  private func jump(to song: Int, at position: Duration) {
    state.generation = Generation(jump: state.generation.jump + 1)
    enter(song, at: position)
  }

  /// Makes `song` the current one at `position`, after a jump or after the engine crossed into it.
  func enter(_ song: Int, at position: Duration) {
    state.current = song
    state.segment = .song(id: songs[song].id)
    updateUpcoming()
    state.start = position
    state.position = position
    clearFailure(of: songs[song])
  }

  /// Updates the song that follows the current one.
  func updateUpcoming() {
    state.upcoming = state.current.flatMap(song(after:))
    state.next = state.upcoming.map { .song(id: songs[$0].id) }
  }

  private func beSilent() {
    state.generation = Generation(jump: state.generation.jump + 1)
    state.current = nil
    state.segment = nil
    updateUpcoming()
    state.start = .zero
    state.position = .zero
    state.pauseCause = nil
  }

  private func clearFailure(of song: SongViewModel) {
    guard song.failure != nil else { return }
    song.failure = nil
    state.summary.failedCount -= 1
  }
}

extension PickedTotal {
  /// Adds or subtracts a song whose mode became `mode`.
  @MainActor fileprivate mutating func count(_ song: SongViewModel, as mode: SongMode) {
    let sign = mode.isInSession ? 1 : -1
    count += sign
    if let known = song.length { length += known * sign } else { unknownCount += sign }
  }
}
