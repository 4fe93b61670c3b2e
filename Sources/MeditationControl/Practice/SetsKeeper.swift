import Dispatch
import MeditationCore
import MeditationLanguage
import MeditationPlan
import MeditationPractice
import MeditationScreens
import MeditationSystem
import MeditationText
import SystemPackage

/// Keeps the sets: lists, loads, edits, saves, renames and deletes them.
@MainActor package final class SetsKeeper {
  package private(set) var editor: SetEditor?

  private let services: PracticeServices
  private let session: MeditationViewModel
  private let current: SessionOrigin
  private let files: SongFiles
  private let planFiles: PlanFiles
  private let seeds: SeedSource
  private let followers: Followers
  private let journal: JournalKeeper
  private let clocked: BeginKeeper
  private let archives = ArchiveThreads()
  /// The missing songs of what is loaded, and the number of the change that loaded it.
  private var missing = (songs: MissingSongs(of: [], present: []), loadedBy: 0)

  init(
    _ services: PracticeServices, session: MeditationViewModel, current: SessionOrigin,
    files: SongFiles, planFiles: PlanFiles, seeds: SeedSource, followers: Followers,
    journal: JournalKeeper, clocked: BeginKeeper
  ) {
    (self.services, self.session, self.current) = (services, session, current)
    (self.files, self.planFiles, self.seeds) = (files, planFiles, seeds)
    (self.followers, self.journal, self.clocked) = (followers, journal, clocked)
  }

  var isEmpty: Bool { folder?.isEmpty ?? true }

  private var folder: SetFolder? { services.sets }

  /// The result of `call`, which asks the folder; turns its problems into refusals.
  private func refusing<Result>(
    _ call: @autoclosure () throws(SetProblem) -> Result?
  ) throws(CommandRefusal) -> Result {
    let result: Result?
    do throws(SetProblem) {
      result = try call()
    } catch {
      throw .set(error)
    }
    guard let result else { throw .noSets }
    return result
  }

  // MARK: - Lists and names

  func page() throws(CommandRefusal) -> SetsPage {
    let (listed, problems) = try refusing(folder?.list())
    let lastSits = journal.lastSits
    let summaries = listed.map { SetSummary(of: $0, lastSat: lastSits[$0.name]) }
    return SetsPage(sets: summaries, problems: problems, now: services.clock.now())
  }

  /// The names of the sets; empty if they cannot be read.
  package var names: [String] { ((try? listedNames()) ?? []).map(\.text) }

  /// The set whose name is `line`, in upper or lower case.
  func name(typedAs line: String) -> SetName? {
    guard let name = try? SetName(line) else { return nil }
    return (try? listedNames())?.first { $0 == name }
  }

  func listedNames() throws(CommandRefusal) -> [SetName] {
    try refusing(folder?.list()).sets.map(\.name)
  }

  /// A summary of `set` for a list, with the time when it was last sat.
  func summary(of set: SongSet) -> SetSummary {
    SetSummary(of: set, lastSat: journal.lastSits[set.name])
  }

  func stored(_ reference: SetReference) throws(CommandRefusal) -> StoredSet {
    switch reference {
    case .name(let text):
      return try stored(setName(text))
    case .number(let number):
      let names = try listedNames()
      if let named = names.first(where: { $0.text == String(number) }) { return try stored(named) }
      guard names.indices.contains(number - 1) else { throw .noSuchRow(number, count: names.count) }
      return try stored(names[number - 1])
    }
  }

  func stored(_ name: SetName) throws(CommandRefusal) -> StoredSet {
    try refusing(folder?.read(name))
  }

  /// The set that `reference` means, or the playlist at its path.
  func readable(_ reference: SetReference) throws(CommandRefusal) -> SongSet {
    guard case .name(let text) = reference, text.utf8.contains(UInt8(ascii: "/")) else {
      return try stored(reference).set
    }
    return try refusing(SetExport.read(FilePath(files.base.path(of: text))))
  }

  /// The same, but a set that is being edited is as it is picked now.
  private func present(_ reference: SetReference) throws(CommandRefusal) -> SongSet {
    let set = try readable(reference)
    return editor.flatMap { $0.stored.set == set ? $0.set : nil } ?? set
  }

  /// Reads a set as the form that `sets show` shows.
  func form(_ reference: SetReference) async throws(CommandRefusal) -> SetForm {
    let set = try present(reference)
    let (lastSat, reader) = (journal.lastSits[set.name], planFiles.reader)
    return try await planFiles.read { () throws(CommandRefusal) in
      try SetForm(of: set, lastSat: lastSat, reading: reader)
    }
  }

  func export(_ reference: SetReference, to name: String) async throws(CommandRefusal) {
    let path = FilePath(files.base.path(of: name))
    let set = try present(reference)
    let (music, reader) = (services.musicFolder, planFiles.reader)
    try await planFiles.read { () throws(CommandRefusal) in
      try SetFile.create(path, with: set, musicFolder: music, reading: reader)
    }
    followers.tell(.exported(set.name, file: SetFile.shown(path)))
  }

  /// Writes a set with all its files to a new archive. Waits for the disk.
  func bundle(_ reference: SetReference, to name: String) async throws(CommandRefusal) {
    let (path, set) = (FilePath(files.base.path(of: name)), try present(reference))
    let home = files.base.home
    try await archives.run { isWanted throws(CommandRefusal) in
      try SetFile.bundle(set, at: path, home: home, while: isWanted)
    }
    followers.tell(.exported(set.name, file: SetFile.shown(path)))
  }

  /// Unpacks an archive into the music folder, and saves its set. Waits for the disk.
  ///
  /// `undo` deletes the set alone: the user may have changed the files meanwhile.
  func importBundle(_ name: String) async throws(CommandRefusal) {
    guard let sets = folder else { throw .noSets }
    let (path, music) = (FilePath(files.base.path(of: name)), services.musicFolder)
    let (stored, place) = try await archives.run { isWanted throws(CommandRefusal) in
      try SetFile.unpack(path, musicFolder: music, into: sets, while: isWanted)
    }
    let shown = SetFile.shown(place)
    noteExchange(
      of: nil, for: stored, telling: .imported(summary(of: stored.set), folder: shown),
      undone: .removedSet(stored.set.name, files: shown))
  }

  /// Ends work in progress when the program ends. Waits for the disk, but not for long.
  ///
  /// - Parameter keepsList: True to save what is picked, unless it was played or is a set already.
  func close(keepsList: Bool) {
    leaveEditor()
    if keepsList, current.number == 0, current.set == nil { saveAsLeft() }
    archives.close()
  }

  /// Saves what is picked as a set of its own, replacing the one saved so before.
  private func saveAsLeft() {
    guard let folder, !session.playOrder.isEmpty, let name = try? SetName("As you left it") else {
      return
    }
    do throws(CommandRefusal) {
      try write(set(named: name), replacing: try? folder.read(name))
    } catch {
      followers.tell(.unsaved(name, error))
    }
  }

  func setName(_ text: String, isNew: Bool = false) throws(CommandRefusal) -> SetName {
    do throws(SetName.Problem) {
      return try isNew ? SetName(new: text) : SetName(text)
    } catch {
      throw .badName(error)
    }
  }

  // MARK: - Renaming and deleting

  func rename(_ reference: SetReference, to text: String) throws(CommandRefusal) {
    leavesEditor(of: try stored(reference).set.name)
    let old = try stored(reference)
    let name = try setName(text, isNew: true)
    let new = try rename(old, to: name)
    let news = PracticeNews.renamed(from: old.set.name, to: name)
    session.noteChange(undone: .renamed(from: name, to: old.set.name), redone: news) {
      [unowned self] () throws(CommandRefusal) in
      _ = try rename(new, to: old.set.name)
    } redo: { [unowned self] () throws(CommandRefusal) in
      _ = try rename(old, to: name)
    }
    followers.tell(news)
  }

  private func rename(_ set: StoredSet, to name: SetName) throws(CommandRefusal) -> StoredSet {
    let renamed = try refusing(folder?.rename(set, to: name))
    // The journal knows when each set was last sat.
    journal.renameSet(set.set.name, to: name)
    current.rename(set.set.name, to: name)
    return renamed
  }

  /// Deletes a set: on a terminal, only if asked twice; where numbers mean songs, only by name.
  func delete(_ reference: SetReference, for client: Client) throws(CommandRefusal) {
    let name = try stored(reference).set.name
    if case .number(let number) = reference, client.screen != .home, name.text != String(number) {
      throw .numbersAreSongs(name.text)
    }
    if client.isInteractive, client.deletion != name {
      client.deletion = name
      throw .unconfirmed(name.text)
    }
    client.deletion = nil
    leavesEditor(of: name)
    let set = try stored(name)
    try refusing(folder?.delete(set, keeping: true))
    noteExchange(
      of: set, for: nil, keeping: true, telling: .deletedSet(name), undone: .restoredSet(name))
  }

  /// Brings back a deleted set, even if another program deleted it, long ago.
  func restore(_ text: String) throws(CommandRefusal) {
    let name = try setName(text)
    guard let folder else { throw .noSets }
    let set = try Self.restored(name, in: folder)
    noteExchange(
      of: nil, for: set, keeping: true, telling: .restoredSet(set.set.name),
      undone: .deletedSet(set.set.name))
  }

  /// Brings back the deleted set of this name. Blocks on the disk.
  package nonisolated static func restored(
    _ name: SetName, in folder: SetFolder
  ) throws(CommandRefusal) -> StoredSet {
    let set: StoredSet?
    do throws(SetProblem) { set = try folder.restoreDeleted(name) } catch { throw .set(error) }
    guard let set else { throw .notDeleted(name.text, kept: folder.deletedNames.map(\.text)) }
    return set
  }

  // MARK: - Loading

  /// Picks the songs of a set, and takes its plan.
  func load(_ reference: SetReference, for client: Client) async throws(CommandRefusal) -> Reply {
    guard session.phase != .listening else { throw .session(.goBackFirst) }
    leavesEditor(of: try readable(reference).name)
    let set = try readable(reference)
    try await load(set)
    client.screen = .songs
    followers.tell(.loaded(summary(of: set)))
    guard !session.playOrder.isEmpty else {
      return .outcome(.changed, of: .practice(.load(reference)), among: nil)
    }
    return .page(.list(SongListing(scope: .picked, songs: session.playOrder)))
  }

  /// Loads `set`, and changes its plan by `changes` for this session alone.
  ///
  /// - Returns: The songs of the set, with the present paths of those found elsewhere.
  @discardableResult package func load(
    _ set: SongSet, changing changes: [PlanStep] = []
  ) async throws(CommandRefusal) -> [SetSong] {
    let now = services.clock.now()
    let steps = try set.steps()
    var plan = steps.changes(at: now.timeOfDay, seed: seeds.draw())
    clocked.note(steps + changes, at: now)
    plan += changes.map { $0.change(at: now.timeOfDay, drawingSeed: seeds.draw) }
    let (change, before) = (session.latestOwnChange, current.loaded)
    let (songs, _) = try await load(set.songs, plan: plan, of: set.name.text)
    current.noteLoaded(set.name)
    guard session.latestOwnChange == change else { return songs }
    // It was picked already. Without a step of its own, 'undo' would undo the change before it,
    // such as saving the set.
    let after = current.loaded
    session.noteChange(
      ofPicks: true, undone: .unloaded(set.name), redone: .loaded(summary(of: set))
    ) { [unowned self] in
      current.loaded = before
    } redo: { [unowned self] in
      current.loaded = after
    }
    return songs
  }

  /// Picks `songs`, in their order, and takes the plan that `changes` make of an empty one. Waits
  /// while new songs are read and missing ones are looked for. Then ends the editing of a set.
  ///
  /// - Returns: The songs, with the paths at which they were found, and the place of each among
  ///   those that can be played; `nil` if it cannot.
  func load(
    _ songs: [SetSong], plan changes: [PlanChange], of name: String
  ) async throws(CommandRefusal) -> (songs: [SetSong], places: [Int?]) {
    try check(songs, of: name)
    var songs = songs
    var listed = await files.songs(at: songs.map(\.path), reading: services.readSongs)
    let (moved, unclear) = await moved(songs.indices.filter { listed[$0] == nil }, of: songs)
    if !moved.isEmpty {
      for (index, path) in moved { songs[index].path = path }
      try check(songs, of: name)
      listed = await files.songs(at: songs.map(\.path), reading: services.readSongs)
    }
    let paths = songs.map(\.path)
    let missing = zip(paths, listed).filter { $0.1 == nil }.map(\.0)
    let reasons = await missing.isEmpty ? [:] : reasons(ofMissing: missing)
    if let first = missing.first, missing.count == songs.count {
      let path = shown(first)
      throw .songsMissing(reasons[path].map { "\(path) (\($0))" } ?? path)
    }
    let changes = await planFiles.resolved(changes) { use, reason in
      followers.tell(.bellMissing(use.unreadable(reason), of: name))
    }
    // Not before the last wait: somebody may sort the list meanwhile.
    let found = listed.compactMap { $0?.index }
    leaveEditor()
    // The session refuses a plan only for its limits.
    if case .refused(let refusal) = session.perform(.load(found, plan: changes)) {
      throw .plan(refusal.text)
    }
    let present = Set(zip(paths, listed).filter { $0.1 != nil }.map(\.0))
    self.missing = (MissingSongs(of: songs, present: present), loadedBy: session.latestOwnChange)
    if !moved.isEmpty {
      followers.tell(.found(moved.sorted { $0.key < $1.key }.map { shown($0.value) }, of: name))
    }
    if !missing.isEmpty {
      followers.tell(.missing(missing.map(shown), of: name, unclear: unclear, because: reasons))
    }
    var numbers = (0...).makeIterator()
    let places = listed.map { $0 == nil ? nil : numbers.next() }
    return (songs, places)
  }

  /// Why songs cannot be played although their files exist, by their paths as shown.
  private func reasons(ofMissing paths: [[UInt8]]) async -> [String: String] {
    let reasons = await services.songProblems(paths.map { PathName.path($0) })
    let shown = reasons.map { (self.shown(PathName.allBytes(of: $0)), $1) }
    return Dictionary(shown) { first, _ in first }
  }

  /// Refuses songs that must not be played, such as the output file.
  private func check(_ songs: [SetSong], of name: String) throws(CommandRefusal) {
    for song in songs {
      guard let reason = services.obstacle(PathName.path(song.path)) else { continue }
      throw .set(.file(name, reason: "\(shown(song.path)): \(reason)"))
    }
  }

  /// Looks for songs that are not at their paths: in the list, then in the music folder.
  ///
  /// - Parameter missing: Their indices in `songs`.
  /// - Returns: Their paths by index, and the number of those that several songs match.
  private func moved(
    _ missing: [Int], of songs: [SetSong]
  ) async -> (paths: [Int: [UInt8]], unclear: Int) {
    var wanted = missing.filter { songs[$0].length != nil }
    var (paths, unclear): ([Int: [UInt8]], Int) = ([:], 0)
    func look(among candidates: some Sequence<SetSong>) {
      let known = MovedSongs(wanted.map { songs[$0] }, among: candidates)
      wanted = wanted.filter { index in
        switch known.match(songs[index]) {
        case .none: return true
        case .file(let path): paths[index] = path
        case .several: unclear += 1
        }
        return false
      }
    }
    if !wanted.isEmpty { look(among: session.songs.indices.lazy.map(files.setSong)) }
    if !wanted.isEmpty { look(among: await services.musicFolderSongs()) }
    return (paths, unclear)
  }

  private func shown(_ path: [UInt8]) -> String {
    CleanText.clean(String(decoding: path, as: UTF8.self))
  }

  // MARK: - Editing

  /// Opens the picker on the songs of a set.
  func edit(_ reference: SetReference) async throws(CommandRefusal) {
    leavesEditor(of: try stored(reference).set.name)
    let stored = try stored(reference)
    let songs = try await load(stored.set)
    editor = SetEditor(stored, songs: songs, missing: missing.songs, in: session, files)
  }

  /// Saves the edited set if its name is `name`, before it is read again. Another set stays open
  /// until something is loaded: a refused line changes nothing.
  @discardableResult func leavesEditor(of name: SetName) -> Bool {
    guard editor?.stored.set.name == name else { return false }
    leaveEditor()
    return true
  }

  /// Ends the editing of an unchanged set: the change that loaded it is undone next.
  func leaveUnchangedEditor() {
    // Loading a set for editing does not change the set.
    if let editor, session.latestChange <= editor.loadedBy { leaveEditor(saving: false) }
  }

  /// Ends the editing of a set, if there is one.
  ///
  /// - Parameter saves: True to save a change, even if only the paths of songs found elsewhere.
  func leaveEditor(saving saves: Bool = true) {
    guard let editor else { return }
    editor.end()
    self.editor = nil
    guard saves, editor.set != editor.stored.set else {
      return followers.tell(.unchanged(editor.set.name))
    }
    do throws(CommandRefusal) {
      if editor.set.songs.isEmpty, !(editor.set.plan.plan?.outlastsSongs ?? true) {
        throw .nothingToSave
      }
      try write(editor.set, replacing: editor.stored)
      current.noteLoaded(editor.set.name)
    } catch {
      followers.tell(.unsaved(editor.set.name, error))
    }
  }

  // MARK: - Saving

  func save(as text: String?, for client: Client) throws(CommandRefusal) -> Reply {
    guard canSave else { throw .nothingToSave }
    guard let text else {
      guard client.isInteractive else { throw .badName(.empty) }
      return try openForm(for: client)
    }
    let name = try setName(text, isNew: true)
    let done = Reply.outcome(.changed, of: .practice(.save(name: text)), among: nil)
    if leavesEditor(of: name) { return done }
    guard try listedNames().contains(name) else {
      try save(as: name, replacing: false)
      return done
    }
    let old = try stored(name)
    if isSaved(as: old.set) {
      current.noteLoaded(old.set.name)
      followers.tell(.unchanged(old.set.name))
      return done
    }
    guard client.isInteractive else { throw .set(.taken(name.text)) }
    return try openForm(for: client, name: name)
  }

  private var canSave: Bool { !session.playOrder.isEmpty || session.state.plan.outlastsSongs }

  func save(as name: SetName, replacing: Bool) throws(CommandRefusal) {
    // Another client may have unpicked everything while the name was typed.
    guard canSave else { throw .nothingToSave }
    let old = replacing ? try stored(name) : nil
    try write(set(named: name), replacing: old)
    current.noteLoaded(name)
  }

  private func set(named name: SetName) -> SongSet {
    SongSet(
      name: name, songs: withMissing(session.playOrder.map(files.setSong)),
      plan: StoredPlan(planToSave))
  }

  /// True if `stored` has these songs and this plan. Titles do not count: users edit them.
  private func isSaved(as stored: SongSet) -> Bool {
    let new = set(named: stored.name)
    return new.songs.map(\.path) == stored.songs.map(\.path) && new.plan.plan == stored.plan.plan
  }

  /// `picked` with the missing songs of what was loaded, unless that was undone or all unpicked.
  private func withMissing(_ picked: [SetSong]) -> [SetSong] {
    guard session.isDone(missing.loadedBy), missing.songs.isOfSet(picked) else { return picked }
    return missing.songs.inserted(into: picked)
  }

  /// The plan, with the volume and the level that are heard if the settings differ.
  private var planToSave: Plan {
    var plan = session.state.plan.unskipped
    let habits = services.habits()
    if plan.volume == nil, session.volume != habits.volume { plan.volume = session.volume }
    if plan.level == nil, session.level != habits.level { plan.level = session.level }
    return plan
  }

  /// Writes `set`, sends a notice, and notes how to undo it.
  func write(_ set: SongSet, replacing old: StoredSet?) throws(CommandRefusal) {
    let new = try refusing(folder?.write(set, replacing: old))
    guard new != old else { return followers.tell(.unchanged(new.set.name)) }
    let replaced = old.flatMap { $0.set.name == new.set.name ? $0 : nil }
    noteExchange(
      of: replaced, for: new, telling: .saved(summary(of: new.set), asked: set.name),
      undone: replaced.map { .restoredSet($0.set.name) } ?? .removedSet(new.set.name))
  }

  /// Sends `news` of an exchange that was made, and notes how to undo it.
  private func noteExchange(
    of old: StoredSet?, for new: StoredSet?, keeping keeps: Bool = false,
    telling news: PracticeNews, undone: PracticeNews
  ) {
    session.noteChange(undone: undone, redone: news) {
      [unowned self] () throws(CommandRefusal) in
      try exchange(new, for: old, keeping: keeps)
    } redo: { [unowned self] () throws(CommandRefusal) in
      try exchange(old, for: new, keeping: keeps)
    }
    followers.tell(news)
  }

  /// Replaces the set `old` by `new`, byte for byte; either may be `nil`.
  ///
  /// - Parameter keeps: True if the deleted set can be restored by its name.
  private func exchange(
    _ old: StoredSet?, for new: StoredSet?, keeping keeps: Bool
  ) throws(CommandRefusal) {
    if let old { try refusing(folder?.delete(old, keeping: keeps)) }
    guard let new else { return }
    do throws(CommandRefusal) {
      try refusing(folder?.restore(new))
    } catch {
      if let old { try refusing(folder?.restore(old)) }
      throw error
    }
  }

  /// Asks `client` for the name of a set.
  ///
  /// - Parameter name: A name that is taken; the form asks at once whether to replace it.
  func openForm(for client: Client, name: SetName? = nil) throws(CommandRefusal) -> Reply {
    // Read once, not with each key. A set that another program saves meanwhile is not replaced.
    let names = Set(try listedNames())
    let form = NameForm { names.contains($0) }
    let reply = client.open(form) { [unowned self] name, isReplacing in
      do throws(CommandRefusal) {
        try save(as: name, replacing: isReplacing)
      } catch {
        return .refused(error)
      }
      return .outcome(.changed, of: .practice(.save(name: name.text)), among: nil)
    }
    guard let name else { return reply }
    return client.answer(name.text) ?? reply
  }
}

/// Packs and unpacks archives, each on a thread of its own.
private final class ArchiveThreads: Sendable {
  typealias Work<Result> =
    @Sendable (_ isWanted: @escaping @Sendable () -> Bool) throws(CommandRefusal) -> Result

  /// How many seconds the end of the program waits for an interrupted archive to be deleted.
  private static let timeout = 2.0

  private let isClosed = Locked(false)
  private let running = DispatchGroup()

  /// The result of `work`, which asks often whether it is still wanted.
  func run<Result: Sendable>(
    _ work: @escaping Work<Result>
  ) async throws(CommandRefusal) -> Result {
    running.enter()
    return try await SystemThread.run("archive") { [self] () throws(CommandRefusal) in
      defer { running.leave() }
      return try work { [isClosed] in !isClosed.withLock(\.self) }
    }
  }

  /// Interrupts what is in progress, and waits for its end.
  func close() {
    isClosed.withLock { $0 = true }
    _ = running.wait(timeout: .now() + Self.timeout)
  }
}
