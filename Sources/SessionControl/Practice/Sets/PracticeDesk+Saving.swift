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
    if try storedSets().contains(where: { $0.set.name == name }) {
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
    let set = SongSet(
      name: name, songs: withMissing(session.playOrder.map(controller.setSong)),
      plan: PlanText.line(of: session.state.plan))
    try write(set, replacing: old)
    noteLoaded(name)
  }

  /// `picked` with the missing songs of what was loaded, unless that was undone or unpicked.
  private func withMissing(_ picked: [SetSong]) -> [SetSong] {
    guard let (missing, load) = missing, session.isDone(load), missing.isOfSet(picked) else {
      return picked
    }
    return missing.inserted(into: picked)
  }

  /// Writes `set`, tells it, and notes how that is taken back.
  func write(_ set: SongSet, replacing old: StoredSet?) throws(PracticeRefusal) {
    let new = try withSets { store throws(SetProblem) in try store.write(set, replacing: old) }
    guard new != old else { return }
    canUndo { [unowned self] () throws(PracticeRefusal) in
      try withSets { store throws(SetProblem) in try store.delete(new) }
      guard let old, old.set.name == new.set.name else { return .deletedSet(new.set.name) }
      do throws(PracticeRefusal) {
        try withSets { store throws(SetProblem) in try store.restore(old) }
      } catch {
        try withSets { store throws(SetProblem) in try store.restore(new) }
        throw error
      }
      return .restoredSet(old.set.name)
    }
    controller.tell(.saved(summary(of: new.set), asked: set.name))
  }
}
