import Dispatch
import MeditationPractice
import MeditationScreens
import MeditationSystem

/// Uses the journal on a thread of its own, so that neither a slow disk nor a lock of another
/// program holds up the session.
///
/// Sits are written as soon as the journal can be written, each in its latest state only, and
/// before any question is asked. A question that cannot be answered soon fails.
final class JournalThread: Sendable {
  /// How long questions fail at once after one has found the journal locked, or the disk too slow.
  private static let blockedTime = Duration.milliseconds(1_500)
  private static let slowDisk = JournalProblem("the disk does not answer")
  /// The problem of a change that has begun, but is not done in time.
  private static let lateChange = JournalProblem(
    "the disk does not answer; the change is made as soon as it does")
  /// How long a lock may last before it is reported, in seconds.
  private static let quietTime = 10.0
  /// How long the program waits for a slow disk when it ends, in seconds: the disk is most likely
  /// only busy, and has the end of a sit to write.
  private static let slowDiskTime = 10.0
  /// How long the end of the program waits for the backup, in seconds.
  private static let backupTime = 2.0
  /// The time between attempts to write while it is locked, in seconds.
  private static let retryTime = 1.0

  private struct Pending {
    var sit: Sit
    /// `nil` if they were written already.
    var songs: [SitSong]?
  }

  private struct State {
    /// In the order in which their songs came: the journal keeps only the songs of the last sit.
    var pending: [Pending] = []
    var own: Set<Sit.ID> = []
    /// Notices about repairs of the file, queued until they are sent.
    var notices: [String] = []
    /// Why the journal could not be used just now, and when that was noticed.
    var blocked: (at: ContinuousClock.Instant, problem: JournalProblem)?
    /// Why the first of `pending` could not be written; `nil` if that was not tried yet.
    var failure: JournalProblem?
    /// The sits whose end could not be written, and for which that was reported.
    var told: Set<Sit.ID> = []
    /// When writing first failed because of the lock.
    var unwrittenSince: ContinuousClock.Instant?
    var retries = false

    mutating func keep(_ write: Pending) {
      guard let index = pending.firstIndex(where: { $0.sit.id == write.sit.id }) else {
        pending.append(write)
        return
      }
      if write.songs == nil {
        pending[index].sit = write.sit
      } else {
        pending.remove(at: index)
        pending.append(write)
      }
    }
  }

  private let store: any JournalStore
  /// How long callers wait for the thread, in seconds.
  private let timeout: Double
  private let queue = DispatchQueue(label: "Journal")
  private let state = Locked(State())
  private let onNews: @Sendable (PracticeNews) -> Void

  /// Creates a thread for `store`, on which `onNews` hears of failed writes and repairs.
  init(
    _ store: any JournalStore, timeout: Double, onNews: @escaping @Sendable (PracticeNews) -> Void
  ) {
    self.store = store
    self.timeout = timeout
    self.onNews = onNews
  }

  // MARK: Questions

  typealias Question<Answer> = @Sendable (any JournalStore) throws(JournalProblem) -> Answer

  /// A question on its way to its answer.
  private struct Exchange<Answer: Sendable> {
    var hasBegun = false
    var isGivenUp = false
    var answer: Result<Answer, JournalProblem>?
    var waiter: CheckedContinuation<Result<Answer, JournalProblem>, Never>?
  }

  /// The answer to `question`, if it comes within `seconds`. Blocks until then.
  func answer<Answer: Sendable>(
    to question: @escaping Question<Answer>, within seconds: Double
  ) throws(JournalProblem) -> Answer {
    let exchange = Locked(Exchange<Answer>())
    let done = try put(question, exchange)
    _ = done.wait(timeout: .now() + min(seconds, timeout))
    let answer = exchange.withLock { exchange in
      exchange.isGivenUp = true
      return exchange.answer
    }
    guard let answer else { throw Self.slowDisk }
    return try answer.get()
  }

