/// Songs that join a session while it is heard, or leave it.
extension MeditationViewModel {
  /// Adds songs to the session, at its end.
  func join(_ chosen: [Int]) -> Verdict {
    if let stranger = chosen.first(where: { !songs.indices.contains($0) }) {
      return .refuse(noSuchSong(stranger))
    }
    let before = arrangedAsNow
    let changes = MusicPlayer.set(
      chosen.map { songs[$0] }.filter { !$0.mode.isInSession }, to: .playable)
    guard !changes.isEmpty else { return .done([]) }
    let joining = changes.map { songs[$0.song].id }
    history.note(.both(before, PickingChange(toggling: joining)))
    playLast(joining)
    return sessionChanged(by: changes)
  }

  /// Takes songs out of the session that were not heard yet.
  func leave(_ chosen: [Int]) -> Verdict {
    if let stranger = chosen.first(where: { !songs.indices.contains($0) }) {
      return .refuse(noSuchSong(stranger))
    }
    if let played = chosen.first(where: { isPlayed(songs[$0]) }) {
      return .refuse(.alreadyHeard(number: played + 1))
    }
    let changes = MusicPlayer.set(
      chosen.map { songs[$0] }.filter { $0.mode.isInSession }, to: .hidden)
    guard !changes.isEmpty else { return .done([]) }
    history.note(PickingChange(toggling: changes.map { songs[$0.song].id }))
    return sessionChanged(by: changes)
  }

  /// Undoes the last change that was made while listening, unless it concerns what was played.
  func undoWhileListening() -> Verdict {
    guard let change = history.latestSinceMark else { return .refuse(.nothingToUndo) }
    let toggled = change.toggled.flatMap { given[$0] }
    if let played = toggled.first(where: isPlayed) {
      return .refuse(.alreadyHeard(number: played.index + 1))
    }
    let indices = Set(toggled.map(\.index))
    let (before, ids, passed) = (state, playingIDs, passedSongs(but: indices))
    let changes = MusicPlayer.toggleListening(toggled)
    rearrange(backBy: change)
    order = SessionOrder(pickedInOrder)
    guard passedSongs(but: indices) == passed else {
      _ = MusicPlayer.toggleListening(toggled)
      (state, playingIDs) = (before, ids)
      order = SessionOrder(pickedInOrder)
      return .refuse(.notToCome)
    }
    _ = history.takeLatest()
    return sessionChanged(by: changes)
  }

  /// Whether something of `song` was heard, or it is the current one.
  private func isPlayed(_ song: SongViewModel) -> Bool {
    song.index == state.current || heard.contains(song.index)
  }

  /// The songs up to the current one, in the order in which they play, without `others`.
  private func passedSongs(but others: Set<Int>) -> [Int] {
    order.songs.prefix((state.current.flatMap(order.place) ?? -1) + 1)
      .filter { !others.contains($0) }
  }

  private func sessionChanged(by changes: [ModeChange]) -> Verdict {
    order = SessionOrder(pickedInOrder)
    state.summary.songCount = order.count
    updateUpcoming()
    return picked(changes)
  }

  /// Makes the songs of these ids the last ones in the order in which all songs would play.
  private func playLast(_ ids: [Int]) {
    let chosen = Set(ids)
    var played = state.arrangement.playing == .asListed ? songs.map(\.id) : playingIDs
    let before = played
    played.removeAll(where: chosen.contains)
    played += before.filter(chosen.contains)
    guard
      played.filter({ given[$0].mode.isInSession }) != before.filter({ given[$0].mode.isInSession })
    else { return }
    playingIDs = played
    state.arrangement.playing = .moved
    state.arrangement.revision += 1
  }
}
