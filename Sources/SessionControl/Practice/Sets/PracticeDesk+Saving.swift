import CommandLanguage
import MeditationCore
import Practice
import Score

/// Saves what is picked as a set.
extension PracticeDesk {
  func save(as text: String?, for client: Client) throws(PracticeRefusal) -> Reply {
    guard canSave else { throw .nothingToSave }
    guard let text else {
      guard client.canFillForms else { throw .badName(.empty) }
      return try openForm(for: client)
    }
    let name = try setName(text)
    if leavesEditor(of: name) {
      return .outcome(.changed, of: .practice(.save(name: text)), among: nil)
    }
    if try listedNames().contains(name) {
      let old = try stored(name)
      if isSaved(as: old.set) {
        noteLoaded(old.set.name)
        controller.tell(.unchanged(old.set.name))
        return .outcome(.changed, of: .practice(.save(name: text)), among: nil)
      }
      guard client.canFillForms else { throw .set(.taken(name.text)) }
      return try openForm(for: client, name: name)
    }
    try save(as: name, replacing: false)
    return .outcome(.changed, of: .practice(.save(name: text)), among: nil)
  }

  private var canSave: Bool {
    !session.playOrder.isEmpty || session.state.plan.outlastsSongs
  }

  /// Saves what is picked, with the plan, under `name`.
  func save(as name: SetName, replacing: Bool) throws(PracticeRefusal) {
    // Another client may have unpicked it while the name was typed.
    guard canSave else { throw .nothingToSave }
    let old: StoredSet? =
      replacing
      ? try withSets { store throws(SetProblem) in
        try store.read(name)
      } : nil
    try write(set(named: name), replacing: old)
    noteLoaded(name)
  }

  /// What is picked and planned, as a set.
  private func set(named name: SetName) -> SongSet {
    SongSet(
      name: name, songs: withMissing(session.playOrder.map(controller.setSong)),
      plan: PlanText.line(of: planToSave))
  }

  /// Whether `stored` has these songs and this plan already. Its titles are the user's own.
  private func isSaved(as stored: SongSet) -> Bool {
    let new = set(named: stored.name)
    return new.songs.map(\.path) == stored.songs.map(\.path)
      && SetPlan.plan(new.plan) == SetPlan.plan(stored.plan)
  }

  /// `picked` with the missing songs of what was loaded, unless that was undone or unpicked.
  private func withMissing(_ picked: [SetSong]) -> [SetSong] {
    guard let (missing, load) = missing, session.isDone(load), missing.isOfSet(picked) else {
      return picked
    }
    return missing.inserted(into: picked)
  }

  /// The plan with the volume and the level at which it is heard, where the settings differ.
  private var planToSave: Plan {
    var plan = session.state.plan
    if plan.volume == nil, session.volume != services.usualVolume() { plan.volume = session.volume }
    if plan.level == nil, session.level != services.usualLevel() { plan.level = session.level }
    return plan
  }

  /// Writes `set`, tells it, and notes how that is taken back.
  func write(_ set: SongSet, replacing old: StoredSet?) throws(PracticeRefusal) {
    let new = try withSets { store throws(SetProblem) in try store.write(set, replacing: old) }
    guard new != old else { return controller.tell(.unchanged(new.set.name)) }
    let replaced = old.flatMap { $0.set.name == new.set.name ? $0 : nil }
    canUndo { [unowned self] () throws(PracticeRefusal) in
      try exchange(new, for: replaced)
      return replaced.map { .restoredSet($0.set.name) } ?? .removedSet(new.set.name)
    } redo: { [unowned self] () throws(PracticeRefusal) in
      try exchange(replaced, for: new)
      return .saved(summary(of: new.set), asked: set.name)
    }
    controller.tell(.saved(summary(of: new.set), asked: set.name))
  }

  /// Deletes the set `old`, and writes `new` as it was; either may be none.
  private func exchange(_ old: StoredSet?, for new: StoredSet?) throws(PracticeRefusal) {
    if let old { try withSets { store throws(SetProblem) in try store.delete(old) } }
    guard let new else { return }
    do throws(PracticeRefusal) {
      try withSets { store throws(SetProblem) in try store.restore(new) }
    } catch {
      if let old { try withSets { store throws(SetProblem) in try store.restore(old) } }
      throw error
    }
  }
}
