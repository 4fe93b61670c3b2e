import MeditationControl
import MeditationLanguage
import MeditationPlan
import MeditationPractice
import MeditationScreens
import MeditationText

@testable import MeditationCore

/// Checks the invariants of a session at every change, from outside.
@MainActor final class SessionWatch {
  /// The violated invariants.
  private(set) var violations: [String] = []
  /// The number of settled changes checked.
  private(set) var settledCount = 0

  private let session: MeditationViewModel
  private var subscriptions: [Subscription] = []
  private var modes: [SongMode]
  private var ids: [SongID]
  private var order: [SongID]
  private var told: [ModeChange] = []
  private var finishings = 0
  private var state: SessionState
  /// The state before each change while picking that `undo` can undo.
  private var past: [Past] = []
  /// The state after each change that `redo` can make again, the next last.
  private var future: [Past] = []
  /// False also once a change that cannot be undone was passed over.
  private var knowsThePast: Bool

  /// The picks and the orders, by ids, which `undo` must restore.
  private struct Past: Equatable {
    var picked: Set<SongID>
    var ids: [SongID]
    var order: [SongID]
    var plan: Plan
  }

  /// Starts watching `session`.
  init(_ session: MeditationViewModel) {
    self.session = session
    modes = session.modes
    ids = session.songs.map(\.id)
    order = session.playOrder.map { session.songs[$0].id }
    state = session.state
    knowsThePast = session.history.count == 0
    for song in session.songs {
      subscriptions.append(song.observeMode { [weak self] in self?.told.append($0) })
    }
    subscriptions.append(
      session.observe(\.phase) { [weak self] _, new in
        if new == .finished { self?.finishings += 1 }
      })
    subscriptions.append(session.observeSettled { [weak self] in self?.check($0) })
  }

  /// Checks the state between two settled changes: only positions may have changed.
  func checkUnsettled() {
    holds(session.modes == modes && told.isEmpty, "6: modes change only in batches")
    state = session.state
  }

  private func check(_ settled: SessionChange) {
    settledCount += 1
    let (before, after) = (settled.before, settled.after)
    let now = session.modes
    checkModes(now, after)
    checkTold(now, settled)
    holds(
      finishings == (after.phase == .finished && before.phase == .listening ? 1 : 0)
        && !(before.phase == .picking && after.phase == .finished), "7: finished once")
    checkOutcome(settled)
    let newIDs = session.songs.map(\.id)
    let newOrder = session.playOrder.map { session.songs[$0].id }
    checkOrders(newIDs, newOrder, settled)
    checkScore(settled)
    checkTime(settled)
    checkLock(settled)
    checkLoading(settled)
    checkResuming(settled)
    checkUndo(settled, newIDs, newOrder)
    (modes, ids, order, state) = (now, newIDs, newOrder, after)
    told.removeAll(keepingCapacity: true)
    finishings = 0
  }

  private func picked(_ modes: [SongMode], _ ids: [SongID]) -> Set<SongID> {
    Set(zip(modes, ids).filter(\.0.isInSession).map(\.1))
  }

  private func checkModes(_ now: [SongMode], _ after: SessionState) {
    let picking = now.filter { if case .picking = $0 { true } else { false } }
    holds(picking.count == (after.phase == .picking ? now.count : 0), "1: picking modes")
    let playing = now.indices.filter { now[$0] == .listening(.playing) }
    holds(
      playing == (after.current.map { [$0] } ?? [])
        && (after.phase == .listening || after.current == nil), "2: one plays, except in silence")
    holds(after.picked.count == now.filter(\.isInSession).count, "the total counts the picked")
  }

  private func checkTold(_ now: [SongMode], _ settled: SessionChange) {
    if settled.before.phase != .picking || settled.after.phase != .picking {
      let (selection, old) = (now.map(\.isInSession), modes.map(\.isInSession))
      if settled.cause.mayChangeSelection {
        holds(
          session.progress.heard.allSatisfy { selection[$0] }
            && (settled.after.current.map { now[$0].isInSession } ?? true),
          "4: songs heard stay in the session")
      } else if !settled.cause.isLoading {
        holds(selection == old, "3, 4: the picks are kept")
      }
    }
    if settled.before.arrangement.sort == settled.after.arrangement.sort {
      let changed = now.indices.filter { now[$0] != modes[$0] }
      holds(told.map(\.song).sorted() == changed, "5: each change is emitted exactly once")
      holds(
        told.allSatisfy { $0.from == modes[$0.song] && $0.to == now[$0.song] },
        "5: emitted changes are correct")
    } else {
      holds(told.isEmpty, "5: sorting changes no mode")
    }
    if let ended = told.firstIndex(where: { $0.from == .listening(.playing) }),
      let began = told.firstIndex(where: { $0.to == .listening(.playing) })
    {
      holds(ended < began, "5: the change of the old song comes first")
    }
    holds(settled.changes == told, "6: the settled change has the emitted changes")
  }

