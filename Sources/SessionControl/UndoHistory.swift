import CommandLanguage
import MeditationCore
import Practice
import Score

/// Performs the commands about the practice, and records the session in the journal.
@MainActor public final class PracticeDesk {
  /// What things are kept with.
  public let services: PracticeServices
  /// The set that is edited in the picker; `nil` unless one is.
  public internal(set) var editor: SetEditor?

  unowned let controller: SessionController
  let recorder: JournalRecorder?
  let journal: JournalThread?
  /// The changes of the practice that `undo` can take back, the latest last.
  private var done: [UndoStep] = []
  /// Those that `redo` can make again, the latest undone last.
  private var undone: [UndoStep] = []
  /// The number of the session's changes when the latest of them was undone: another change since
  /// drops them.
  private var changesAtUndo = 0
  /// The set that is loaded, with the ids of its songs in their order, and its plan.
  var loaded: (name: SetName, songs: [Int], plan: Plan)?
  /// The songs of what is loaded that are missing, and the change that loaded it.
  var missing: (songs: MissingSongs, loadedBy: Int)?
  /// The sit that the next session continues.
  var resumed: Sit?
  private var hasFailed = false

  var session: MeditationViewModel { controller.session }
  var clock: WallClock { services.clock }

  /// A change of the practice that can be taken back and made again.
  private struct UndoStep {
    typealias Work = () throws(PracticeRefusal) -> PracticeNews

    /// The number of changes that the session could undo before it, to know which is the latest.
    let depth: Int
    /// Whether it is about the picks, which stay as they are during a session.
    let isOfPicks: Bool
    let undo: Work
    let redo: Work
  }

  init(_ services: PracticeServices, controller: SessionController) {
    self.services = services
    self.controller = controller
    guard let store = services.journal else {
      (self.journal, recorder) = (nil, nil)
      return
    }
    let reporter = Reporter()
    let journal = JournalThread(store, patience: services.journalPatience) { news in
      Task { @MainActor in reporter.report(news) }
    }
    self.journal = journal
    recorder = JournalRecorder(
      controller.session, journal: journal, clock: services.clock,
      isAttended: { [unowned controller] in services.isSeen || controller.isTouched },
      song: { [unowned controller] in controller.sitSong($0) })
    reporter.desk = self
  }

  /// Passes news from the journal's thread to the desk.
  @MainActor private final class Reporter {
    weak var desk: PracticeDesk?

    func report(_ news: PracticeNews) { desk?.tellOfJournal(news) }
  }

  /// Follows a settled change of the session.
  func follow(_ change: SessionChange) {
    let begins = change.before.phase != .listening && change.after.phase == .listening
    if change.before.phase == .picking, change.after.phase != .picking { leaveEditor() }
    recorder?.follow(change, resumed: resumed, set: begins ? sessionSet : nil)
    guard begins else { return }
    resumed = nil
    journal?.reportOther()
  }

  /// The set that is loaded, if the session is of its songs; a silent one, if it has its plan.
  public var sessionSet: SetName? {
    guard let loaded, loaded.songs == session.playOrder.map({ session.songs[$0].id }),
      !loaded.songs.isEmpty || loaded.plan == session.state.plan
    else { return nil }
    return loaded.name
  }

  /// Follows an event of the engine.
  func hear(_ event: EngineEvent.Kind) { recorder?.hear(event) }

  /// Ends what goes on, because the program ends. Waits for the disk, but not for long.
  public func close() {
    leaveEditor()
    recorder?.leave()
    do throws(JournalProblem) {
      try journal?.close(within: max(2, services.journalPatience))
    } catch {
      // It may have been told already that the journal cannot be written.
      if !hasFailed { controller.tell(.sitUnwritten(error)) }
    }
  }

  /// Says once that the journal cannot be written; later problems are likely the same.
  private func tellOfJournal(_ news: PracticeNews) {
    if case .journalFailed = news {
      guard !hasFailed else { return }
      hasFailed = true
    }
    controller.tell(news)
  }

  // MARK: Commands

  /// Performs `command` for `client`.
  func perform(_ command: PracticeCommand, for client: Client) -> Reply {
    PendingReply.reply { [self, controller] in
      defer { withExtendedLifetime(controller) {} }
      do throws(PracticeRefusal) {
        return try await reply(to: command, for: client)
      } catch {
        return .declined(error)
      }
    }
  }

