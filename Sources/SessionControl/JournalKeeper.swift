import CommandLanguage
import MeditationCore
public import Practice
import Score
public import Screens

/// Keeps the journal: records the session in it, shows its pages, and changes its rows.
@MainActor public final class JournalKeeper {
  private let services: PracticeServices
  private let session: MeditationViewModel
  private let notices: Notices
  private let thread: JournalThread?
  private let recorder: JournalRecorder?
  /// Whether anybody typed a line, or steered a session that plays.
  private var isTouched = false
  private var hasFailed = false
  /// True if it was told that the end of the latest session is not in the journal.
  private var isLossTold = false
  /// True if the program ended, and a sit is not in the journal as it was.
  public private(set) var hasUnwrittenSit = false

  private var clock: WallClock { services.clock }

  init(
    _ services: PracticeServices, session: MeditationViewModel, files: SongFiles, notices: Notices
  ) {
    (self.services, self.session, self.notices) = (services, session, notices)
    guard let store = services.journal else {
      (thread, recorder) = (nil, nil)
      return
    }
    let reporter = Reporter()
    let thread = JournalThread(store, timeout: services.journalTimeout) { news in
      Task { @MainActor in reporter.report(news) }
    }
    self.thread = thread
    recorder = JournalRecorder(
      session, journal: thread, clock: services.clock,
      isAttended: { services.isSeen || reporter.keeper?.isTouched ?? false },
      song: { files.sitSong($0) })
    reporter.keeper = self
  }

  /// Passes news from the journal's thread to the keeper.
  @MainActor private final class Reporter {
    weak var keeper: JournalKeeper?

    func report(_ news: PracticeNews) { keeper?.report(news) }
  }

  /// Sends once that the journal cannot be written, and once in each session that its end is not
  /// there; later problems are likely the same.
  private func report(_ news: PracticeNews) {
    switch news {
    case .journalFailed:
      guard !hasFailed else { return }
      hasFailed = true
    case .sitUnwritten:
      guard !isLossTold else { return }
      isLossTold = true
    default: break
    }
    notices.send(news)
  }

  /// Asks the journal on its thread. Waits for the answer, but not for long.
  private func ask<Answer: Sendable>(
    _ question: @escaping @Sendable (any JournalStore) throws(JournalProblem) -> Answer
  ) throws(CommandRefusal) -> Answer {
    guard let thread else { throw .noJournal }
    defer { for notice in thread.takeNotices() { notices.send(.journalMended(notice)) } }
    do throws(JournalProblem) {
      return try thread.ask(question)
    } catch {
      throw .journal(error)
    }
  }

  // MARK: - Recording

  /// Notes that somebody typed a line, or steers a session that plays.
  func touch() { isTouched = true }

  /// Records a settled change of the session.
  ///
  /// - Parameters:
  ///   - resumed: The sit that a session continues, if it begins with this change.
  ///   - set: The set of a session that begins with this change.
  func record(_ change: SessionChange, resumed: Sit?, set: SetName?) {
    recorder?.follow(change, resumed: resumed, set: set)
    guard change.before.phase != .listening, change.after.phase == .listening else { return }
    isLossTold = false
    thread?.reportOther()
  }

  /// Records whether there is a sound device.
  func hear(_ event: EngineEvent.Kind) { recorder?.hear(event) }

  /// Takes `sit`, so that no other program continues it.
  func claim(_ sit: Sit) throws(CommandRefusal) {
    let isOurs = try ask { store throws(JournalProblem) in try store.claim(sit.id) }
    guard isOurs else { throw .nothingToResume(.goesOn) }
  }

  /// Takes back ``claim(_:)``, because the session that was to continue `sit` was refused.
  func restore(_ sit: Sit) { thread?.save(sit) }

  /// Ends the sit in progress, because the program ends. Waits for the disk, but not for long.
  func close() {
    recorder?.leave()
    do throws(JournalProblem) {
      try thread?.close(within: max(2, services.journalTimeout))
    } catch {
      hasUnwrittenSit = true
      report(.sitUnwritten(error))
    }
  }

  /// Whether nothing was sat yet; not where that cannot be read.
  var isEmpty: Bool { (try? ask { store throws(JournalProblem) in store.isEmpty }) ?? true }

