import Score

/// Picks songs in an order of their own, with a plan: the contents of a set.
extension MeditationViewModel {
  /// Picks the songs `chosen` and no others, makes their order the playing order, and makes the plan
  /// the empty one with `changes`. Songs that wait to join the list join it first.
  func load(_ chosen: [Int], _ changes: [PlanChange]) -> Verdict {
    let known = 0..<songs.count + arriving.count
    if let stranger = chosen.first(where: { !known.contains($0) }) {
      return .refuse(noSuchSong(stranger))
    }
    let plan: Plan
    do throws(PlanLimit) { plan = try Plan(changes) } catch { return .refuse(.beyondLimit(error)) }
    let chosen = withoutRepetition(chosen)
    let isChange = chosen != pickedInOrder || plan != state.plan
    let (before, planBefore) = (arrangedAsNow, state.plan)
    if phase != .picking { returnToPicking() }
    if !arriving.isEmpty { _ = takeIn() }
    let modes = MusicPlayer.load(songs, Set(chosen))
    guard isChange else { return .done(modes) }
    let toggled = modes.filter { $0.from.isInSession != $0.to.isInSession }
    countPicked(toggled)
    state.plan = plan
    var made = PickingChange.both(
      .planned(planBefore), PickingChange(toggling: toggled.map { songs[$0.song].id }))
    if play(chosen) { made = .both(before, made) }
    history.note(made)
    return .done(modes)
  }

  /// Makes the playing order one in which the songs `chosen` play as given: that of the list if it
  /// does; else the order of the list in which these songs change places with each other.
  ///
  /// - Returns: Whether that changed the order.
  private func play(_ chosen: [Int]) -> Bool {
    let asListed = chosen.sorted()
    var (playing, ids) = (Arrangement.Playing.asListed, [Int]())
    if chosen != asListed {
      (playing, ids) = (.moved, songs.map(\.id))
      for (place, song) in zip(asListed, chosen) { ids[place] = songs[song].id }
    }
    guard playing != state.arrangement.playing || ids != playingIDs else { return false }
    arrange(sort: state.arrangement.sort, playing: playing, order: ids)
    return true
  }
}
