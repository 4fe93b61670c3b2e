import Score

extension MeditationViewModel {
  /// The state machine's table of actions and phases.
  func carryOut(_ action: Action) -> Verdict {
    silentCount = 0
    switch (action, state.phase) {
    case (.volume(let change), _):
      let percent = min(max(percent(after: change), 0), 100)
      if state.plan.volume == nil { state.ownVolume = percent } else { state.plan.volume = percent }
      return .done([])
    case (.level(let level), _):
      changeLevel {
        if state.plan.level == nil { state.ownLevel = level } else { state.plan.level = level }
      }
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
    case (.move(let chosen, let place), .picking), (.move(let chosen, let place), .listening):
      return move(chosen, to: place)
    case (.undo, .picking): return take(.undo)
    case (.redo, .picking): return take(.redo)
    case (.start, .picking), (.start, .finished): return start()
    case (.resume(let point), .picking), (.resume(let point), .finished): return resume(at: point)
    case (.load(let chosen, let changes), .picking), (.load(let chosen, let changes), .finished):
      return load(chosen, changes)
    case (.play, .picking), (.pause, .picking), (.toggle, .picking), (.next, .picking),
      (.previous, .picking), (.seek, .picking), (.finish, .picking), (.pickNext, .picking):
      return .refuse(.nothingPlaying)
    case (.back, .picking): return .refuse(.alreadyPicking)

    case (.select(let song), .listening): return select(song)
    case (.pick(let chosen), .listening): return join(chosen)
    case (.pickNext(let chosen), .listening): return joinNext(chosen)
    case (.unpick(let chosen), .listening): return leave(chosen)
    case (.undo, .listening): return takeWhileListening(.undo)
    case (.redo, .listening): return takeWhileListening(.redo)
    case (.undo, .finished): return takeAfterEnd(.undo)
    case (.redo, .finished): return takeAfterEnd(.redo)
    case (.shuffle(let seed), .listening): return shuffleToCome(seed: seed)
    case (.invert, .listening), (.sort, .listening), (.load, .listening):
      return .refuse(.goBackFirst)
    case (.start, .listening), (.resume, .listening): return .refuse(.alreadyListening)
    case (.play, .listening): return setPause(nil)
    case (.pause, .listening): return setPause(.user)
    case (.toggle, .listening): return setPause(state.pauseCause == nil ? .user : nil)
    case (.next, .listening): return next()
    case (.previous, .listening): return previous()
    case (.seek(let target), .listening): return seek(target)
    case (.finish, .listening): return .done(finish(.stopped))

    case (.back, .finished), (.back, .listening): return back()
    case (.select, .finished), (.pick, .finished), (.pickNext, .finished), (.unpick, .finished),
      (.invert, .finished),
      (.sort, .finished), (.shuffle, .finished), (.move, .finished), (.play, .finished),
      (.pause, .finished), (.toggle, .finished), (.next, .finished),
      (.previous, .finished), (.seek, .finished), (.finish, .finished):
      return .refuse(.sessionFinished)
    }
  }

  /// Makes `change`, which may change the level.
  func changeLevel(by change: () -> Void) {
    // A song of which no frame was played, because it is being measured, begins with the new level.
    let isMeasured = state.gain != nil || state.position != state.start
    let begins = state.currentLevel == state.level && state.level != .off && !isMeasured
    change()
    if begins { state.currentLevel = state.level }
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

  /// Updates the total of picked songs by `changes`; then come those of `work`.
  func picked(
    _ changes: [ModeChange], followedBy work: () -> [ModeChange] = { [] }
  ) -> Verdict {
    countPicked(changes)
    return .done(changes.followed(by: work()))
  }

  /// Updates the total of picked songs by `changes`, each of which picks a song or unpicks it.
  func countPicked(_ changes: [ModeChange]) {
    for made in changes { state.picked.count(songs[made.song], as: made.to) }
  }

  func withoutRepetition(_ chosen: [Int]) -> [Int] {
    var seen: Set<Int> = []
    return chosen.filter { seen.insert($0).inserted }
  }

  func noSuchSong(_ index: Int) -> Refusal {
    .noSuchSong(number: index == .max ? index : index + 1, count: songs.count)
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