  private func reply(
    to command: PracticeCommand, for client: Client
  ) async throws(PracticeRefusal) -> Reply {
    switch command {
    case .home: return try home(for: client)
    case .journal(let rows, let listening):
      let rows = rows ?? NumberRange(1, through: client.screenful())
      return .page(.journal(try journalPage(rows, listening: listening)))
    case .note(let text): try note(text)
    case .annotate(let row, let text): try note(text, of: sit(atRow: row))
    case .deleteSit(let row): try deleteSit(atRow: row)
    case .deleteListening: try deleteListening()
    case .again: return try await again()
    case .resume: return try await resume()
    case .sets: return .page(.sets(try setsPage()))
    case .save(let name): return try save(as: name, for: client)
    case .load(let set): return try await load(set, for: client)
    case .edit(let set): return try await edit(set, for: client)
    case .rename(let set, let name): try rename(set, to: name)
    case .delete(let set): try delete(set)
    case .sit(let target): return try await sit(target)
    case .settings:
      guard let settings = services.settings else { throw .noSettings }
      return .page(.settings(settings.settings))
    case .set(let name, let value): try change(setting: name, to: value)
    }
    return .outcome(.changed, of: .practice(command), among: nil)
  }

  private func change(setting name: String, to value: String) throws(PracticeRefusal) {
    guard let settings = services.settings else { throw .noSettings }
    let isDefault = value.lowercased() == "default"
    controller.tell(.setting(try settings.set(name, to: isDefault ? nil : value)))
  }

  // MARK: Undo

  /// Notes how the latest change of the practice is taken back, and made again after that.
  ///
  /// - Parameter isOfPicks: Whether it is about the picks, which stay as they are during a session.
  func canUndo(
    isOfPicks: Bool = false,
    _ undo: @escaping () throws(PracticeRefusal) -> PracticeNews,
    redo: @escaping () throws(PracticeRefusal) -> PracticeNews
  ) {
    done.append(
      UndoStep(depth: session.undoDepth, isOfPicks: isOfPicks, undo: undo, redo: redo))
    undone = []
    session.forgetUndone()
  }

  /// Takes back the latest change of all, of the practice or of the session.
  func undo() -> Reply {
    // What loaded a set for editing is not a change of the set.
    if let editor, session.undoDepth <= editor.undoDepth { leaveEditor() }
    dropStaleSteps()
    guard let step = done.last, mayTake(step) else { return take(.undo) }
    if step.depth < session.undoDepth {
      let outcome = session.perform(.undo)
      // Only old changes are forgotten, and those made before a session wait for its end.
      guard case .refused(.nothingToUndo) = outcome, session.phase == .picking else {
        return controller.outcome(outcome, of: .action(.undo))
      }
    }
    done.removeLast()
    do throws(PracticeRefusal) {
      controller.tell(try step.undo())
    } catch {
      done.append(step)
      return .declined(error)
    }
    undone.append(step)
    changesAtUndo = session.changeCount
    return .outcome(.changed, of: .action(.undo), among: nil)
  }

  /// Makes the latest change again that was undone, of the practice or of the session.
  func redo() -> Reply {
    dropStaleSteps()
    guard let step = undone.last, step.depth >= session.undoDepth, mayTake(step) else {
      return take(.redo)
    }
    if step.depth > session.undoDepth { return take(.redo) }
    undone.removeLast()
    do throws(PracticeRefusal) {
      controller.tell(try step.redo())
    } catch {
      undone.append(step)
      return .declined(error)
    }
    done.append(step)
    return .outcome(.changed, of: .action(.redo), among: nil)
  }

  private func take(_ step: Action) -> Reply {
    controller.outcome(session.perform(step), of: .action(step))
  }

  private func mayTake(_ step: UndoStep) -> Bool { !step.isOfPicks || session.phase == .picking }

  /// Drops what was undone before the session changed.
  private func dropStaleSteps() {
    if session.changeCount != changesAtUndo { undone = [] }
  }

  /// Runs `work` on the journal's thread, whose problem is one of the journal. Waits for it, but not
  /// for long.
  func withJournal<Result: Sendable>(
    _ work: @escaping @Sendable (any JournalStore) throws(JournalProblem) -> Result
  ) throws(PracticeRefusal) -> Result {
    guard let journal else { throw .noJournal }
    defer { for notice in journal.takeNotices() { controller.tell(.journalMended(notice)) } }
    do throws(JournalProblem) {
      return try journal.ask(work)
    } catch {
      throw .journal(error)
    }
  }

  /// Runs `work`, whose problem is one of the sets.
  func withSets<Result>(
    _ work: (any SetStore) throws(SetProblem) -> Result
  ) throws(PracticeRefusal) -> Result {
    guard let sets = services.sets else { throw .noSets }
    do throws(SetProblem) {
      return try work(sets)
    } catch {
      throw .set(error)
    }
  }
}