  /// Asks `question`. Blocks for `patience` seconds (most answers come at once), then suspends.
  ///
  /// - Parameter late: Called on the main actor with the result of a question that had already
  ///   begun when it was given up; `nil` if it changes nothing.
  /// - Throws: The journal's problem, or that the disk does not answer in time. A question that has
  ///   not begun by then is dropped.
  @MainActor func ask<Answer: Sendable>(
    _ question: @escaping Question<Answer>, patience: Double,
    late: (@MainActor @Sendable (Answer) -> Void)? = nil
  ) async throws(JournalProblem) -> Answer {
    let exchange = Locked(Exchange<Answer>())
    let done = try put(question, exchange) { answer in
      guard let late, case .success(let answer) = answer else { return }
      Task { @MainActor in late(answer) }
    }
    let patience = min(patience, timeout)
    _ = done.wait(timeout: .now() + patience)
    let answer = await withCheckedContinuation { waiter in
      let answer = exchange.withLock { exchange in
        if exchange.answer == nil { exchange.waiter = waiter }
        return exchange.answer
      }
      if let answer { return waiter.resume(returning: answer) }
      DispatchQueue.global().asyncAfter(deadline: .now() + (timeout - patience)) {
        let (waiter, hasBegun) = exchange.withLock { exchange in
          defer { exchange.waiter = nil }
          exchange.isGivenUp = exchange.answer == nil
          return (exchange.waiter, exchange.hasBegun)
        }
        guard let waiter else { return }
        self.block(Self.slowDisk)
        waiter.resume(
          returning: .failure(late != nil && hasBegun ? Self.lateChange : Self.slowDisk))
      }
    }
    return try answer.get()
  }

  /// Queues `question` for the journal; it is dropped if nobody waits any more when its turn comes.
  ///
  /// - Parameter late: Called on the thread with an answer that came too late.
  /// - Returns: Signalled with the answer.
  private func put<Answer: Sendable>(
    _ question: @escaping Question<Answer>, _ exchange: Locked<Exchange<Answer>>,
    late: @escaping @Sendable (Result<Answer, JournalProblem>) -> Void = { _ in }
  ) throws(JournalProblem) -> DispatchSemaphore {
    if let problem = blockedProblem { throw problem }
    let done = DispatchSemaphore(value: 0)
    queue.async {
      guard !exchange.withLock(\.isGivenUp) else { return }
      self.writePending()
      // Writing may have taken longer than the caller waits.
      let begins = exchange.withLock { exchange in
        exchange.hasBegun = !exchange.isGivenUp
        return exchange.hasBegun
      }
      guard begins else { return }
      let answer = Result { () throws(JournalProblem) in try question(self.store) }
      if case .failure(let problem) = answer { self.note(problem) }
      self.takeNotice()
      let (waiter, isLate) = exchange.withLock { exchange in
        defer { exchange.waiter = nil }
        exchange.answer = answer
        return (exchange.waiter, exchange.isGivenUp)
      }
      if isLate { late(answer) }
      waiter?.resume(returning: answer)
      done.signal()
      self.backUp()
    }
    return done
  }

  func perform(_ work: @escaping @Sendable (any JournalStore) throws(JournalProblem) -> Void) {
    queue.async {
      do throws(JournalProblem) { try work(self.store) } catch { self.note(error) }
      self.takeNotice()
      for notice in self.takeNotices() { self.onNews(.journalMended(notice)) }
      self.backUp()
    }
  }

  /// Makes the backup that is due. Nobody waits for it.
  private func backUp() {
    store.backUp()
    if let notice = store.takeNotice() { onNews(.journalMended(notice)) }
  }

  func reportOther() {
    perform { [onNews, state] store throws(JournalProblem) in
      // Sits of killed programs do not go on.
      try store.closeInterrupted()
      let latest = try store.sits(since: nil, limit: Self.mostRunning)
      // A later sit of this program may have been written by now.
      let own = state.withLock(\.own)
      if let other = latest.first(where: { $0.end == nil && !own.contains($0.id) }) {
        onNews(.sittingElsewhere(other))
      }
    }
  }

  /// How many of the latest sits are searched for a running one.
  private static let mostRunning = 20

  /// Takes the notices of repairs of the file, a line each.
  func takeNotices() -> [String] {
    state.withLock { state in
      defer { state.notices = [] }
      return state.notices
    }
  }

  private func takeNotice() {
    guard let notice = store.takeNotice() else { return }
    state.withLock { $0.notices.append(notice) }
  }

  private func note(_ problem: JournalProblem) { if problem.isLock { block(problem) } }

  private func block(_ problem: JournalProblem) { state.withLock { $0.blocked = (.now, problem) } }

  private var blockedProblem: JournalProblem? {
    state.withLock { state in
      guard let blocked = state.blocked, .now - blocked.at < Self.blockedTime else { return nil }
      return blocked.problem
    }
  }

