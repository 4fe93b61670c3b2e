import MeditationPlan
import MeditationText

// Which songs are picked and in which order they play, while picking and while listening.
extension MeditationViewModel {
  /// The indices in the list, from 0, of the session's songs in playing order; while picking, of the
  /// picked songs. While picking, takes time in proportion to the list.
  public var playOrder: [Int] { phase == .picking ? list.pickedInOrder : progress.order.songs }

  /// The indices of the songs after the last one reached, in playing order; empty unless listening.
  package var songsToCome: [Int] { phase == .listening ? Array(progress.toCome) : [] }

  // MARK: - Picks

  func changeSelection(
    of chosen: [Int], to mode: (SongViewModel) -> SongMode
  ) throws(Refusal) -> [ModeChange] {
    try check(chosen)
    let changes = MusicPlayer.change(chosen.map { songs[$0] }, to: mode)
    if !changes.isEmpty { history.note(toggling(changes)) }
    countPicked(changes)
    return changes
  }

  /// Updates the total of picked songs by `changes`, each of which picks a song or unpicks it.
  private func countPicked(_ changes: [ModeChange]) {
    for made in changes { course.state.picked.count(songs[made.song], as: made.to) }
  }

  func withoutRepetition(_ chosen: [Int]) -> [Int] {
    var seen: Set<Int> = []
    return chosen.filter { seen.insert($0).inserted }
  }

  private func toggling(
    _ changes: [ModeChange], order: PickingChange.Order? = nil
  ) -> PickingChange {
    PickingChange(toggling: changes.map { songs[$0.song].id }, order: order)
  }

  private func check(_ chosen: [Int]) throws(Refusal) {
    if let unknown = chosen.first(where: { !songs.indices.contains($0) }) {
      throw course.noSuchSong(unknown)
    }
  }

  // MARK: - Orders

  func sort(by sort: SongSort) -> [ModeChange] {
    rearrange(list.listing(by: sort), playing: .asListed)
  }

  func shuffle(seed: Int) -> [ModeChange] {
    rearrange(list.listing, playing: .shuffled(seed: seed))
  }

  private func rearrange(_ listing: Listing, playing: Arrangement.Playing) -> [ModeChange] {
    let before = list.listing
    let isListed = listing == before
    guard !isListed || playing != list.arrangement.playing else { return [] }
    history.note(PickingChange(order: list.orders(with: isListed ? nil : before)))
    course.list.arrange(isListed ? nil : listing, playing: playing)
    return []
  }

  /// Sorts the songs after the current one like `order`, which has all songs of the list.
  func rearrangeToCome(_ order: [Int]) -> [ModeChange] {
    let toCome = Set(progress.toCome)
    let new = Array(progress.passed) + order.filter(toCome.contains)
    guard new != progress.order.songs else { return [] }
    history.note(PickingChange(order: list.orders()))
    play(inOrder: new)
    return []
  }

  func move(_ chosen: [Int], to target: Action.Place) throws(Refusal) -> [ModeChange] {
    let chosen = withoutRepetition(chosen)
    try check(chosen)
    if let other = chosen.first(where: { !songs[$0].mode.isInSession }) {
      throw phase == .picking ? .notPicked(number: other + 1) : .notInSession(number: other + 1)
    }
    let (played, moving) = (playOrder, Set(chosen))
    let passed = phase == .listening ? progress.passed.count : 0
    let hasPassed = played.prefix(passed).contains(where: moving.contains)
    let place: Int
    switch target {
    case .position(let position):
      guard played.indices.contains(position), position <= played.count - chosen.count else {
        let absent = played.indices.contains(position) ? played.count : position
        throw .noSuchPlace(number: absent == .max ? absent : absent + 1, count: played.count)
      }
      guard !hasPassed, position >= passed else { throw .notToCome }
      place = position
    case .next:
      guard phase == .listening else { throw .nothingPlaying }
      guard !hasPassed else { throw .notToCome }
      place = passed
    }
    var new = played.filter { !moving.contains($0) }
    new.insert(contentsOf: chosen, at: place)
    guard new != played else { return [] }
    let before = list.orders()
    guard chosen.count == 1 else {
      history.note(PickingChange(order: before))
      play(inOrder: new)
      return []
    }
    // In an order that is the user's own, a move is stored as two places: many can be undone.
    let wasMoved = list.arrangement.playing == .moved
    guard let (from, to) = course.list.move(chosen[0], toPlaceOf: played[place]) else { return [] }
    let order = wasMoved ? PickingChange.Order.moved(from: from, to: to) : before
    history.note(PickingChange(order: order))
    updateOrder()
    return []
  }