  /// When each set was last sat; none if that cannot be read.
  var lastSits: [SetName: Moment] {
    (try? ask { store throws(JournalProblem) in try store.lastSits() }) ?? [:]
  }

  /// Gives the sits of a set its new name.
  func renameSet(_ old: SetName, to new: SetName) throws(CommandRefusal) {
    try ask { store throws(JournalProblem) in try store.renameSet(old, to: new) }
  }

  // MARK: - Pages and sessions of the past

  /// How long after its beginning a sit can be resumed.
  private static let resumable = Duration.seconds(24 * 3600)

  /// Marks what was interrupted, before the journal is asked for anything. Does not wait.
  public func begin() {
    thread?.perform { store throws(JournalProblem) in _ = try store.closeInterrupted() }
  }

  /// The sit to offer for `resume`; a sit too short to count is not offered.
  public func offeredSit() -> Sit? {
    guard session.phase != .listening, let sit = try? resumableSit() else { return nil }
    return sit.isLong ? sit : nil
  }

  /// The latest sit of the last day, if it was left or interrupted. Short ones are passed over for a
  /// long one, unless that has ended.
  func resumableSit() throws(CommandRefusal) -> Sit {
    let sits = try latestSits()
    guard let last = sits.first else { throw .noSits }
    let now = clock.now().milliseconds
    let ofLastDay = sits.filter {
      $0.end != nil && now - $0.began.milliseconds < Self.resumable.components.seconds * 1_000
    }
    let isResumable: (Sit) -> Bool = { $0.end?.isResumable ?? false }
    let latest = ofLastDay.first(where: \.isLong)
    if let latest, isResumable(latest) {
      guard try hasSession(latest) else { throw .nothingToResume(.songsGone) }
      return latest
    }
    if let short = ofLastDay.prefix(while: { $0.id != latest?.id }).first(where: isResumable) {
      guard try hasSession(short) else { throw .nothingToResume(.tooShort) }
      return short
    }
    guard last.end != nil else { throw .nothingToResume(.goesOn) }
    switch (latest ?? ofLastDay.first)?.end {
    case .completed: throw .nothingToResume(.completed)
    case .stopped: throw .nothingToResume(.stopped)
    case .failed: throw .nothingToResume(.failed)
    case nil, .left, .interrupted: throw .nothingToResume(.tooOld)
    }
  }

  /// The latest sit whose session can begin anew: its songs are known, or it was silent. Of
  /// imported sits they are not.
  func repeatableSit() throws(CommandRefusal) -> Sit? {
    for sit in try latestSits() where try hasSession(sit) { return sit }
    return nil
  }

  /// Whether the session of `sit` is known: its songs are kept, or it had none.
  private func hasSession(_ sit: Sit) throws(CommandRefusal) -> Bool {
    if !sit.hasSongs, SetPlan.plan(sit.plan)?.outlastsSongs ?? false { return true }
    return try !songs(of: sit).isEmpty
  }

  /// The songs of a session; none if they are not kept.
  func songs(of sit: Sit) throws(CommandRefusal) -> [SitSong] {
    if let last = recorder?.last, last.sit.id == sit.id, let songs = last.songs { return songs }
    return try ask { store throws(JournalProblem) in try store.songs(of: sit.id) }
  }

  /// The latest sits, which may go on; enough of them to find one of a kind.
  private func latestSits() throws(CommandRefusal) -> [Sit] {
    try ask { store throws(JournalProblem) in
      try store.sits(since: nil, until: nil, limit: 20)
    }
  }

  /// What was sat today, if the sit that has just ended counts; `nil` if that is not known.
  public func todayText(wording: Wording) -> String? {
    guard hasJustCounted else { return nil }
    return (try? totals())?.todayText(wording: wording)
  }

  /// The line that asks for a note about the sit that has just ended; `nil` if it does not count, has
  /// one already, or nobody is to be asked.
  public var noteQuestion: String? {
    guard services.asksForNote(), hasJustCounted, recorder?.last?.sit.note.isEmpty == true else {
      return nil
    }
    return "'note calm, then sleepy' keeps a line about this sit."
  }

  /// Whether a sit that counts has just ended.
  private var hasJustCounted: Bool {
    session.state.rehearsal == nil && session.state.sat >= Sit.shortest
      && recorder?.last?.sit.counts == true
  }

  func totals() throws(CommandRefusal) -> PracticeTotals { totals(of: try lengths()) }

