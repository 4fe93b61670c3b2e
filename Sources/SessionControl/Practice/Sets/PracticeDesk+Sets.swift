import CommandLanguage
import FileSystem
import MeditationCore
import Practice
import Score
import SystemPackage
import Text

/// Sets: their list, and what is done with one as a whole.
extension PracticeDesk {
  func setsPage() throws(PracticeRefusal) -> SetsPage {
    let (stored, problems) = try withSets { store throws(SetProblem) in try store.list() }
    let lastSits =
      (try? withJournal { store throws(JournalProblem) in try store.lastSits() }) ?? [:]
    let summaries = stored.map { SetSummary(of: $0.set, lastSat: lastSits[$0.set.name]) }
    return SetsPage(sets: summaries, problems: problems, now: clock.now())
  }

  /// The names of all sets; none if they cannot be read.
  public var setNames: [String] {
    ((try? withSets { store throws(SetProblem) in try store.list() }.sets) ?? []).map(
      \.set.name.text)
  }

  /// What a list says of `set`.
  private func summary(of set: SongSet) -> SetSummary {
    let lastSits = try? withJournal { store throws(JournalProblem) in try store.lastSits() }
    return SetSummary(of: set, lastSat: lastSits?[set.name])
  }

  /// The set that `reference` means.
  func stored(_ reference: SetReference) throws(PracticeRefusal) -> StoredSet {
    switch reference {
    case .name(let text):
      let name = try setName(text)
      return try withSets { store throws(SetProblem) in try store.read(name) }
    case .number(let number):
      let sets = try withSets { store throws(SetProblem) in try store.list() }.sets
      if let named = sets.first(where: { $0.set.name.text == String(number) }) { return named }
      guard sets.indices.contains(number - 1) else {
        throw .noSuchRow(number, count: sets.count)
      }
      return sets[number - 1]
    }
  }

