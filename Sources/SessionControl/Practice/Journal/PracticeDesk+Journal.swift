import CommandLanguage
import MeditationCore
import Practice

/// The journal: its page, notes, deletion, and the sessions that begin from it.
extension PracticeDesk {
  /// How long after its beginning a sit can be resumed.
  private static let resumable = Duration.seconds(24 * 3600)

  /// Marks what was interrupted. Call it before the first prompt.
  public func begin() {
    _ = try? withJournal { store throws(JournalProblem) in try store.closeInterrupted() }
    if let notice = services.journal?.takeNotice() { controller.tell(.journalMended(notice)) }
  }

  /// The sit to offer for `resume`; a sit too short to count is not offered.
  public func offeredSit() -> Sit? {
    guard session.phase != .listening, let sit = try? resumableSit() else { return nil }
    return sit.counts ? sit : nil
  }

  /// The sit of the last day that was left or interrupted, if it is the latest one.
  private func resumableSit() throws(PracticeRefusal) -> Sit? {
    guard let latest = try latestSit() else { return nil }
    let age = clock.now().milliseconds - latest.began.milliseconds
    guard latest.end?.isResumable ?? false, age < Self.resumable.components.seconds * 1_000 else {
      return nil
    }
    return latest
  }

  /// The latest sit, which may go on.
  func latestSit() throws(PracticeRefusal) -> Sit? {
    try withJournal { store throws(JournalProblem) in
      try store.sits(since: nil, until: nil, limit: 1)
    }.first
  }

  /// What was sat today, if the sit that has just ended counts; `nil` if that is not known.
  public func todayText(inWords: Bool) -> String? {
    guard session.state.elapsed >= Sit.shortest, recorder != nil else { return nil }
    writer?.flush(within: 0.5)
    return (try? totals())?.todayText(inWords: inWords)
  }

  func totals() throws(PracticeRefusal) -> PracticeTotals {
    let lengths = try withJournal { store throws(JournalProblem) in try store.lengths() }
    return PracticeTotals(of: lengths, now: clock.now(), dayStart: services.dayStart())
  }

  func journalPage(limit: Int) throws(PracticeRefusal) -> JournalPage {
    writer?.flush(within: 1)
    let sits = try withJournal { store throws(JournalProblem) in
      try store.sits(since: nil, until: nil, limit: nil)
    }
    let shown = Array(sits.prefix(limit))
    return JournalPage(
      sits: shown, olderCount: sits.count - shown.count, totals: try totals(), now: clock.now())
  }

  // MARK: Rows

  /// The sit at a row of the journal, from 1.
  func sit(atRow row: Int) throws(PracticeRefusal) -> Sit {
    writer?.flush(within: 1)
    let sits = try withJournal { store throws(JournalProblem) in
      try store.sits(since: nil, until: nil, limit: row)
    }
    guard row >= 1, row <= sits.count else { throw .noSuchRow(row, count: sits.count) }
    return sits[row - 1]
  }

  /// Sets the note of the latest sit.
  func note(_ text: String) throws(PracticeRefusal) {
    do throws(PracticeRefusal) {
      try note(text, of: sit(atRow: 1))
    } catch .noSuchRow {
      throw .noSits
    }
  }

  func note(_ text: String, of sit: Sit) throws(PracticeRefusal) {
    try setNote(text, of: sit)
    canUndo { [unowned self] () throws(PracticeRefusal) in
      try setNote(sit.note, of: sit)
      return .noted(sit)
    }
    var noted = sit
    noted.note = text
    controller.tell(.noted(noted))
  }

  private func setNote(_ text: String, of sit: Sit) throws(PracticeRefusal) {
    try withJournal { store throws(JournalProblem) in try store.setNote(text, of: sit.id) }
    // A sit that goes on is written again, as a whole.
    recorder?.setNote(text, of: sit.id)
  }

  func deleteSit(atRow row: Int) throws(PracticeRefusal) {
    let sit = try sit(atRow: row)
    guard sit.end != nil else { throw .sitGoesOn }
    let songs = try withJournal { store throws(JournalProblem) in try store.songs(of: sit.id) }
    try withJournal { store throws(JournalProblem) in try store.delete(sit.id) }
    canUndo { [unowned self] () throws(PracticeRefusal) in
      try withJournal { store throws(JournalProblem) in try store.save(sit, songs: songs) }
      return .restoredSit(sit)
    }
    controller.tell(.deletedSit(sit))
  }

  // MARK: Sessions

  /// Begins the last session anew.
  func again() throws(PracticeRefusal) -> Reply {
    guard session.phase != .listening else { return .refused(.alreadyListening) }
    writer?.flush(within: 1)
    guard let latest = try latestSit() else { throw .noSits }
    _ = try take(latest)
    return controller.outcome(session.perform(.start), of: .practice(.again))
  }

  /// Continues the sit that was left or interrupted.
  func resume() throws(PracticeRefusal) -> Reply {
    guard session.phase != .listening else {
      return controller.outcome(session.perform(.play), of: .action(.play))
    }
    writer?.flush(within: 1)
    guard let sit = try resumableSit() else { throw .nothingToResume }
    let isOurs = try withJournal { store throws(JournalProblem) in try store.claim(sit.id) }
    guard isOurs else { throw .nothingToResume }
    let found = try take(sit)
    let point = Action.Resumption(
      place: sit.standing.place.flatMap { place in found.prefix(place + 1).last ?? nil },
      position: sit.standing.position, elapsed: sit.standing.elapsed)
    resumed = sit
    let reply = controller.outcome(session.perform(.resume(point)), of: .practice(.resume))
    resumed = nil
    return reply
  }

  /// Loads the songs, the plan and the volume of `sit`.
  ///
  /// - Returns: For each song of the sit its place among those that can be played; `nil` if it
  ///   cannot.
  private func take(_ sit: Sit) throws(PracticeRefusal) -> [Int?] {
    let songs = try withJournal { store throws(JournalProblem) in try store.songs(of: sit.id) }
    let changes = try SetPlan.changes(sit.plan)
    let places = try load(songs.map(\.path), plan: changes, of: sit.set ?? "this session")
    if let name = sit.set.flatMap({ try? SetName($0) }) { noteLoaded(name) }
    session.perform(.repeat(sit.standing.isRepeating))
    session.perform(.volume(.level(sit.standing.volume)))
    return places
  }
}