  private func totals(of lengths: [SatTime]) -> PracticeTotals {
    PracticeTotals(
      of: lengths, now: clock.now(), dayStart: services.dayStart(), rule: services.streakRule(),
      goal: services.goal())
  }

  private func lengths() throws(CommandRefusal) -> [SatTime] {
    try ask { store throws(JournalProblem) in try store.lengths() }
  }

  /// What was sat in each month and year.
  func totalsPage() throws(CommandRefusal) -> TotalsPage {
    let lengths = try lengths()
    return TotalsPage(
      periods: PracticePeriods(of: lengths, dayStart: services.dayStart()),
      totals: totals(of: lengths), now: clock.now())
  }

  /// The sits of these rows; the first row is 1.
  ///
  /// - Parameter listening: Whether rows are counted with music that was played for itself.
  func page(
    _ rows: NumberRange, listening: Bool
  ) throws(CommandRefusal) -> JournalPage {
    let (sits, count, hidden) = try ask { store throws(JournalProblem) in
      let hidden = try store.listeningCount()
      return (
        try store.sits(since: nil, until: nil, limit: rows.last, listening: listening),
        try store.count() + (listening ? hidden : 0), listening ? 0 : hidden
      )
    }
    guard rows.first <= max(sits.count, 1) else {
      throw .noSuchRow(rows.first, count: count)
    }
    let current = withRunning(sits)
    let numbers = JournalPage.numbers(of: current)
    return JournalPage(
      sits: Array(current.dropFirst(rows.first - 1)),
      numbers: Array(numbers.dropFirst(rows.first - 1)), olderCount: count - sits.count,
      hiddenCount: hidden, firstRow: rows.first, showsListening: listening, totals: try totals(),
      labels: try labels(), now: clock.now())
  }

  /// The sits that go by `label`, with their rows in the whole journal.
  func page(ofLabel label: String) throws(CommandRefusal) -> JournalPage {
    let (sits, lengths) = try ask { store throws(JournalProblem) in
      (
        try store.sits(since: nil, until: nil, limit: nil, listening: false),
        try store.labelledLengths()
      )
    }
    let current = withRunning(sits)
    let found = zip(current, JournalPage.numbers(of: current)).filter { $0.0.isLabelled(label) }
    let tally = PracticeTotals.Tally(of: lengths.filter { $0.isLabelled(label) }.map(\.time))
    return JournalPage(
      sits: found.map(\.0), numbers: found.map(\.1), totals: try totals(),
      range: JournalPage.Range(label: label, tally: tally),
      labels: LabelTotal.totals(of: lengths), now: clock.now())
  }

  /// `sits` with the one that goes on as it is now; in the journal it is as it was up to 30 s ago.
  private func withRunning(_ sits: [Sit]) -> [Sit] {
    let running = recorder?.running
    return sits.map { $0.id == running?.id ? running ?? $0 : $0 }
  }

  private func labels() throws(CommandRefusal) -> [LabelTotal] {
    LabelTotal.totals(of: try ask { store throws(JournalProblem) in try store.labelledLengths() })
  }

  // MARK: Rows

  /// The sit at a row of the journal, from 1.
  func sit(atRow row: Int) throws(CommandRefusal) -> Sit {
    let sits = try ask { store throws(JournalProblem) in
      try store.sits(since: nil, until: nil, limit: row, listening: false)
    }
    guard row >= 1, row <= sits.count else { throw .noSuchRow(row, count: sits.count) }
    return sits[row - 1]
  }

  /// Notes or labels the sit that goes on, or the last one.
  func remark(_ remark: SitRemark) throws(CommandRefusal) {
    try self.remark(remark, on: latestSit())
  }

  /// The sit that goes on; else the one of this program, unless another began since; else the latest.
  private func latestSit() throws(CommandRefusal) -> Sit {
    if let running = recorder?.sit { return running }
    let sits = try latestSits()
    // One that could not be written is not among them.
    if let own = recorder?.last, thread?.failure(of: own.sit.id) != nil { return own.sit }
    guard let latest = sits.first else { throw .noSits }
    // A sit that was resumed may have begun before others.
    guard let own = recorder?.last, latest.began <= own.closed else { return latest }
    return sits.first { $0.id == own.sit.id } ?? latest
  }

