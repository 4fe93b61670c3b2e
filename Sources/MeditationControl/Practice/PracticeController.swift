import MeditationCore
import MeditationLanguage
import MeditationPractice
import MeditationScreens

/// Performs the commands about sets, sits, journal and settings, and those that differ at home.
@MainActor package final class PracticeController {
  package let services: PracticeServices
  package let sets: SetsKeeper
  package let journal: JournalKeeper

  let session: MeditationViewModel
  let current: SessionOrigin
  let speaker: GuideSpeaker
  let seeds: SeedSource
  let clocked: BeginKeeper
  let sleep: SleepWatch
  private let files: SongFiles
  private let followers: Followers

  init(
    _ services: PracticeServices, session: MeditationViewModel, current: SessionOrigin,
    files: SongFiles, planFiles: PlanFiles, speaker: GuideSpeaker, seeds: SeedSource,
    followers: Followers
  ) {
    (self.services, self.session, self.current) = (services, session, current)
    (self.speaker, self.seeds) = (speaker, seeds)
    (self.files, self.followers) = (files, followers)
    files.awaitsLibrary = services.openLibrary != nil
    journal = JournalKeeper(
      services, session: session, current: current, files: files, followers: followers)
    clocked = BeginKeeper(session, services)
    sets = SetsKeeper(
      services, session: session, current: current, files: files, planFiles: planFiles,
      seeds: seeds, followers: followers, journal: journal, clocked: clocked)
    sleep = SleepWatch(session, services, followers: followers)
  }

  func follow(_ change: SessionChange) {
    if change.before.phase == .picking, change.after.phase != .picking { sets.leaveEditor() }
    journal.record(change)
    clocked.follow(change)
    sleep.follow(change)
  }

  /// Ends work in progress when the program ends. Waits for the disk, but not for long.
  ///
  /// - Parameter keepsList: True to save what a person picked, but did not play, as a set.
  package func close(keepsList: Bool = false) {
    sets.close(keepsList: keepsList)
    journal.close()
  }

  // MARK: - Commands

  func perform(_ command: PracticeCommand, for client: Client) -> Reply {
    PendingReply.reply { [self] () async throws(CommandRefusal) in
      try await reply(to: command, for: client)
    }
  }

  private func reply(
    to command: PracticeCommand, for client: Client
  ) async throws(CommandRefusal) -> Reply {
    if case .delete = command {} else { client.deletion = nil }
    switch command {
    case .home: return home(for: client)
    case .journal(let rows, let listening):
      let rows = rows ?? NumberRange(1, through: client.screenful())
      return .page(.journal(try await journal.page(rows, listening: listening)))
    case .totals: return .page(.totals(try await journal.totalsPage()))
    case .labelled(let label): return .page(.journal(try await journal.page(ofLabel: label)))
    case .note(let text): try await journal.remark(.note(text), on: journal.latestSit())
    case .annotate(let row, let text):
      try await journal.remark(.note(text), on: journal.sit(atRow: row))
    case .label(let text): try await journal.remark(.label(text), on: journal.latestSit())
    case .labelSit(let row, let text):
      try await journal.remark(.label(text), on: journal.sit(atRow: row))
    case .addSit(let day, let begin, let length, let note):
      try await journal.addSit(on: day, at: begin, for: length, note: note)
    case .editSit(let row, let times): try await journal.editSit(atRow: row, times)
    case .deleteSit(let row): try await journal.deleteSit(atRow: row)
    case .deleteListening: try await journal.deleteListening()
    case .again: return try await again()
    case .resume: return try await resume()
    case .sets: return .page(.sets(try sets.page()))
    case .showSet(let set): return .page(.set(try await sets.form(set)))
    case .exportSet(let set, let file): try await sets.export(set, to: file)
    case .bundleSet(let set, let file): try await sets.bundle(set, to: file)
    case .importSet(let file): try await sets.importBundle(file)
    case .save(let name): return try sets.save(as: name, for: client)
    case .load(let set): return try await sets.load(set, for: client)
    case .edit(let set):
      guard session.phase != .listening else { throw .session(.goBackFirst) }
      if case .name(let word) = set, word.lowercased() == "off", sets.editor != nil {
        sets.leaveEditor(saving: false)
        return back(for: client) ?? .page(.songs)
      }
      try await sets.edit(set)
      return openPicker(for: client)
    case .rename(let set, let name): try sets.rename(set, to: name)
    case .delete(let set): try sets.delete(set, for: client)
    case .restore(let name): try sets.restore(name)
    case .sit(let target): return try await sit(target)
    case .settings:
      guard let settings = services.settings else { throw .noSettings }
      return .page(.settings(settings.settings))
    case .set(let name, let value): try change(setting: name, to: value)
    }
    return .outcome(.changed, of: .practice(command), among: nil)
  }

  private func change(setting name: String, to value: String) throws(CommandRefusal) {
    guard let settings = services.settings else { throw .noSettings }
    let isDefault = value.lowercased() == "default"
    followers.tell(.setting(try settings.set(name, to: isDefault ? nil : value)))
  }

  /// Undoes the latest change of the session or the practice, or redoes the one undone last.
  func step(_ step: HistoryStep) -> Reply {
    if step == .undo { sets.leaveUnchangedEditor() }
    return PendingReply.reply { [self] in await take(step) }
  }

  private func take(_ step: HistoryStep) async -> Reply {
    guard let change = session.outsideChange(to: step) as? PracticeChange else {
      return Reply(session.perform(step.action), of: .action(step.action))
    }
    let (work, news) = step == .undo ? change.undo : change.redo
    do throws(CommandRefusal) {
      try await work()
    } catch .journal(.noSuchSit) {
      // Another program deleted the sit that the note was about.
      pass(change, by: step)
      return await take(step)
    } catch {
      return .refused(error)
    }
    pass(change, by: step)
    followers.tell(news)
    return .outcome(.changed, of: .action(step.action), among: nil)
  }

  /// Moves the history past `change`, unless another client has moved it meanwhile.
  private func pass(_ change: PracticeChange, by step: HistoryStep) {
    guard session.outsideChange(to: step) as? PracticeChange === change else { return }
    session.takeOutsideChange(step)
  }

  // MARK: - Home

  /// Collects the contents of the home screen; what cannot be read is left out.
  package func homePage() -> HomePage {
    let past = journal.outlook
    return HomePage(
      sets: (try? sets.page()) ?? SetsPage(sets: [], now: services.clock.now()),
      totals: past.totals, resumable: past.offered, hasLatest: past.isRepeatable,
      picked: session.state.picked, plan: session.state.plan, volume: session.volume)
  }

  /// True if nothing was saved or sat yet.
  package var isNew: Bool { journal.isEmpty && sets.isEmpty }

  /// Shows the home screen to `client`; ends the editing of a set.
  private func home(for client: Client) -> Reply {
    guard session.phase != .listening else { return .refused(.session(.goBackFirst)) }
    sets.leaveEditor()
    client.screen = .home
    client.line?.awaitsPage = true
    if session.phase == .finished { session.perform(.back) }
    return .page(.home(homePage()))
  }

  /// `back` while picking: saves the edited set, and goes home; `nil` if there is neither.
  func back(for client: Client) -> Reply? {
    guard session.phase == .picking else { return nil }
    guard client.screen != .home else { return perform(.home, for: client) }
    let wasEditing = sets.editor != nil
    sets.leaveEditor()
    guard services.openLibrary != nil else { return wasEditing ? .page(.songs) : nil }
    client.screen = .home
    return .page(.home(homePage()))
  }

  /// Opens the picker with the music folder for `client`, which is at home.
  func openPicker(for client: Client) -> Reply {
    client.screen = .songs
    guard let openLibrary = services.openLibrary, files.awaitsLibrary else { return .page(.songs) }
    (files.awaitsLibrary, files.isReading) = (false, true)
    openLibrary()
    return .outcome(.changed, of: .practice(.home), among: nil)
  }

  /// The command for a line that is a length alone, on the home screen: `20m` sits.
  func lengthAtHome(_ line: String, _ client: Client) -> Command? {
    guard client.screen == .home, session.phase == .picking,
      case .practice(.sit(.length(let length)))? = try? CommandParser.parse("sit \(line)")
    else { return nil }
    return .practice(.sit(.length(length)))
  }

  /// The reply to a command that means something else on the home screen; `nil` for others.
  func fromHome(_ command: Command, _ client: Client) throws(CommandRefusal) -> Reply? {
    guard client.screen == .home, session.phase == .picking else { return nil }
    switch command {
    case .numbers(let ranges):
      guard let range = ranges.first, ranges.count == 1, range.last == range.first else {
        throw .oneSetAtOnce
      }
      // After 'sit', a number without a row is minutes; alone, it must be a row.
      _ = try sets.stored(.number(range.first))
      return perform(.sit(.set(.number(range.first))), for: client)
    case .show(.status): return perform(.home, for: client)
    case .show(.list): return openPicker(for: client)
    case .show(.info(_?)) where files.awaitsLibrary: throw .songsNotOpen
    // Home shows the picks, so they can be cleared there.
    case .unpick(.all) where !session.songs.isEmpty: return nil
    case .add:
      if !files.awaitsLibrary { client.screen = .songs }
      return nil
    case .pick, .unpick, .invert, .find, .action(.sort), .action(.shuffle), .shuffle:
      // These need the list, which is read when the picker is opened.
      guard !files.awaitsLibrary else { throw .songsNotOpen }
      client.screen = .songs
      return nil
    default: return nil
    }
  }
}

// MARK: - Undoing

/// A change of a set or of the journal that `undo` can undo.
@MainActor private final class PracticeChange: OutsideChange {
  /// A step of `undo` or `redo`, and the news of it.
  typealias Step = (work: @MainActor () async throws(CommandRefusal) -> Void, news: PracticeNews)

  nonisolated let isOfPicks: Bool
  let undo: Step
  let redo: Step

  init(isOfPicks: Bool, undo: Step, redo: Step) {
    (self.isOfPicks, self.undo, self.redo) = (isOfPicks, undo, redo)
  }
}

extension MeditationViewModel {
  /// Notes how to undo the latest change of the practice and how to redo it, with the news of both.
  func noteChange(
    ofPicks isOfPicks: Bool = false, undone: PracticeNews, redone: PracticeNews,
    undo: @escaping @MainActor () async throws(CommandRefusal) -> Void,
    redo: @escaping @MainActor () async throws(CommandRefusal) -> Void
  ) {
    note(PracticeChange(isOfPicks: isOfPicks, undo: (undo, undone), redo: (redo, redone)))
  }
}