  /// The set that `reference` means, or the playlist whose file it names.
  private func readable(_ reference: SetReference) throws(PracticeRefusal) -> SongSet {
    guard case .name(let text) = reference, text.utf8.contains(UInt8(ascii: "/")) else {
      return try stored(reference).set
    }
    do throws(SetProblem) {
      return try SetExport.read(FilePath(controller.bellFolders.path(of: text)))
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

  // MARK: Saving

  func save(as text: String?, for client: Client) throws(PracticeRefusal) -> Reply {
    guard !session.playOrder.isEmpty || session.state.plan.outlastsSongs else {
      throw .nothingToSave
    }
    guard let text else {
      guard client.canFillForms else { throw .badName(.empty) }
      return try openForm(for: client)
    }
    let name = try setName(text)
    if try isTaken(name) {
      guard client.canFillForms else { throw .set(.taken(name.text)) }
      return try openForm(for: client, name: name)
    }
    try save(as: name, replacing: false)
    return .outcome(.changed, of: .practice(.save(name: text)), among: nil)
  }

  /// Saves what is picked, with the plan, under `name`.
  func save(as name: SetName, replacing: Bool) throws(PracticeRefusal) {
    let old: StoredSet? =
      replacing
      ? try withSets { store throws(SetProblem) in
        try store.read(name)
      } : nil
    let set = SongSet(
      name: name, songs: session.playOrder.map(controller.setSong),
      plan: PlanText.line(of: session.state.plan))
    try write(set, replacing: old)
    noteLoaded(name)
  }

  /// Writes `set`, tells it, and notes how that is taken back.
  func write(_ set: SongSet, replacing old: StoredSet?) throws(PracticeRefusal) {
    let new = try withSets { store throws(SetProblem) in try store.write(set, replacing: old) }
    guard new != old else { return }
    canUndo { [unowned self] () throws(PracticeRefusal) in
      try withSets { store throws(SetProblem) in try store.delete(new) }
      guard let old, old.set.name == new.set.name else { return .deletedSet(new.set.name) }
      try withSets { store throws(SetProblem) in try store.restore(old) }
      return .restoredSet(old.set.name)
    }
    controller.tell(.saved(summary(of: new.set), asked: set.name))
  }

  func isTaken(_ name: SetName) throws(PracticeRefusal) -> Bool {
    try withSets { store throws(SetProblem) in try store.list() }.sets
      .contains { $0.set.name == name }
  }

  // MARK: Changing

  func rename(_ reference: SetReference, to text: String) throws(PracticeRefusal) {
    let old = try stored(reference)
    let name = try setName(text)
    let new = try withSets { store throws(SetProblem) in try store.rename(old, to: name) }
    renameSits(from: old.set.name, to: name)
    canUndo { [unowned self] () throws(PracticeRefusal) in
      _ = try withSets { store throws(SetProblem) in try store.rename(new, to: old.set.name) }
      renameSits(from: name, to: old.set.name)
      return .renamed(from: name, to: old.set.name)
    }
    controller.tell(.renamed(from: old.set.name, to: name))
  }

  /// Lets the journal follow the name, so that it is known when the set was last sat.
  private func renameSits(from old: SetName, to new: SetName) {
    _ = try? withJournal { store throws(JournalProblem) in try store.renameSet(old, to: new) }
    if loaded?.name == old { loaded?.name = new }
  }

  func delete(_ reference: SetReference) throws(PracticeRefusal) {
    let set = try stored(reference)
    try withSets { store throws(SetProblem) in try store.delete(set) }
    canUndo { [unowned self] () throws(PracticeRefusal) in
      try withSets { store throws(SetProblem) in try store.restore(set) }
      return .restoredSet(set.set.name)
    }
    controller.tell(.deletedSet(set.set.name))
  }

  // MARK: Loading

  /// Picks the songs of a set, and takes its plan.
  func load(
    _ reference: SetReference, for client: Client
  ) throws(PracticeRefusal) -> Reply {
    guard session.phase != .listening else { return .refused(.goBackFirst) }
    leaveEditor()
    let set = try readable(reference)
    try load(set)
    client.screen = .songs
    controller.tell(.loaded(summary(of: set)))
    guard !session.playOrder.isEmpty else {
      return .outcome(.changed, of: .practice(.load(reference)), among: nil)
    }
    return .page(.list(SongListing(scope: .picked, songs: session.playOrder)))
  }

  /// Loads `set`, and then changes its plan by `changes`, for this session alone.
  public func load(_ set: SongSet, changing changes: [PlanStep] = []) throws(PracticeRefusal) {
    var plan: [PlanChange]
    do throws(PracticeRefusal) {
      plan = try SetPlan.changes(set.plan, seed: controller.drawSeed())
    } catch {
      throw .plan("The plan of '\(set.name.text)' is not valid: \(error.text)")
    }
    plan += changes.map { $0.change(drawingSeed: controller.drawSeed) }
    _ = try load(set.songs.map(\.path), plan: plan, of: set.name.text)
    noteLoaded(set.name)
  }

  /// Notes that what is picked now is the set `name`.
  func noteLoaded(_ name: SetName) {
    loaded = (name, session.playOrder.map { session.songs[$0].id })
  }

  /// Picks the songs at `paths`, in their order, and takes the plan that `changes` make of an empty
  /// one. Blocks while it reads songs that are not in the list.
  ///
  /// - Returns: The place of each song among those that can be played; `nil` if it cannot.
  func load(
    _ paths: [[UInt8]], plan changes: [PlanChange], of name: String
  ) throws(PracticeRefusal) -> [Int?] {
    let indices = controller.indices(ofSongsAt: paths)
    let missing = zip(paths, indices).filter { $0.1 == nil }.map(\.0)
    let found = indices.compactMap { $0 }
    if found.isEmpty, let first = missing.first { throw .songsMissing(shown(first)) }
    let changes = readable(changes, of: name)
    // Changes of a plan can only be refused for their limits.
    if case .refused(let refusal) = session.perform(.load(found, plan: changes)) {
      throw .plan(refusal.text)
    }
    if !missing.isEmpty {
      controller.tell(
        .missing(missing.map(shown), of: name))
    }
    var place = 0
    return indices.map { index in
      guard index != nil else { return nil }
      defer { place += 1 }
      return place
    }
  }

  /// `changes`, whose bell has been read; without one that cannot be read, which is told.
  private func readable(_ changes: [PlanChange], of name: String) -> [PlanChange] {
    changes.filter { change in
      guard case .refused(let refusal) = controller.loadBell(of: change) else { return true }
      controller.tell(.bellMissing(refusal.description, of: name))
      return false
    }
  }

  private func shown(_ path: [UInt8]) -> String {
    CleanText.clean(String(decoding: path, as: UTF8.self))
  }

  /// Starts a sit.
  func sit(_ target: SitTarget) throws(PracticeRefusal) -> Reply {
    guard session.phase != .listening else { return .refused(.alreadyListening) }
    switch target {
    case .current: break
    case .set(let reference):
      leaveEditor()
      let set = try readable(reference)
      try load(set)
      guard !session.playOrder.isEmpty || session.state.plan.outlastsSongs else {
        throw .emptySet(set.name.text)
      }
    case .length(let length):
      var changes: [PlanChange] = [.length(.time(length))]
      if session.state.plan.isEmpty { changes = try SetPlan.changes(UsualPlan.line) + changes }
      let outcome = session.perform(.plan(changes))
      if case .refused(let refusal) = outcome { return .refused(refusal) }
    }
    return controller.outcome(session.perform(.start), of: .practice(.sit(target)))
  }
}