  // MARK: Writing sits

  /// Writes `sit` soon, with the songs of its session unless they are unchanged.
  func save(_ sit: Sit, songs: [SitSong]? = nil) {
    state.withLock { state in
      state.own.insert(sit.id)
      state.keep(Pending(sit: sit, songs: songs))
    }
    queue.async {
      self.writePending()
      self.backUp()
    }
  }

  /// Why the latest state of a sit is not in the journal; `nil` if it is, or will be soon.
  func failure(of id: Sit.ID) -> JournalProblem? {
    state.withLock { state in
      state.pending.contains { $0.sit.id == id } ? state.failure : nil
    }
  }

  /// Writes everything pending, because the program ends.
  ///
  /// - Throws: If something cannot be written, the journal stays locked for `seconds`, or the disk
  ///   does not answer for ten seconds. That is not reported as news.
  func close(within seconds: Double) throws(JournalProblem) {
    let deadline = DispatchTime.now() + seconds
    let slowDeadline = DispatchTime.now() + max(seconds, Self.slowDiskTime)
    var start = DispatchTime.now()
    var last = blockedProblem ?? Self.slowDisk
    while true {
      let problem = Locked<JournalProblem?>(nil)
      let done = DispatchSemaphore(value: 0)
      queue.asyncAfter(deadline: start) {
        let last = self.writePending(isLast: true)
        problem.withLock { $0 = last }
        done.signal()
      }
      guard done.wait(timeout: slowDeadline) == .success else { throw last }
      guard let problem = problem.withLock({ $0 }) else { return waitForBackup() }
      guard problem.isLock, .now() < deadline else { throw problem }
      (start, last) = (.now() + 0.1, problem)
    }
  }

  /// A backup that is not made in time is made after the next change: the journal has the sit.
  private func waitForBackup() {
    let done = DispatchSemaphore(value: 0)
    queue.async {
      self.backUp()
      done.signal()
    }
    _ = done.wait(timeout: .now() + Self.backupTime)
  }

  /// Writes one sit after the other. A sit that cannot be written holds up those behind it, because
  /// the journal keeps only the songs of the sit written last.
  ///
  /// - Parameter isLast: True if the caller reports what could not be written.
  /// - Returns: Why something could not be written.
  @discardableResult private func writePending(isLast: Bool = false) -> JournalProblem? {
    var due = state.withLock { state in
      defer { state.pending = [] }
      return state.pending[...]
    }
    var problem: JournalProblem?
    while problem == nil, let write = due.first {
      do throws(JournalProblem) {
        try store.save(write.sit, songs: write.songs)
        due.removeFirst()
        takeNotice()
        for notice in takeNotices() { onNews(.journalMended(notice)) }
      } catch {
        note(error)
        problem = error
      }
    }
    // Sits may have been saved anew meanwhile.
    state.withLock { state in
      let newer = state.pending
      state.pending = Array(due)
      for write in newer { state.keep(write) }
      state.failure = problem
    }
    if let problem, !problem.isLock, !isLast { report(problem) }
    waitForLock(problem, isLast: isLast)
    return problem
  }

  /// Reports that sits cannot be written: for each that has ended, once.
  private func report(_ problem: JournalProblem) {
    let (ended, goesOn) = state.withLock { state in
      let ended = state.pending.filter { $0.sit.end != nil }.map(\.sit.id)
      defer { state.told.formUnion(ended) }
      return (!state.told.isSuperset(of: ended), state.pending.contains { $0.sit.end == nil })
    }
    if ended { onNews(.sitUnwritten(problem)) }
    if goesOn { onNews(.journalFailed(problem)) }
  }

  /// Schedules another attempt if `problem` is a lock, and reports a lock that lasts.
  private func waitForLock(_ problem: JournalProblem?, isLast: Bool) {
    let (isNew, isLong) = state.withLock { state in
      guard let problem, problem.isLock else {
        state.unwrittenSince = nil
        return (false, false)
      }
      let since = state.unwrittenSince ?? .now
      state.unwrittenSince = since
      let isNew = !state.retries
      state.retries = true
      return (isNew, .now - since > .seconds(Self.quietTime))
    }
    if isLong, !isLast, let problem { report(problem) }
    guard isNew else { return }
    queue.asyncAfter(deadline: .now() + Self.retryTime) { [weak self] in
      self?.state.withLock { $0.retries = false }
      self?.writePending()
    }
  }
}