  private func checkOutcome(_ settled: SessionChange) {
    let isSame = settled.before == settled.after && told.isEmpty
    switch settled.outcome {
    case .refused, .dropped, .unchanged: holds(isSame, "no outcome but changed has changes")
    case .changed: holds(!isSame, "changed has changes")
    case .queued: holds(false, "nothing is queued")
    }
  }

  private func checkOrders(_ newIDs: [SongID], _ newOrder: [SongID], _ settled: SessionChange) {
    let (before, after) = (settled.before.arrangement, settled.after.arrangement)
    holds(
      session.songs.indices.allSatisfy { session.songs[$0].index == $0 }, "8: indices are correct")
    if settled.outcome == .changed {
      holds(Set(newOrder) == picked(session.modes, newIDs), "9: every picked song plays")
      holds(newOrder.count == settled.after.picked.count, "9: none plays twice")
    }
    if after.playing == .asListed {
      let played = session.playOrder
      holds(zip(played, played.dropFirst()).allSatisfy(<), "9: plays in the order of the list")
    }
    if before == after {
      holds(newIDs == ids, "10: the list changes only with the arrangement")
      guard newOrder != order else { return }
      let both = Set(newOrder).intersection(order)
      holds(
        newOrder.filter(both.contains) == order.filter(both.contains),
        "10: the order changes only with the arrangement")
    } else {
      holds(after.revision == before.revision + 1, "10: a new arrangement has a new revision")
      holds(
        settled.before.phase == .picking || newIDs == ids,
        "10: the list does not change while listening")
    }
  }

  /// The score has the current song and the next one, and each jump begins a new generation.
  private func checkScore(_ settled: SessionChange) {
    let (before, after) = (settled.before, settled.after)
    if let song = after.current {
      let played = session.playOrder
      let place = played.firstIndex(of: song) ?? 0
      var follows =
        place + 1 < played.count ? played[place + 1] : after.isRepeating ? played.first : nil
      if after.plan.repeats == .one { follows = song }
      // A song of unknown length is played out once the time is up, which only the session knows.
      let isPlayedOut =
        after.isPlayingOut && (session.songs[song].length != nil || after.score.next == nil)
      let isLast = after.finishesAfterSong || isPlayedOut
      if isLast { follows = nil }
      let afterwards: Segment? =
        after.plan.outlastsSongs && !isLast ? .silence(length: nil) : nil
      holds(
        after.score.segment == .song(id: session.songs[song].id)
          && after.score.next == follows.map { .song(id: session.songs[$0].id) } ?? afterwards,
        "the score has the current and the next song, or the silence after the last")
    } else if after.phase == .listening {
      let isAfterwards = after.score.segment == .silence(length: nil)
      holds(
        isAfterwards ? after.plan.outlastsSongs : after.score.segment?.songID == nil,
        "silence before the songs, or after them where the plan goes on")
      holds(isAfterwards == (after.elapsed >= .zero), "settling is before session time 0")
    } else {
      holds(after.score.segment == nil && after.score.next == nil, "no song is silence")
    }
    holds(after.score.isOver == (after.phase == .finished), "a finished session is over")
    let moved = after.current != before.current || after.start != before.start
    holds(!moved || after.generation != before.generation, "a jump begins a new generation")
    holds((after.transport == nil) == (after.phase != .listening), "only listening has a transport")
    if case .device? = before.pauseCause, after.transport == .playing {
      holds(
        settled.cause.mayEndDevicePause, "only the device or the user ends a pause of the device")
    }
  }