  /// Plays the songs of the session in the order that they have in `new`.
  private func play(inOrder new: [Int]) {
    course.list.play(inOrder: new)
    updateOrder()
  }

  private func updateOrder() {
    guard phase == .listening else { return }
    course.progress.order = SessionOrder(list.pickedInOrder)
    MusicPlayer.updateUpcoming(&course)
  }

  // MARK: - Undo and redo

  /// The change that `step` reverts in this phase; after a session, only one of the plan.
  func change(to step: HistoryStep) -> PickingChange? {
    let change = history.latest(to: step, passing: state.plan)
    return phase == .finished && change?.plan == nil ? nil : change
  }

  func stepHistory(_ step: HistoryStep) throws(Refusal) -> [ModeChange] {
    guard let change = change(to: step) else {
      if phase == .finished { throw .sessionFinished }
      throw step == .undo ? .nothingToUndo : .nothingToRedo
    }
    history.pass(state.plan, step)
    let reversal = reversal(of: change)
    do throws(Refusal) {
      let changes =
        if phase == .picking {
          takeBack(change)
        } else if let plan = change.plan {
          try restore(plan)
        } else {
          try takeBackWhileListening(change)
        }
      history.take(step, reversal: reversal)
      return changes
    } catch {
      // Refused once: the next step reverts the change before.
      if error.isOfPast { history.passOver(step) }
      throw error
    }
  }

  private func takeBack(_ change: PickingChange) -> [ModeChange] {
    let asListed = list.songs(of: change.toggled).sorted { $0.index < $1.index }
    let changes = MusicPlayer.toggle(asListed)
    revertOrders(of: change)
    countPicked(changes)
    return changes
  }

  /// Refused if `change` affects a song that has played.
  private func takeBackWhileListening(_ change: PickingChange) throws(Refusal) -> [ModeChange] {
    let toggled = list.songs(of: change.toggled)
    if let played = toggled.first(where: { progress.hasPlayed($0.index) }) {
      throw .alreadyHeard(number: played.index + 1)
    }
    let indices = Set(toggled.map(\.index))
    let passedOthers = { [self] in progress.passed.filter { !indices.contains($0) } }
    let (stateBefore, listBefore, passed) = (state, list, passedOthers())
    let changes = MusicPlayer.toggle(toggled)
    revertOrders(of: change)
    course.progress.order = SessionOrder(list.pickedInOrder)
    guard passedOthers() == passed else {
      _ = MusicPlayer.toggle(toggled)
      (course.state, course.list) = (stateBefore, listBefore)
      course.progress.order = SessionOrder(list.pickedInOrder)
      throw .notToCome
    }
    return sessionChanged(by: changes)
  }

  /// Undoes the part of `change` that concerns the orders and the plan.
  private func revertOrders(of change: PickingChange) {
    if let plan = change.plan { course.state.plan = plan.unskipped }
    switch change.order {
    case nil: break
    case .arranged(let listing, let playing, let order):
      course.list.arrange(listing, playing: playing, order: order)
    case .moved(let from, let to):
      course.list.move(from: to, to: from)
      updateOrder()
    }
  }

  /// The change by which the opposite step reverts this one.
  private func reversal(of change: PickingChange) -> PickingChange {
    var reversal = change
    if change.plan != nil { reversal.plan = state.plan }
    switch change.order {
    case nil: break
    case .arranged(let listing, _, _):
      reversal.order = list.orders(with: listing.map { _ in list.listing })
    case .moved(let from, let to): reversal.order = .moved(from: to, to: from)
    }
    return reversal
  }

