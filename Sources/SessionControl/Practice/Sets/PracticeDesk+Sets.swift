import CommandLanguage
import MeditationCore
import Practice
import SystemPackage

/// Sets: their list, and what is done with one as a whole.
extension PracticeDesk {
  func setsPage() throws(PracticeRefusal) -> SetsPage {
    let (listed, problems) = try withSets { store throws(SetProblem) in try store.list() }
    let lastSits =
      (try? withJournal { store throws(JournalProblem) in try store.lastSits() }) ?? [:]
    let summaries = listed.map { SetSummary(of: $0, lastSat: lastSits[$0.name]) }
    return SetsPage(sets: summaries, problems: problems, now: clock.now())
  }

  /// The names of all sets; none if they cannot be read.
  public var setNames: [String] { ((try? listedNames()) ?? []).map(\.text) }

  /// The names of all sets, in the order of their numbers.
  func listedNames() throws(PracticeRefusal) -> [SetName] {
    try withSets { store throws(SetProblem) in try store.list() }.sets.map(\.name)
  }

  /// What a list says of `set`.
  func summary(of set: SongSet) -> SetSummary {
    let lastSits = try? withJournal { store throws(JournalProblem) in try store.lastSits() }
    return SetSummary(of: set, lastSat: lastSits?[set.name])
  }

  /// The set that `reference` means.
  func stored(_ reference: SetReference) throws(PracticeRefusal) -> StoredSet {
    switch reference {
    case .name(let text):
      return try stored(setName(text))
    case .number(let number):
      let names = try listedNames()
      if let named = names.first(where: { $0.text == String(number) }) { return try stored(named) }
      guard names.indices.contains(number - 1) else {
        throw .noSuchRow(number, count: names.count)
      }
      return try stored(names[number - 1])
    }
  }

  func stored(_ name: SetName) throws(PracticeRefusal) -> StoredSet {
    try withSets { store throws(SetProblem) in try store.read(name) }
  }

  /// The set that `reference` means, or the playlist whose file it names.
  func readable(_ reference: SetReference) throws(PracticeRefusal) -> SongSet {
    guard case .name(let text) = reference, text.utf8.contains(UInt8(ascii: "/")) else {
      return try stored(reference).set
    }
    do throws(SetProblem) {
      return try SetExport.read(FilePath(controller.baseFolders.path(of: text)))
    } catch {
      throw .set(error)
    }
  }

  func setName(_ text: String) throws(PracticeRefusal) -> SetName {
    do throws(SetName.Problem) {
      return try SetName(text)
    } catch {
      throw .badName(error)
    }
  }

  // MARK: Changing

  func rename(_ reference: SetReference, to text: String) throws(PracticeRefusal) {
    leavesEditor(of: try stored(reference).set.name)
    let old = try stored(reference)
    let name = try setName(text)
    let new = try rename(old, to: name)
    canUndo { [unowned self] () throws(PracticeRefusal) in
      try rename(new, to: old.set.name)
      return .renamed(from: name, to: old.set.name)
    } redo: { [unowned self] () throws(PracticeRefusal) in
      try rename(old, to: name)
      return .renamed(from: old.set.name, to: name)
    }
    controller.tell(.renamed(from: old.set.name, to: name))
  }

  @discardableResult
  private func rename(_ set: StoredSet, to name: SetName) throws(PracticeRefusal) -> StoredSet {
    let renamed = try withSets { store throws(SetProblem) in try store.rename(set, to: name) }
    renameSits(from: set.set.name, to: name)
    return renamed
  }

  /// Renames the set in the journal, too, which knows when it was last sat.
  private func renameSits(from old: SetName, to new: SetName) {
    _ = try? withJournal { store throws(JournalProblem) in try store.renameSet(old, to: new) }
    if loaded?.name == old { loaded?.name = new }
  }

  func delete(_ reference: SetReference) throws(PracticeRefusal) {
    leavesEditor(of: try stored(reference).set.name)
    let set = try stored(reference)
    try withSets { store throws(SetProblem) in try store.delete(set) }
    canUndo { [unowned self] () throws(PracticeRefusal) in
      try withSets { store throws(SetProblem) in try store.restore(set) }
      return .restoredSet(set.set.name)
    } redo: { [unowned self] () throws(PracticeRefusal) in
      try withSets { store throws(SetProblem) in try store.delete(set) }
      return .deletedSet(set.set.name)
    }
    controller.tell(.deletedSet(set.set.name))
  }
}