  /// Session time advances by events of the engine alone; a start or the end of settling sets it.
  private func checkTime(_ settled: SessionChange) {
    let (before, after) = (settled.before, settled.after)
    holds((after.end == nil) == (after.phase == .listening) || after.end == nil, "7: one end")
    guard after.sessionCount == before.sessionCount else {
      return holds(
        after.elapsed == after.beginning
          && (after.jumped == nil || settled.keepsTimeSat)
          && after.beginning <= settled.cause.latestBeginning(in: before),
        "10: session time begins")
    }
    holds(after.elapsed >= before.elapsed, "10: session time never goes back")
    guard case .engine = settled.cause else {
      return holds(after.elapsed == state.elapsed, "10: only what is played advances session time")
    }
  }

  /// A lock keeps the session, and nothing unlocks it but 'unlock' and the end.
  private func checkLock(_ settled: SessionChange) {
    let (before, after) = (settled.before, settled.after)
    holds(after.phase == .listening || !after.isLocked, "14: only a session is locked")
    guard before.isLocked else {
      holds(settled.outcome != .refused(.locked), "14: only a lock refuses so")
      return holds(
        !after.isLocked || settled.cause == .action(.lock(true)), "14: only 'lock' locks")
    }
    guard case .action(let action) = settled.cause else {
      return holds(after.isLocked || after.phase == .finished, "14: a lock ends with its session")
    }
    holds(after.isLocked || action == .lock(false), "14: only 'unlock' unlocks")
    holds(
      (after.generation, after.current, after.end) == (
        before.generation, before.current, before.end
      )
        && (after.pauseCause == nil || after.pauseCause == before.pauseCause),
      "14: nothing stops or moves a locked session")
  }

  /// Each `undo` restores exactly the state before the latest change, and each `redo` the one after.
  private func checkUndo(_ settled: SessionChange, _ newIDs: [SongID], _ newOrder: [SongID]) {
    if settled.passesOver || settled.changesPlansOfPast { knowsThePast = false }
    guard knowsThePast, settled.outcome == .changed else { return }
    let (before, after) = (settled.before, settled.after)
    let then = Past(picked: picked(modes, ids), ids: ids, order: order, plan: before.plan.unskipped)
    let now = Past(
      picked: picked(session.modes, newIDs), ids: newIDs, order: newOrder,
      plan: after.plan.unskipped)
    if settled.cause == .action(.undo) {
      guard let expected = past.popLast() else { return holds(false, "11: undo changed nothing") }
      holds(now == expected, "11: undo undoes exactly the latest change")
      future.append(then)
    } else if settled.cause == .action(.redo) {
      guard let expected = future.popLast() else { return holds(false, "11: redo made a change") }
      holds(now == expected, "11: redo makes exactly the latest undone change again")
      past.append(then)
    } else if now.picked != then.picked || before.arrangement != after.arrangement
      || now.plan != then.plan
    {
      past.append(then)
      future = []
    }
    if after.phase == .picking {
      holds(session.canUndo == !past.isEmpty, "11: what can be undone")
      holds(session.canRedo == !future.isEmpty, "11: what can be redone")
    } else {
      holds(!session.canUndo || !past.isEmpty, "11: nothing older than the past is undone")
      holds(!session.canRedo || !future.isEmpty, "11: nothing beyond what was undone is redone")
    }
  }

  /// Performs `undo` and, if that changed something, `redo`, which makes the same change again.
  func checkUndoAndRedo() {
    let beginnings = session.state.beginningCount
    // A song that comes back in a silence begins, and stays, even if it fails at once.
    guard session.perform(.undo) == .changed, session.state.beginningCount == beginnings,
      violations.isEmpty
    else { return }
    holds(session.perform(.redo) == .changed, "11: what was undone is redone")
  }

  /// The reply to a line is told in one line, and what it changed can be shown and saved.
  func checkReply(_ reply: Reply, to line: String) {
    switch reply {
    case .refused(let refusal): checkSentence(refusal.text)
    case .notUnderstood(let error): checkSentence("\(error)")
    case .outcome(.changed, of: .plan(_), among: _):
      let plan = session.state.plan
      _ = Listing(planOf: session, wording: .screen)
      let saved = PlanText.line(of: plan.unskipped)
      let loaded = try? Plan(PlanText.parse(saved).map(\.exampleChange))
      holds(loaded.map(PlanText.line) == saved, "a plan is the same when it was saved")
    case .outcome, .page, .quit, .pending: break
    }
  }

  private func checkSentence(_ text: String) {
    holds(!text.isEmpty && !text.utf8.contains { $0 < 0x20 }, "an answer is a line of text")
  }

