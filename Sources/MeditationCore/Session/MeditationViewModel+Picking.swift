extension MeditationViewModel {
  /// The indices in the list, from 0, of the session's songs in playing order; while picking, of the
  /// picked songs. While picking, takes time in proportion to the list.
  public var playOrder: [Int] {
    switch phase {
    case .picking: pickedInOrder
    case .listening, .finished: order.songs
    }
  }

  /// The number of songs in playing order up to the latest that the session came to.
  var passedCount: Int { reached.flatMap(order.place).map { $0 + 1 } ?? 0 }

  /// The indices in the list of the songs after the latest that the session came to, in playing
  /// order; none unless listening.
  package var songsToCome: [Int] {
    phase == .listening ? Array(order.songs.dropFirst(passedCount)) : []
  }

  /// The indices of the picked songs in playing order.
  var pickedInOrder: [Int] {
    songsAsPlayed.compactMap { $0.mode.isInSession ? $0.index : nil }
  }

  /// All songs in playing order, picked or not.
  private var songsAsPlayed: [SongViewModel] {
    let given = given
    return switch state.arrangement.playing {
    case .asListed: songs
    case .shuffled, .moved: playingIDs.map { given[$0] }
    }
  }

  /// The song that plays after `song`.
  func song(after song: Int) -> Int? {
    order.song(after: song) ?? (state.isRepeating ? order.first : nil)
  }

  /// The song that plays before `song`.
  func song(before song: Int) -> Int? {
    order.song(before: song) ?? (state.isRepeating ? order.last : nil)
  }

  // MARK: Actions

  func sort(by sort: SongSort) -> Verdict {
    if isPartlySorted, sort == state.arrangement.sort {
      stand(by: sort)
      state.arrangement.revision += 1
    }
    return rearrange(sort: sort, playing: .asListed)
  }

  func shuffle(seed: Int) -> Verdict {
    rearrange(sort: state.arrangement.sort, playing: .shuffled(seed: seed))
  }

  func move(_ chosen: [Int], to target: Action.Place) -> Verdict {
    let chosen = withoutRepetition(chosen)
    if let stranger = chosen.first(where: { !songs.indices.contains($0) }) {
      return .refuse(noSuchSong(stranger))
    }
    if let other = chosen.first(where: { !songs[$0].mode.isInSession }) {
      return .refuse(
        phase == .picking ? .notPicked(number: other + 1) : .notInSession(number: other + 1))
    }
    let (played, moving) = (playOrder, Set(chosen))
    let passed = phase == .listening ? passedCount : 0
    let hasPassed = played.prefix(passed).contains(where: moving.contains)
    let place: Int
    switch target {
    case .position(let position):
      guard played.indices.contains(position), position <= played.count - chosen.count else {
        let absent = played.indices.contains(position) ? played.count : position
        return .refuse(
          .noSuchPlace(number: absent == .max ? absent : absent + 1, count: played.count))
      }
      guard !hasPassed, position >= passed else { return .refuse(.notToCome) }
      place = position
    case .next:
      guard phase == .listening else { return .refuse(.nothingPlaying) }
      guard !hasPassed else { return .refuse(.notToCome) }
      place = passed
    }
    var order = played.filter { !moving.contains($0) }
    order.insert(contentsOf: chosen, at: place)
    guard order != played else { return .done([]) }
    guard chosen.count == 1 else {
      history.note(arrangedAsNow)
      play(inOrder: order)
      return .done([])
    }
    // A single move is noted by its two positions, so that many can be undone.
    let wasMoved = state.arrangement.playing == .moved
    if !wasMoved { history.note(arrangedAsNow) }
    if state.arrangement.playing == .asListed { playingIDs = songs.map(\.id) }
    guard let start = playingIDs.firstIndex(of: songs[chosen[0]].id),
      let end = playingIDs.firstIndex(of: songs[played[place]].id)
    else { return .done([]) }
    if wasMoved { history.note(.moved(from: start, to: end)) }
    moveInWholeOrder(from: start, to: end)
    return .done([])
  }

  /// Shuffles the songs after the current one. The same songs and seed give the same order.
  func shuffleToCome(seed: Int) -> Verdict {
    let toCome = Set(songsToCome)
    let shuffled = Shuffling.order(of: given.count, seed: seed).map { given[$0].index }
    let new = Array(order.songs.prefix(passedCount)) + shuffled.filter(toCome.contains)
    guard new != order.songs else { return .done([]) }
    history.note(arrangedAsNow)
    play(inOrder: new)
    return .done([])
  }

  /// Undoes the last change, or redoes the one that was undone last.
  func take(_ step: PickingHistory.Step) -> Verdict {
    guard let change = history.latest(to: step) else { return .refuse(step.refusal) }
    history.take(step, reversal: reversal(of: change))
    let asListed = change.toggled.flatMap { given[$0] }.sorted { $0.index < $1.index }
    let changes = MusicPlayer.toggle(asListed)
    rearrange(backBy: change)
    return picked(changes)
  }

  /// Undoes the part of `change` that concerns the orders.
  func rearrange(backBy change: PickingChange) {
    switch change {
    case .toggled: break
    case .planned(let plan): state.plan = plan
    case .arranged(let sort, let playing, let order):
      arrange(sort: sort, playing: playing, order: order)
    case .moved(let from, let to):
      moveInWholeOrder(from: to, to: from)
    case .both(let first, let second):
      rearrange(backBy: second)
      rearrange(backBy: first)
    }
  }

  /// The change that takes back the taking back of `change`, which is about to be taken back.
  func reversal(of change: PickingChange) -> PickingChange {
    switch change {
    case .toggled: change
    case .planned: .planned(state.plan)
    case .arranged: arrangedAsNow
    case .moved(let from, let to): .moved(from: to, to: from)
    case .both(let first, let second): .both(reversal(of: second), reversal(of: first))
    }
  }

  // MARK: Orders

  /// A change that restores the current orders when it is undone.
  var arrangedAsNow: PickingChange {
    let arrangement = state.arrangement
    let order = arrangement.playing == .moved ? playingIDs : []
    return .arranged(sort: arrangement.sort, playing: arrangement.playing, order: order)
  }

  private func rearrange(sort: SongSort, playing: Arrangement.Playing) -> Verdict {
    let arrangement = state.arrangement
    guard sort != arrangement.sort || playing != arrangement.playing else { return .done([]) }
    history.note(arrangedAsNow)
    arrange(sort: sort, playing: playing, order: [])
    return .done([])
  }

  /// Sets the order of the list and the playing order; `order` holds the ids of the user's own
  /// order.
  func arrange(sort: SongSort, playing: Arrangement.Playing, order: [Int]) {
    if sort != state.arrangement.sort { stand(by: sort) }
    switch playing {
    case .asListed: playingIDs = []
    case .shuffled(let seed): playingIDs = Shuffling.order(of: songs.count, seed: seed)
    case .moved: playingIDs = withArrivals(order)
    }
    state.arrangement.sort = sort
    state.arrangement.playing = playing
    state.arrangement.revision += 1
  }

  /// Sorts the list.
  private func stand(by sort: SongSort) {
    songs = sort.sorted(given)
    for (index, song) in songs.enumerated() { song.index = index }
    isPartlySorted = false
  }

  /// Makes the songs of the session, which are all in `new`, play in that order. They change places
  /// with each other in the playing order of all songs.
  func play(inOrder new: [Int]) {
    if state.arrangement.playing == .asListed { playingIDs = songs.map(\.id) }
    var next = new[...]
    for place in playingIDs.indices where given[playingIDs[place]].mode.isInSession {
      guard let song = next.popFirst() else { break }
      playingIDs[place] = songs[song].id
    }
    orderWasMoved()
  }

  /// Moves a song in the playing order of all songs. Swapping `from` and `to` reverses the move.
  private func moveInWholeOrder(from: Int, to: Int) {
    playingIDs.insert(playingIDs.remove(at: from), at: to)
    orderWasMoved()
  }

  private func orderWasMoved() {
    state.arrangement.playing = .moved
    state.arrangement.revision += 1
    guard phase == .listening else { return }
    order = SessionOrder(pickedInOrder)
    updateUpcoming()
  }
}

extension PickingHistory.Step {
  /// Why there is no such step.
  var refusal: Refusal {
    switch self {
    case .undo: .nothingToUndo
    case .redo: .nothingToRedo
    }
  }
}
