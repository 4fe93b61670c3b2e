import MeditationCore
import MeditationLanguage
import MeditationPlan
import MeditationPractice
import MeditationScreens
import MeditationText

/// Keeps the journal: records the session in it, shows its pages, and changes its rows.
@MainActor package final class JournalKeeper {
  private let services: PracticeServices
  private let session: MeditationViewModel
  private let followers: Followers
  private var thread: JournalThread?
  private var recorder: JournalRecorder?
  private var hasFailed = false
  /// True if it was reported that the end of the latest session is not in the journal.
  private var isLossTold = false
  /// True if the program has ended, and the latest state of a sit is not in the journal.
  package private(set) var hasUnwrittenSit = false

  private var clock: WallClock { services.clock }

  init(
    _ services: PracticeServices, session: MeditationViewModel, current: SessionOrigin,
    files: SongFiles, followers: Followers
  ) {
    (self.services, self.session, self.followers) = (services, session, followers)
    guard let store = services.journal else { return }
    let thread = JournalThread(store, timeout: services.journalTimeout) { [weak self] news in
      Task { @MainActor [weak self] in self?.report(news) }
    }
    self.thread = thread
    recorder = JournalRecorder(
      session, current, files, journal: thread, clock: services.clock, isSeen: services.isSeen)
  }

  /// Reports once that the journal cannot be written, and once in each session that its end is
  /// missing: later problems are likely the same.
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
    followers.tell(news)
  }

  private typealias Question<Answer> = JournalThread.Question<Answer>

  /// Asks the journal on its thread; see ``JournalThread/ask(_:patience:late:)``.
  private func ask<Answer: Sendable>(
    _ question: @escaping Question<Answer>, late: (@MainActor @Sendable (Answer) -> Void)? = nil
  ) async throws(CommandRefusal) -> Answer {
    guard let thread else { throw .noJournal }
    defer { reportRepairs() }
    do throws(JournalProblem) {
      return try await thread.ask(question, patience: services.journalPatience, late: late)
    } catch {
      throw .journal(error)
    }
  }

  /// Changes the journal on its thread. Calls `follow` when that is done, even if it is late.
  private func change<Answer: Sendable>(
    _ change: @escaping Question<Answer>,
    then follow: @escaping @MainActor @Sendable (Answer) -> Void
  ) async throws(CommandRefusal) {
    follow(try await ask(change, late: follow))
  }

  /// The answer to `question` for a part of a screen; `nil` if it does not come at once.
  private func glance<Answer: Sendable>(_ question: @escaping Question<Answer>) -> Answer? {
    defer { reportRepairs() }
    return try? thread?.answer(to: question, within: services.journalPatience)
  }

  private func reportRepairs() {
    for notice in thread?.takeNotices() ?? [] { followers.tell(.journalMended(notice)) }
  }

  // MARK: - Recording

  func record(_ change: SessionChange) {
    recorder?.follow(change)
    guard change.before.phase != .listening, change.after.phase == .listening else { return }
    isLossTold = false
    thread?.reportOther()
  }

  func record(step: SessionChange) { recorder?.follow(step: step) }

  /// Marks `sit` as continued here, so that no other program continues it.
  func claim(_ sit: Sit) async throws(CommandRefusal) {
    let isOurs = try await ask { store throws(JournalProblem) in try store.claim(sit.id) }
    guard isOurs else { throw .nothingToResume(.goesOn) }
  }

  /// Undoes ``claim(_:)``, because the session that was to continue `sit` was refused.
  func restore(_ sit: Sit) { thread?.save(sit) }

  /// Ends the sit in progress when the program ends. Waits for the disk, but not for long.
  func close() {
    recorder?.close(as: .left)
    do throws(JournalProblem) {
      try thread?.close(within: max(2, services.journalTimeout))
    } catch {
      hasUnwrittenSit = true
      report(.sitUnwritten(error))
    }
  }

  /// True if nothing was sat yet, or if that cannot be read.
  var isEmpty: Bool { glance { store throws(JournalProblem) in store.isEmpty } ?? true }

  /// When each set was last sat; empty if that cannot be read.
  var lastSits: [SetName: Moment] {
    glance { store throws(JournalProblem) in try store.lastSits() } ?? [:]
  }

  func renameSet(_ old: SetName, to new: SetName) {
    thread?.perform { store throws(JournalProblem) in try store.renameSet(old, to: new) }
  }

  // MARK: - Pages and sessions of the past

  private static let resumable = Duration.seconds(24 * 3600)

  /// Marks interrupted sits, before anything is read. Does not wait.
  package func begin() {
    thread?.perform { store throws(JournalProblem) in try store.closeInterrupted() }
  }

  /// A session can be repeated if its songs are stored, or it had none. Not if it was imported.
  private typealias PastSit = (sit: Sit, isRepeatable: Bool)

  /// The latest sits, one of which may be running: enough to find one of a kind.
  private var latestSits: Question<[PastSit]> {
    // Its songs may not be written yet.
    let own = recorder?.last.flatMap { last in last.songs.map { (id: last.sit.id, songs: $0) } }
    return { store throws(JournalProblem) in
      var past: [PastSit] = []
      for sit in try store.sits(since: nil, limit: 20) {
        let isSilent = !sit.hasSongs && sit.plan.plan?.outlastsSongs ?? false
        let songs = sit.id == own?.id ? own?.songs ?? [] : try store.songs(of: sit.id)
        past.append((sit: sit, isRepeatable: isSilent || !songs.isEmpty))
      }
      return past
    }
  }

  /// The sit offered for `resume`; one that is too short to count is not offered.
  package func offeredSit() -> Sit? { glance(latestSits).flatMap(offeredSit) }

  private func offeredSit(among past: [PastSit]) -> Sit? {
    guard session.phase != .listening, let sit = try? resumableSit(among: past) else { return nil }
    // Most fades are no longer than a breath or two, and then nobody sleeps.
    return sit.isLong && sit.fade.map({ $0 >= Sit.shortest }) ?? true ? sit : nil
  }

  /// The latest sit of the last day that can go on. A short one is skipped in favour of a long one,
  /// unless that has ended.
  func resumableSit() async throws(CommandRefusal) -> Sit {
    try resumableSit(among: try await ask(latestSits))
  }

  private func resumableSit(among past: [PastSit]) throws(CommandRefusal) -> Sit {
    guard let last = past.first else { throw .noSits }
    let now = clock.now().milliseconds
    let ofLastDay = past.filter {
      $0.sit.end != nil
        && now - $0.sit.began.milliseconds < Self.resumable.components.seconds * 1_000
    }
    let latest = ofLastDay.first(where: \.sit.isLong)
    if let latest, latest.sit.isResumable {
      guard latest.isRepeatable else { throw .nothingToResume(.songsGone) }
      return latest.sit
    }
    let later = ofLastDay.prefix { $0.sit.id != latest?.sit.id }
    if let short = later.first(where: \.sit.isResumable) {
      guard short.isRepeatable else { throw .nothingToResume(.tooShort) }
      return short.sit
    }
    guard last.sit.end != nil else { throw .nothingToResume(.goesOn) }
    switch (latest ?? ofLastDay.first)?.sit.end {
    case .completed: throw .nothingToResume(.completed)
    case .stopped: throw .nothingToResume(.stopped)
    case .failed: throw .nothingToResume(.failed)
    case nil, .left, .interrupted: throw .nothingToResume(.tooOld)
    }
  }

  func repeatableSit() async throws(CommandRefusal) -> Sit? {
    try await ask(latestSits).first(where: \.isRepeatable)?.sit
  }

  /// The songs of a session; none if they are not stored.
  func songs(of sit: Sit) async throws(CommandRefusal) -> [SitSong] {
    if let last = recorder?.last, last.sit.id == sit.id, let songs = last.songs { return songs }
    return try await ask { store throws(JournalProblem) in try store.songs(of: sit.id) }
  }

  /// The home screen's part about the journal; what cannot be read is left out.
  var outlook: (totals: PracticeTotals?, offered: Sit?, isRepeatable: Bool) {
    let latestSits = latestSits
    let answer = glance { store throws(JournalProblem) in
      (lengths: try store.lengths(), past: try latestSits(store))
    }
    guard let answer else { return (nil, nil, false) }
    return (
      totals(of: answer.lengths), offeredSit(among: answer.past),
      answer.past.contains(where: \.isRepeatable)
    )
  }

  /// The line about the time sat today, after a sit that counts; `nil` otherwise, or if unknown.
  package func todayText(wording: Wording) -> String? {
    guard hasJustCounted else { return nil }
    return glance { store throws(JournalProblem) in try store.lengths() }
      .flatMap { totals(of: $0).todayText(wording: wording) }
  }

  /// The line that asks for a note about the sit that has just ended; `nil` if it does not count,
  /// has a note, or the question is turned off.
  package var noteQuestion: String? {
    guard services.habits().asksForNote, hasJustCounted,
      recorder?.last?.sit.note.isEmpty == true
    else { return nil }
    return "'note calm, then sleepy' keeps a line about this sit."
  }

  private var hasJustCounted: Bool {
    session.state.rehearsal == nil && session.state.sat >= Sit.shortest
      && recorder?.last?.sit.counts == true
  }

  private func totals(of lengths: [SatTime]) -> PracticeTotals {
    let habits = services.habits()
    return PracticeTotals(
      of: lengths, now: clock.now(), dayStart: habits.dayStart, rule: habits.streakRule,
      goal: habits.goal)
  }

  func totalsPage() async throws(CommandRefusal) -> TotalsPage {
    let lengths = try await ask { store throws(JournalProblem) in try store.lengths() }
    return TotalsPage(
      periods: PracticePeriods(of: lengths, dayStart: services.habits().dayStart),
      totals: totals(of: lengths), now: clock.now())
  }

  /// The sits of these rows; the first row is 1.
  ///
  /// - Parameter listening: True if rows are counted with music that was played for itself.
  func page(_ rows: NumberRange, listening: Bool) async throws(CommandRefusal) -> JournalPage {
    let (sits, count, hidden, lengths) = try await ask { store throws(JournalProblem) in
      let hidden = try store.count(listening: true)
      return (
        try store.sits(since: nil, limit: rows.last, listening: listening),
        try store.count(listening: false) + (listening ? hidden : 0), listening ? 0 : hidden,
        try store.labelledLengths()
      )
    }
    guard rows.first <= max(sits.count, 1) else { throw .noSuchRow(rows.first, count: count) }
    let current = withRunning(sits)
    let numbers = JournalPage.numbers(of: current)
    return JournalPage(
      sits: Array(current.dropFirst(rows.first - 1)),
      numbers: Array(numbers.dropFirst(rows.first - 1)), olderCount: count - sits.count,
      hiddenCount: hidden, firstRow: rows.first, showsListening: listening,
      totals: totals(of: lengths), labels: LabelTotal.totals(of: lengths), now: clock.now())
  }

  /// The sits labelled `label`, with their rows in the whole journal.
  func page(ofLabel label: String) async throws(CommandRefusal) -> JournalPage {
    let (sits, lengths) = try await ask { store throws(JournalProblem) in
      (try store.sits(since: nil, limit: nil, listening: false), try store.labelledLengths())
    }
    let current = withRunning(sits)
    let numbered = zip(current, JournalPage.numbers(of: current))
    let found = numbered.filter { $0.0.time.isLabelled(label) }
    let tally = PracticeTotals.Tally(of: lengths.filter { $0.isLabelled(label) })
    return JournalPage(
      sits: found.map(\.0), numbers: found.map(\.1), totals: totals(of: lengths),
      range: JournalPage.Range(label: label, tally: tally),
      labels: LabelTotal.totals(of: lengths), now: clock.now())
  }

  /// `sits` with the running one as it is now; the journal's copy is up to 30 s old.
  private func withRunning(_ sits: [Sit]) -> [Sit] {
    let running = recorder?.running
    return sits.map { $0.id == running?.id ? running ?? $0 : $0 }
  }

  // MARK: Rows

  func sit(atRow row: Int) async throws(CommandRefusal) -> Sit {
    let sits = try await ask { store throws(JournalProblem) in
      try store.sits(since: nil, limit: row, listening: false)
    }
    guard row >= 1, row <= sits.count else { throw .noSuchRow(row, count: sits.count) }
    return sits[row - 1]
  }

  /// The running sit; else this program's last, unless another has begun since; else the latest.
  func latestSit() async throws(CommandRefusal) -> Sit {
    if let running = recorder?.sit { return running }
    let sits = try await ask(latestSits).map(\.sit)
    // A sit that could not be written is not in the journal.
    if let own = recorder?.last, thread?.failure(of: own.sit.id) != nil { return own.sit }
    guard let latest = sits.first else { throw .noSits }
    // A resumed sit may have begun before others.
    guard let own = recorder?.last, latest.began <= own.closed else { return latest }
    return sits.first { $0.id == own.sit.id } ?? latest
  }

  func remark(_ remark: SitRemark, on sit: Sit) async throws(CommandRefusal) {
    var after = sit
    remark.replace(in: &after)
    let (before, news): (SitRemark, @MainActor @Sendable (Sit) -> PracticeNews) =
      switch remark {
      case .note: (.note(sit.note), { .noted($0) })
      case .label: (.label(sit.label), { .labelled($0) })
      }
    try await write(remark, on: sit) { [self, after] in
      session.noteChange(undone: news(sit), redone: news(after)) {
        [unowned self] () async throws(CommandRefusal) in
        try await write(before, on: sit)
      } redo: { [unowned self] () async throws(CommandRefusal) in
        try await write(remark, on: sit)
      }
      followers.tell(news(after))
    }
  }

  private func write(
    _ remark: SitRemark, on sit: Sit, then follow: @escaping @MainActor @Sendable () -> Void = {}
  ) async throws(CommandRefusal) {
    // A settling sit has no row yet, but a remark makes one.
    recorder?.keep(sit.id)
    try await change { [thread] store throws(JournalProblem) in
      if let problem = thread?.failure(of: sit.id) { throw problem }
      try store.remark(remark, on: sit.id)
    } then: { [self] in
      // A running sit is written again as a whole.
      recorder?.remark(remark, on: sit.id)
      follow()
    }
  }

  func addSit(
    on day: PastDay, at begin: TimeOfDay, for length: Duration, note: String
  ) async throws(CommandRefusal) {
    let sit = try AddedSit.sit(on: day, at: begin, for: length, note: note, clock: clock)
    try await enter(sit, isNew: true) { [self] in
      session.noteChange(undone: .removedSit(sit), redone: .addedSit(sit)) {
        [unowned self] () async throws(CommandRefusal) in
        _ = try await ask { store throws(JournalProblem) in try store.delete([sit.id]) }
      } redo: { [unowned self] () async throws(CommandRefusal) in
        try await enter(sit, isNew: true)
      }
      followers.tell(.addedSit(sit))
    }
  }

  func editSit(atRow row: Int, _ times: SitTimes) async throws(CommandRefusal) {
    let sit = try await sit(atRow: row)
    let changed = try AddedSit.changed(sit, times, clock: clock)
    try await enter(changed, isNew: false) { [self] in
      session.noteChange(undone: .changedSit(sit), redone: .changedSit(changed)) {
        [unowned self] () async throws(CommandRefusal) in
        try await enter(sit, isNew: false)
      } redo: { [unowned self] () async throws(CommandRefusal) in
        try await enter(changed, isNew: false)
      }
      followers.tell(.changedSit(changed))
    }
  }

  private func enter(
    _ sit: Sit, isNew: Bool, then follow: @escaping @MainActor @Sendable () -> Void = {}
  ) async throws(CommandRefusal) {
    let now = clock.now()
    let other = try await ask { store throws(JournalProblem) in
      try store.enter(sit, isNew: isNew, now: now)
    } late: {
      if $0 == nil { follow() }
    }
    if let other { throw AddedSit.refusal(overlapping: other, asOf: now) }
    follow()
  }

  func deleteSit(atRow row: Int) async throws(CommandRefusal) {
    let sit = try await sit(atRow: row)
    guard sit.end != nil else { throw .sitGoesOn }
    try await delete([sit], telling: .deletedSit(sit), undone: .restoredSit(sit))
  }

  func deleteListening() async throws(CommandRefusal) {
    let running = recorder?.sit?.id
    let all = try await ask { store throws(JournalProblem) in
      try store.sits(since: nil, limit: nil, listening: true)
    }.filter { $0.isListening && $0.end != nil && $0.id != running }
    guard !all.isEmpty else { throw .noListening }
    try await delete(
      all, telling: .deletedListening(all.count), undone: .restoredListening(all.count))
  }

  private func delete(
    _ sits: [Sit], telling news: PracticeNews, undone: PracticeNews
  ) async throws(CommandRefusal) {
    let ids = sits.map(\.id)
    try await change { store throws(JournalProblem) in
      var deleted: [(sit: Sit, songs: [SitSong])] = []
      for sit in sits { deleted.append((sit, try store.songs(of: sit.id))) }
      try store.delete(ids)
      return deleted
    } then: { [self] deleted in
      session.noteChange(undone: undone, redone: news) {
        [unowned self] () async throws(CommandRefusal) in
        _ = try await ask { store throws(JournalProblem) in try store.restore(deleted) }
      } redo: { [unowned self] () async throws(CommandRefusal) in
        _ = try await ask { store throws(JournalProblem) in try store.delete(ids) }
      }
      followers.tell(news)
    }
  }
}
