/// Adds songs to a session while listening, and removes them.
extension MeditationViewModel {
  /// Adds songs at the end of the session.
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

  /// Lets songs play right after the current one; those that are not part of the session join it.
  func joinNext(_ chosen: [Int]) -> Verdict {
    let chosen = withoutRepetition(chosen)
    if let stranger = chosen.first(where: { !songs.indices.contains($0) }) {
      return .refuse(noSuchSong(stranger))
    }
    let moving = Set(chosen)
    let passed = Array(order.songs.prefix(passedCount))
    guard !passed.contains(where: moving.contains) else { return .refuse(.notToCome) }
    let before = arrangedAsNow
    let changes = MusicPlayer.set(
      chosen.map { songs[$0] }.filter { !$0.mode.isInSession }, to: .playable)
    let played = pickedInOrder
    let new = passed + chosen + songsToCome.filter { !moving.contains($0) }
    guard !changes.isEmpty || played != new else { return .done([]) }
    history.note(
      changes.isEmpty
        ? before : .both(before, PickingChange(toggling: changes.map { songs[$0.song].id })))
    if played != new { play(inOrder: new) }
    return sessionChanged(by: changes)
  }

  /// Removes songs from the session, or refuses if one has been heard.
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

  /// Undoes or redoes the last change made while listening, or refuses if it affects a song that has
  /// played.
  func takeWhileListening(_ step: PickingHistory.Step) -> Verdict {
    guard let change = history.latest(to: step) else { return .refuse(step.refusal) }
    let reversal = reversal(of: change)
    if case .planned(let plan) = change {
      let verdict = restore(plan)
      if case .done = verdict { history.take(step, reversal: reversal) }
      return verdict
    }
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
    history.take(step, reversal: reversal)
    return sessionChanged(by: changes)
  }

  /// Whether `song` has been heard, or is the latest that the session came to.
  private func isPlayed(_ song: SongViewModel) -> Bool {
    song.index == reached || heard.contains(song.index)
  }

  /// The songs in playing order up to the latest that the session came to, without `others`.
  private func passedSongs(but others: Set<Int>) -> [Int] {
    order.songs.prefix(passedCount).filter { !others.contains($0) }
  }

  private func sessionChanged(by changes: [ModeChange]) -> Verdict {
    order = SessionOrder(pickedInOrder)
    state.summary.songCount = order.count
    updateUpcoming()
    return picked(changes, followedBy: goOnAfterSilence)
  }

  /// Moves the songs of these ids to the end of the playing order of all songs.
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