  /// Notes or labels `sit`.
  func remark(_ remark: SitRemark, on sit: Sit) throws(CommandRefusal) {
    var after = sit
    remark.replace(in: &after)
    let before: SitRemark
    let news: (Sit) -> PracticeNews
    switch remark {
    case .note:
      before = .note(sit.note)
      news = PracticeNews.noted
    case .label:
      before = .label(sit.label)
      news = PracticeNews.labelled
    }
    try write(remark, on: sit)
    session.noteChange { [unowned self] () throws(CommandRefusal) in
      try write(before, on: sit)
      return news(sit)
    } redo: { [unowned self, after] () throws(CommandRefusal) in
      try write(remark, on: sit)
      return news(after)
    }
    notices.send(news(after))
  }

  private func write(_ remark: SitRemark, on sit: Sit) throws(CommandRefusal) {
    // A sit that settles is no row yet; with a remark it is one.
    recorder?.keep(sit.id)
    try ask { [thread] store throws(JournalProblem) in
      if let problem = thread?.failure(of: sit.id) { throw problem }
      try store.remark(remark, on: sit.id)
    }
    // A sit that goes on is written again, as a whole.
    recorder?.remark(remark, on: sit.id)
  }

  /// Adds a sit that was sat elsewhere.
  func addSit(
    on day: PastDay, at begin: TimeOfDay, for length: Duration, note: String
  ) throws(CommandRefusal) {
    let sit = try AddedSit.sit(on: day, at: begin, for: length, note: note, clock: clock)
    try enter(sit, isNew: true)
    session.noteChange { [unowned self] () throws(CommandRefusal) in
      try ask { store throws(JournalProblem) in try store.delete([sit.id]) }
      return .removedSit(sit)
    } redo: { [unowned self] () throws(CommandRefusal) in
      try enter(sit, isNew: true)
      return .addedSit(sit)
    }
    notices.send(.addedSit(sit))
  }

  /// Changes the times of a sit that was added.
  func editSit(atRow row: Int, _ times: SitTimes) throws(CommandRefusal) {
    let sit = try sit(atRow: row)
    let changed = try AddedSit.changed(sit, times, clock: clock)
    try enter(changed, isNew: false)
    session.noteChange { [unowned self] () throws(CommandRefusal) in
      try enter(sit, isNew: false)
      return .changedSit(sit)
    } redo: { [unowned self] () throws(CommandRefusal) in
      try enter(changed, isNew: false)
      return .changedSit(changed)
    }
    notices.send(.changedSit(changed))
  }

  private func enter(_ sit: Sit, isNew: Bool) throws(CommandRefusal) {
    let now = clock.now()
    let other = try ask { store throws(JournalProblem) in
      try store.enter(sit, isNew: isNew, now: now)
    }
    if let other { throw AddedSit.refusal(overlapping: other, asOf: now) }
  }

  func deleteSit(atRow row: Int) throws(CommandRefusal) {
    let sit = try sit(atRow: row)
    guard sit.end != nil else { throw .sitGoesOn }
    try delete([sit], telling: .deletedSit(sit), undone: .restoredSit(sit))
  }

  func deleteListening() throws(CommandRefusal) {
    let running = recorder?.sit?.id
    let all = try ask { store throws(JournalProblem) in
      try store.sits(since: nil, until: nil, limit: nil, listening: true)
    }.filter { $0.isListening && $0.end != nil && $0.id != running }
    guard !all.isEmpty else { throw .noListening }
    try delete(
      all, telling: .deletedListening(all.count), undone: .restoredListening(all.count))
  }

  private func delete(
    _ sits: [Sit], telling news: PracticeNews, undone: PracticeNews
  ) throws(CommandRefusal) {
    let ids = sits.map(\.id)
    let deleted = try ask { store throws(JournalProblem) in
      var deleted: [(sit: Sit, songs: [SitSong])] = []
      for sit in sits { deleted.append((sit, try store.songs(of: sit.id))) }
      try store.delete(ids)
      return deleted
    }
    session.noteChange { [unowned self] () throws(CommandRefusal) in
      try ask { store throws(JournalProblem) in try store.restore(deleted) }
      return undone
    } redo: { [unowned self] () throws(CommandRefusal) in
      try ask { store throws(JournalProblem) in try store.delete(ids) }
      return news
    }
    notices.send(news)
  }
}
