import CommandLanguage
import MeditationCore
import Practice
import Score

/// The journal: its page, notes, deletion, and the sessions that begin from it.
extension PracticeDesk {
  /// How long after its beginning a sit can be resumed.
  private static let resumable = Duration.seconds(24 * 3600)

  /// Marks what was interrupted, before the journal is asked for anything. Does not wait.
  public func begin() {
    journal?.perform { store throws(JournalProblem) in _ = try store.closeInterrupted() }
  }

  /// The sit to offer for `resume`; a sit too short to count is not offered.
  public func offeredSit() -> Sit? {
    guard session.phase != .listening, let sit = try? resumableSit() else { return nil }
    return sit.isLong ? sit : nil
  }

  /// The latest sit of the last day, if it was left or interrupted. Short ones are passed over for a
  /// long one, unless that has ended.
  private func resumableSit() throws(PracticeRefusal) -> Sit {
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
  func repeatableSit() throws(PracticeRefusal) -> Sit? {
    for sit in try latestSits() where try hasSession(sit) { return sit }
    return nil
  }

  /// Whether the session of `sit` is known: its songs are kept, or it had none.
  private func hasSession(_ sit: Sit) throws(PracticeRefusal) -> Bool {
    if !sit.hasSongs, SetPlan.plan(sit.plan)?.outlastsSongs ?? false { return true }
    return try !songs(of: sit).isEmpty
  }

  /// The songs of a session; none if they are not kept.
  private func songs(of sit: Sit) throws(PracticeRefusal) -> [SitSong] {
    if let last = recorder?.last, last.sit.id == sit.id, let songs = last.songs { return songs }
    return try withJournal { store throws(JournalProblem) in try store.songs(of: sit.id) }
  }

  /// The latest sits, which may go on; enough of them to find one of a kind.
  private func latestSits() throws(PracticeRefusal) -> [Sit] {
    try withJournal { store throws(JournalProblem) in
      try store.sits(since: nil, until: nil, limit: 20)
    }
  }

  /// What was sat today, if the sit that has just ended counts; `nil` if that is not known.
  public func todayText(wording: Wording) -> String? {
    guard session.state.elapsed >= Sit.shortest, recorder?.last?.sit.counts == true else {
      return nil
    }
    journal?.flush()
    return (try? totals())?.todayText(wording: wording)
  }

  func totals() throws(PracticeRefusal) -> PracticeTotals {
    let lengths = try withJournal { store throws(JournalProblem) in try store.lengths() }
    return PracticeTotals(of: lengths, now: clock.now(), dayStart: services.dayStart())
  }

  /// The sits of these rows; the first row is 1.
  ///
  /// - Parameter listening: Whether rows are counted with music that was played for itself.
  func journalPage(
    _ rows: NumberRange, listening: Bool
  ) throws(PracticeRefusal) -> JournalPage {
    journal?.flush()
    let (sits, count, hidden) = try withJournal { store throws(JournalProblem) in
      let hidden = try store.listeningCount()
      return (
        try store.sits(since: nil, until: nil, limit: rows.last, listening: listening),
        try store.count() + (listening ? hidden : 0), listening ? 0 : hidden
      )
    }
    guard rows.first <= max(sits.count, 1) else {
      throw .noSuchRow(rows.first, count: count)
    }
    // The sit that goes on is in the journal as it was up to 30 s ago.
    let running = recorder?.running
    let current = sits.map { $0.id == running?.id ? running ?? $0 : $0 }
    let numbers = JournalPage.numbers(of: current)
    return JournalPage(
      sits: Array(current.dropFirst(rows.first - 1)),
      numbers: Array(numbers.dropFirst(rows.first - 1)), olderCount: count - sits.count,
      hiddenCount: hidden, firstRow: rows.first, showsListening: listening, totals: try totals(),
      now: clock.now())
  }

  // MARK: Rows

  /// The sit at a row of the journal, from 1.
  func sit(atRow row: Int) throws(PracticeRefusal) -> Sit {
    journal?.flush()
    let sits = try withJournal { store throws(JournalProblem) in
      try store.sits(since: nil, until: nil, limit: row, listening: false)
    }
    guard row >= 1, row <= sits.count else { throw .noSuchRow(row, count: sits.count) }
    return sits[row - 1]
  }

  /// Sets the note of the sit that goes on, or of the last one.
  func note(_ text: String) throws(PracticeRefusal) { try note(text, of: latestSit()) }

  /// The sit that goes on; else the one of this program, unless another began since; else the latest.
  private func latestSit() throws(PracticeRefusal) -> Sit {
    if let running = recorder?.sit { return running }
    journal?.flush()
    let sits = try latestSits()
    guard let latest = sits.first else { throw .noSits }
    // A sit that was resumed may have begun before others.
    guard let own = recorder?.last, latest.began <= own.closed else { return latest }
    return sits.first { $0.id == own.sit.id } ?? latest
  }

  func note(_ text: String, of sit: Sit) throws(PracticeRefusal) {
    var noted = sit
    noted.note = text
    try setNote(text, of: sit)
    canUndo { [unowned self] () throws(PracticeRefusal) in
      try setNote(sit.note, of: sit)
      return .noted(sit)
    } redo: { [unowned self, noted] () throws(PracticeRefusal) in
      try setNote(text, of: sit)
      return .noted(noted)
    }
    controller.tell(.noted(noted))
  }

  private func setNote(_ text: String, of sit: Sit) throws(PracticeRefusal) {
    let goesOn = recorder?.sit?.id == sit.id
    try withJournal { store throws(JournalProblem) in
      // A sit that goes on may not be in the journal yet.
      if goesOn,
        try !store.sits(since: nil, until: nil, limit: 20).contains(where: { $0.id == sit.id })
      {
        return
      }
      try store.setNote(text, of: sit.id)
    }
    // A sit that goes on is written again, as a whole.
    recorder?.setNote(text, of: sit.id)
    journal?.setNote(text, of: sit.id)
  }

  func deleteSit(atRow row: Int) throws(PracticeRefusal) {
    let sit = try sit(atRow: row)
    guard sit.end != nil else { throw .sitGoesOn }
    try delete([sit], telling: .deletedSit(sit), undone: .restoredSit(sit))
  }

  func deleteListening() throws(PracticeRefusal) {
    journal?.flush()
    let running = recorder?.sit?.id
    let all = try withJournal { store throws(JournalProblem) in
      try store.sits(since: nil, until: nil, limit: nil, listening: true)
    }.filter { $0.isListening && $0.end != nil && $0.id != running }
    guard !all.isEmpty else { throw .noListening }
    try delete(
      all, telling: .deletedListening(all.count), undone: .restoredListening(all.count))
  }

  private func delete(
    _ sits: [Sit], telling news: PracticeNews, undone: PracticeNews
  ) throws(PracticeRefusal) {
    let ids = sits.map(\.id)
    let deleted = try withJournal { store throws(JournalProblem) in
      var deleted: [(sit: Sit, songs: [SitSong])] = []
      for sit in sits { deleted.append((sit, try store.songs(of: sit.id))) }
      try store.delete(ids)
      return deleted
    }
    canUndo { [unowned self] () throws(PracticeRefusal) in
      try withJournal { store throws(JournalProblem) in try store.restore(deleted) }
      return undone
    } redo: { [unowned self] () throws(PracticeRefusal) in
      try withJournal { store throws(JournalProblem) in try store.delete(ids) }
      return news
    }
    controller.tell(news)
  }

  // MARK: Sessions

  /// Begins the last session anew.
  func again() async throws(PracticeRefusal) -> Reply {
    guard session.phase != .listening else { return .refused(.alreadyListening) }
    journal?.flush()
    guard let latest = try repeatableSit() else { throw .nothingToRepeat }
    _ = try await take(latest)
    return controller.outcome(session.perform(.start), of: .practice(.again))
  }

  /// Continues the sit that was left or interrupted.
  func resume() async throws(PracticeRefusal) -> Reply {
    guard session.phase != .listening else {
      return controller.outcome(session.perform(.play), of: .action(.play))
    }
    journal?.flush()
    let sit = try resumableSit()
    let isOurs = try withJournal { store throws(JournalProblem) in try store.claim(sit.id) }
    guard isOurs else { throw .nothingToResume(.goesOn) }
    do throws(PracticeRefusal) {
      let point = Self.resumption(of: sit, among: try await take(sit))
      resumed = sit
      let outcome = session.perform(.resume(point))
      resumed = nil
      switch outcome {
      case .refused(.nothingPicked), .refused(.planPassed): throw .nothingToResume(.over)
      case .refused: giveBack(sit)
      case .changed, .unchanged, .queued, .dropped: break
      }
      return controller.outcome(outcome, of: .practice(.resume))
    } catch {
      giveBack(sit)
      throw error
    }
  }

  /// Makes a sit that was claimed resumable again.
  private func giveBack(_ sit: Sit) { journal?.save(sit) }

  /// Where `sit` goes on, if its songs are at these places now. A song that is missing is passed
  /// over.
  private static func resumption(of sit: Sit, among places: [Int?]) -> Action.Resumption {
    let point = sit.resumePoint
    guard let place = point.place, places.indices.contains(place) else {
      return Action.Resumption(place: nil, elapsed: point.elapsed)
    }
    if let same = places[place] {
      return Action.Resumption(place: same, position: point.position, elapsed: point.elapsed)
    }
    let next = places[place...].compactMap(\.self).first
    return Action.Resumption(place: next, elapsed: point.elapsed)
  }

  /// Loads the songs, the plan and the volume of `sit`.
  ///
  /// - Returns: For each song of the sit its place among those that can be played; `nil` if it
  ///   cannot.
  private func take(_ sit: Sit) async throws(PracticeRefusal) -> [Int?] {
    let songs = try songs(of: sit)
    // Rows written before repeat was part of the plan have it in a column alone.
    let repeats: [PlanChange] = sit.resumePoint.isRepeating ? [.repeat(true)] : []
    let changes = try SetPlan.changes(sit.plan) + repeats
    let places = try await load(
      songs.map { SetSong(path: $0.path, title: $0.title) }, plan: changes,
      of: sit.set ?? "this session")
    if let name = sit.set.flatMap({ try? SetName($0) }) { noteLoaded(name) }
    session.perform(.volume(.level(sit.resumePoint.volume)))
    return places
  }
}