  func holds(_ condition: Bool, _ invariant: String) {
    if !condition { violations.append(invariant) }
  }

  // MARK: - Loading and resuming

  private func checkLoading(_ settled: SessionChange) {
    guard case .action(.load(let chosen, let changes)) = settled.cause else { return }
    switch settled.outcome {
    case .refused(let refusal):
      holds(
        (refusal == .goBackFirst) == (settled.before.phase == .listening),
        "12: songs are loaded unless listening")
    case .changed, .unchanged:
      var unique: [Int] = []
      for song in chosen where !unique.contains(song) { unique.append(song) }
      let plan = try? Plan(changes)
      holds(settled.after.phase == .picking, "12: loading returns to picking")
      holds(session.playOrder == unique, "12: exactly the loaded songs play, in their order")
      holds(settled.after.plan == plan, "12: the plan is the loaded one")
    case .queued, .dropped: holds(false, "12: a load is carried out or refused")
    }
  }

  private func checkResuming(_ settled: SessionChange) {
    guard case .action(.resume(let point)) = settled.cause else { return }
    let (before, after) = (settled.before, settled.after)
    guard settled.outcome == .changed else {
      let hasPlace = point.place.map { (0..<before.picked.count).contains($0) } ?? true
      return holds(
        before.phase == .listening || before.picked.count == 0 || before.plan.end != nil
          || !before.plan.outlastsSongs || !hasPlace, "13: what is to come is resumed")
    }
    holds(before.phase != .listening && after.phase == .listening, "13: resuming starts a session")
    holds(after.summary.heardCount == 0 && session.progress.heard.isEmpty, "13: no song was heard")
    holds(after.summary.bellCount == 0 && after.latestStroke == nil, "13: no bell was struck")
    holds(
      after.isSettling == (after.elapsed < .zero) && after.elapsed <= max(point.elapsed, .zero),
      "13: session time goes on")
    guard let place = point.place, let song = session.playOrder.dropFirst(place).first,
      point.elapsed >= .zero, session.songs[song].length.map({ point.position < $0 }) ?? true
    else { return }
    holds(
      after.current == song && after.position == max(point.position, .zero),
      "13: the song goes on where it was")
  }
}

extension SessionChange {
  /// True if a step through the history is refused for good, so that the next one is about another change.
  fileprivate var passesOver: Bool {
    guard cause == .action(.undo) || cause == .action(.redo) else { return false }
    if case .refused(.alreadyHeard) = outcome { return true }
    return outcome == .refused(.notToCome) || outcome == .refused(.planPassed)
  }

  /// True if a volume or a level of the plan is changed, in all plans that `undo` restores.
  fileprivate var changesPlansOfPast: Bool {
    guard before.plan != after.plan, case .action(let action) = cause else { return false }
    return switch action {
    case .volume, .level: true
    default: false
    }
  }

  /// True if the time sat does not count what was jumped over.
  fileprivate var keepsTimeSat: Bool {
    guard movesTime else { return after.sat == .zero || before.phase != .listening }
    if case .engine(let event) = cause {
      return before.sat...max(before.sat, event.elapsed) ~= after.sat
    }
    return after.sat == before.sat
  }
}

extension SessionChange.Cause {
  fileprivate var mayChangeSelection: Bool {
    switch self {
    case .action(.pick), .action(.pickNext), .action(.unpick), .action(.undo), .action(.redo): true
    case .action, .engine, .arrival, .length: false
    }
  }

  fileprivate var mayEndDevicePause: Bool {
    switch self {
    case .action(.play), .action(.toggle), .action(.select): true
    case .action, .arrival, .length: false
    case .engine(let event): event.kind == .deviceRestored
    }
  }
}

extension SessionChange.Cause {
  /// True if it may pick any songs.
  fileprivate var isLoading: Bool {
    if case .action(.load) = self { true } else { false }
  }

  /// The latest session time at which it may let session time begin.
  fileprivate func latestBeginning(in before: SessionState) -> Duration {
    switch self {
    case .action(.resume(let point)) where before.phase != .listening: max(point.elapsed, .zero)
    case .action(.startAt), .action(.jump): .seconds(Int32.max)
    case .engine where before.rehearsal != nil: .seconds(Int32.max)
    case .action, .engine, .arrival, .length: .zero
    }
  }
}