  // MARK: - Joining and leaving a session

  func join(_ chosen: [Int]) throws(Refusal) -> [ModeChange] {
    try check(chosen)
    let before = list.orders()
    let changes = enlist(chosen)
    guard !changes.isEmpty else { return [] }
    history.note(toggling(changes, order: before))
    course.list.playLast(changes.map { songs[$0.song].id })
    return sessionChanged(by: changes)
  }

  /// Moves songs right behind the current one; those that are not part of the session join it.
  func joinNext(_ chosen: [Int]) throws(Refusal) -> [ModeChange] {
    let chosen = withoutRepetition(chosen)
    try check(chosen)
    let moving = Set(chosen)
    guard !progress.passed.contains(where: moving.contains) else { throw .notToCome }
    let before = list.orders()
    let changes = enlist(chosen)
    let played = list.pickedInOrder
    let new = Array(progress.passed) + chosen + progress.toCome.filter { !moving.contains($0) }
    guard !changes.isEmpty || played != new else { return [] }
    history.note(toggling(changes, order: before))
    if played != new { play(inOrder: new) }
    return sessionChanged(by: changes)
  }

  /// Removes songs from the session; refused if one has been heard.
  func leave(_ chosen: [Int]) throws(Refusal) -> [ModeChange] {
    try check(chosen)
    if let played = chosen.first(where: progress.hasPlayed) {
      throw .alreadyHeard(number: played + 1)
    }
    let changes = MusicPlayer.change(chosen.map { songs[$0] }) { _ in .listening(.hidden) }
    guard !changes.isEmpty else { return [] }
    history.note(toggling(changes))
    return sessionChanged(by: changes)
  }

  private func enlist(_ chosen: [Int]) -> [ModeChange] {
    MusicPlayer.change(chosen.map { songs[$0] }.filter { !$0.mode.isInSession }) { _ in
      .listening(.playable)
    }
  }

  private func sessionChanged(by changes: [ModeChange]) -> [ModeChange] {
    course.progress.order = SessionOrder(list.pickedInOrder)
    course.state.summary.songCount = progress.order.count
    MusicPlayer.updateUpcoming(&course)
    countPicked(changes)
    return changes.followed(by: make(MusicPlayer.followSilence(in: course)))
  }

  // MARK: - Loading a set

  /// Picks exactly the songs `chosen`, plays them in this order, and makes a new plan of `changes`.
  func load(_ chosen: [Int], _ changes: [PlanChange]) throws(Refusal) -> [ModeChange] {
    try check(chosen)
    let plan: Plan
    do throws(PlanLimit) { plan = try Plan(changes) } catch { throw .beyondLimit(error) }
    let chosen = withoutRepetition(chosen)
    let (before, planBefore) = (list.orders(), state.plan.unskipped)
    let isChange = chosen != list.pickedInOrder || plan != planBefore
    if phase != .picking { returnToPicking() }
    let picks = Set(chosen)
    let modes = MusicPlayer.change(songs) {
      .picking(picks.contains($0.index) ? .selected : .unselected)
    }
    guard isChange else { return modes }
    let toggled = modes.filter { $0.from.isInSession != $0.to.isInSession }
    countPicked(toggled)
    course.state.plan = plan
    var made = toggling(toggled)
    (made.plan, made.isLoad) = (planBefore, true)
    if course.list.playAsGiven(chosen) { made.order = before }
    history.note(made)
    return modes
  }
}

extension PickedTotal {
  /// Adds or subtracts a song whose mode became `mode`.
  @MainActor fileprivate mutating func count(_ song: SongViewModel, as mode: SongMode) {
    let sign = mode.isInSession ? 1 : -1
    count += sign
    if let known = song.length {
      length += known.inWholeSeconds * sign
    } else {
      unknownCount += sign
    }
  }
}

extension Refusal {
  /// True if it is refused because of what has already happened in the session.
  fileprivate var isOfPast: Bool {
    if case .alreadyHeard = self { true } else { self == .notToCome || self == .planPassed }
  }
}
