public import MeditationPlan
import MeditationText

/// A meditation session. It owns its songs and receives all actions and all engine events.
///
/// One action is one batch: the session first changes everything, then calls the handlers of the
/// changed songs, then those of changed properties, and finally those of ``observeSettled(_:)``,
/// once. So no handler sees half a change. Actions performed by a handler are queued until the
/// batch has settled; ``perform(_:settled:)`` reports their outcome.
@MainActor public final class MeditationViewModel {
  /// The songs and how far the session has come. ``MusicPlayer`` decides on it and changes it.
  var course: SessionModel
  var history = PickingHistory()

  private let stateChanges = EventEmitter<(old: SessionState, new: SessionState)>()
  private let settledChanges = EventEmitter<SessionChange>()
  private let scoreStreams = ValueStreams<Score>(.bufferingNewest(1))
  private let changeStreams = ValueStreams<SessionChange>(.unbounded)
  /// The clock that the session follows, if there is one. It cannot follow two.
  package weak var timekeeper: AnyObject?
  private var isInBatch = false
  /// Actions and events that wait for the running batch.
  private var waiting: [Request] = []

  private struct Request {
    let cause: SessionChange.Cause
    /// True if a lock does not refuse it.
    var overridesLock = false
    var settled: ((Outcome) -> Void)?
  }

  /// Creates a session in which nothing is picked.
  ///
  /// - Precondition: No song of `songs` belongs to a session, and none is given twice.
  public init(songs: [SongViewModel]) {
    if let song = SongViewModel.join(songs) {
      stopForBrokenPrecondition(Refusal.songInUse(title: song.title).description)
    }
    course = SessionModel(songs)
  }

  isolated deinit { SongViewModel.leave(list.all) }

  // MARK: - Actions and events

  /// The modes of all songs, in the order of the list. Takes time in proportion to the list; to
  /// follow a long one, observe its songs, or read the `changes` of ``observeSettled(_:)``.
  public var modes: [SongMode] { songs.map(\.mode) }

  /// Performs an action completely, or refuses it and changes nothing.
  @discardableResult public func perform(_ action: Action) -> Outcome {
    run(Request(cause: .action(action)))
  }

  /// Performs an action of the program itself, even if the session is locked: a lock is for people,
  /// and for programs that act for them.
  @discardableResult package func performOverridingLock(_ action: Action) -> Outcome {
    run(Request(cause: .action(action), overridesLock: true))
  }

  /// Why a person may not perform `action` now; `nil` if it may be tried. It may still be refused then.
  package func refusal(of action: Action) -> Refusal? {
    state.isLocked && action.isRefusedByLock(in: state) ? .locked : nil
  }

  /// Performs an action, and calls `settled` once with the outcome: before this returns or, if a
  /// handler performs it, when the queued action has settled.
  ///
  /// It is not called if the session is released before.
  ///
  /// - Returns: The outcome given to `settled`, or ``Outcome/queued``.
  @discardableResult public func perform(
    _ action: Action, settled: @escaping (Outcome) -> Void
  ) -> Outcome {
    run(Request(cause: .action(action), settled: settled))
  }

  /// Performs `.select` with `song`; one that is not in the list is refused.
  @discardableResult public func select(_ song: SongViewModel) -> Outcome {
    perform([song]) { .select($0[0]) }
  }

  /// Performs `.pick` with `songs`; if one of them is not in the list, all are refused.
  @discardableResult public func pick(_ songs: [SongViewModel]) -> Outcome {
    perform(songs, Action.pick)
  }

  /// Performs `.unpick` with `songs`; if one of them is not in the list, all are refused.
  @discardableResult public func unpick(_ songs: [SongViewModel]) -> Outcome {
    perform(songs, Action.unpick)
  }

  private func perform(_ songs: [SongViewModel], _ action: ([Int]) -> Action) -> Outcome {
    if let stranger = songs.first(where: { song(id: $0.id) !== $0 }) {
      return .refused(.notInList(title: stranger.title))
    }
    return perform(action(songs.map(\.index)))
  }

  /// Handles an event of the engine. Events of other generations are dropped, unless they concern
  /// the output or a stroke of a bell.
  @discardableResult public func receive(_ event: EngineEvent) -> Outcome {
    run(Request(cause: .engine(event)))
  }

  /// Appends songs, not picked, to the list, in one change. Append many at once rather than one by
  /// one. Within a handler, they are queued until the batch has settled.
  ///
  /// If one of them belongs to a session already, or is given twice, all are refused.
  ///
  /// - Parameter songs: Their ids continue those of the list.
  @discardableResult public func append(_ songs: [SongViewModel]) -> Outcome {
    if let song = SongViewModel.join(songs) { return .refused(.songInUse(title: song.title)) }
    course.list.queue(songs)
    guard list.hasArrivals else { return .unchanged }
    return isInBatch ? .queued : run(Request(cause: .arrival))
  }

  /// Sets the length of `song`, a song of this session. A length that is already exact stays.
  @discardableResult public func setLength(_ length: Duration, of song: SongViewModel) -> Outcome {
    guard self.song(id: song.id) === song else { return .refused(.notInList(title: song.title)) }
    return run(Request(cause: .length(song.id, length)))
  }

  // MARK: - Observation

  /// Calls `handler` with the old and the new value of a property after each batch that changes it:
  /// `session.observe(\.phase) { old, new in … }`. If `initial` is `true`, it is also called before
  /// this returns, with the present value as both.
  ///
  /// A handler added by another handler is called from the next batch on.
  public func observe<Value: Equatable>(
    _ property: KeyPath<SessionState, Value>, initial: Bool = false,
    _ handler: @escaping (_ old: Value, _ new: Value) -> Void
  ) -> Subscription {
    observe(anyOf: property, initial: initial) { old, new in
      handler(old[keyPath: property], new[keyPath: property])
    }
  }

  /// Calls `handler` with the state before and after each batch that changes at least one of the
  /// properties, once however many change: `session.observe(anyOf: \.phase, \.pauseCause) { … }`.
  /// If `initial` is `true`, it is also called before this returns, with the present state as both.
  public func observe<each Value: Equatable>(
    anyOf properties: repeat KeyPath<SessionState, each Value>, initial: Bool = false,
    _ handler: @escaping (_ old: SessionState, _ new: SessionState) -> Void
  ) -> Subscription {
    var differences: [(SessionState, SessionState) -> Bool] = []
    repeat differences.append(Self.difference(in: each properties))
    let differ = differences
    let subscription = stateChanges.subscribe { old, new in
      if differ.contains(where: { $0(old, new) }) { handler(old, new) }
    }
    if initial { handler(state, state) }
    return subscription
  }

  private static func difference<Value: Equatable>(
    in property: KeyPath<SessionState, Value>
  ) -> (SessionState, SessionState) -> Bool {
    { $0[keyPath: property] != $1[keyPath: property] }
  }

  /// Calls `handler` once for each settled action and event, for an audio engine or a screen.
  ///
  /// Position events, which come many times a second, are left out unless they make a rehearsal
  /// jump; observe the position instead. So are calls of ``append(_:)``, ``pick(_:)`` and
  /// ``setLength(_:of:)`` that are refused, which return that to their caller.
  public func observeSettled(_ handler: @escaping (SessionChange) -> Void) -> Subscription {
    settledChanges.subscribe { if !$0.isStep { handler($0) } }
  }

  /// Calls `handler` after each position event that `observeSettled` leaves out.
  package func observeSteps(_ handler: @escaping (SessionChange) -> Void) -> Subscription {
    settledChanges.subscribe { if $0.isStep { handler($0) } }
  }

  /// The present score and each changed one, for an engine that is an actor or has its own thread.
  ///
  /// Only the latest score waits for a slow consumer: it describes all that is to be played. The
  /// stream ends when the session is released: call this outside of the task that reads the scores,
  /// which would keep the session. Pass the engine's events to ``receive(_:)``, on the main actor.
  public func scores() -> AsyncStream<Score> { scoreStreams.stream(from: score) }

  /// Each action and each event from now on, as in ``observeSettled(_:)``, for a consumer that is
  /// an actor or has a task of its own.
  ///
  /// All changes wait for a slow consumer. The stream ends when the session is released.
  public func changes() -> AsyncStream<SessionChange> { changeStreams.stream() }

  // MARK: - Batches

  private func run(_ request: Request) -> Outcome {
    guard !isInBatch else {
      waiting.append(request)
      return .queued
    }
    isInBatch = true
    let outcome = settle(request)
    var next = 0
    while next < waiting.count || list.hasArrivals {
      if next < waiting.count {
        next += 1
        settle(waiting[next - 1])
      } else {
        settle(Request(cause: .arrival))
      }
    }
    waiting.removeAll()
    isInBatch = false
    return outcome
  }

  @discardableResult private func settle(_ request: Request) -> Outcome {
    let (cause, before) = (request.cause, state)
    // Lengths of songs are not part of the state.
    var learned: SongViewModel?
    if case .length(let id, _) = cause, let song = song(id: id), song.length == nil {
      learned = song
    }
    var made: [ModeChange]?
    var outcome = Outcome.dropped
    do throws(Refusal) { made = try carryOut(request) } catch { outcome = .refused(error) }
    (course.state.arrangement, course.state.songCount) = (list.arrangement, songs.count)
    let changes = made ?? []
    if made != nil {
      outcome = changes.isEmpty && state == before && learned == nil ? .unchanged : .changed
    }
    let change = SessionChange(
      cause: cause, outcome: outcome, changes: changes, before: before, after: state)
    // Handlers added meanwhile are called from the next batch on.
    let emitState = stateChanges.emission(of: (before, state))
    let emitSettled = settledChanges.emission(of: change)
    let emissions =
      changes.compactMap { songs[$0.song].emission(of: $0) }
      + course.takeFailureChanges().compactMap { $0.song.emission(ofFailureInsteadOf: $0.old) }
    for emit in emissions { emit() }
    learned?.emitLength()
    if state != before {
      emitState()
      emitScore(before)
    }
    emitSettled()
    if !change.isStep { changeStreams.emit(change) }
    request.settled?(outcome)
    return outcome
  }

  /// Makes the changes, without emitting them.
  ///
  /// - Returns: The changed modes, which are still to be emitted; `nil` if an event is dropped.
  private func carryOut(_ request: Request) throws(Refusal) -> [ModeChange]? {
    switch request.cause {
    case .action(let action):
      if !request.overridesLock, let refusal = refusal(of: action) { throw refusal }
      return try carryOut(action)
    case .engine(let event): return carryOut(event.clamped)
    case .arrival: return appendArrivals()
    case .length(let song, let length):
      learn(length, of: song)
      return []
    }
  }

  private func learn(_ length: Duration, of id: SongID) {
    guard let song = song(id: id), song.length == nil else { return }
    if song.mode.isInSession { course.state.picked.unknownCount -= 1 }
    song.setLength(length)
    if song.mode.isInSession, let length = song.length {
      course.state.picked.length += length.inWholeSeconds
    }
    if song === currentSong { MusicPlayer.updateUpcoming(&course) }
  }

  private func appendArrivals() -> [ModeChange] {
    let isPicking = phase == .picking
    let new = course.list.appendArrivals(isPicking: isPicking)
    return isPicking ? [] : MusicPlayer.change(new) { _ in .listening(.hidden) }
  }

  /// Passes the score on if it differs from that of `old`.
  private func emitScore(_ old: SessionState) {
    guard !scoreStreams.isEmpty else { return }
    let score = score
    if score != old.score { scoreStreams.emit(score) }
  }
}

// MARK: - What is published

extension MeditationViewModel {
  /// The published state.
  public var state: SessionState { course.state }
  var list: SongList { course.list }
  var progress: HeardSongs { course.progress }

  /// The songs in the order of the list. Only sorting changes it; new songs come last.
  public var songs: [SongViewModel] { list.songs }
  /// The phase of the session.
  public var phase: Phase { state.phase }
  /// The transport of the current song or silence; `nil` unless listening.
  public var transport: Transport? { state.transport }
  /// The position in the current song or silence, from its beginning.
  public var position: Duration { state.position }
  /// The volume in percent, 0 to 100, on a perceptual scale: 50 sounds half as loud as 100 (-18 dB).
  public var volume: Int { state.volume }
  /// How songs are brought to one loudness.
  public var level: Level { state.level }
  /// The score that the engine plays.
  public var score: Score { state.score }
  /// The current song; `nil` unless listening, and in silence.
  public var currentSong: SongViewModel? { course.currentSong }

  /// The song with this ``SongViewModel/id``; `nil` if the list has none. Takes constant time.
  public func song(id: SongID) -> SongViewModel? { list.song(id: id) }

  /// True if ``Action/undo`` has a change to undo in this phase. While listening, it may still be
  /// refused: for a song that was heard, or a part of the plan that has passed.
  public var canUndo: Bool { change(to: .undo) != nil }

  /// True if ``Action/redo`` has a change to redo in this phase; see ``canUndo``.
  public var canRedo: Bool { change(to: .redo) != nil }

  /// The current song's position in the playing order, from 0, and the number of songs in the
  /// session; `nil` in silence and unless listening. Takes constant time.
  public var place: (index: Int, count: Int)? {
    state.current.flatMap(progress.order.place).map { ($0, progress.order.count) }
  }
}

/// Lets clients check what is possible, and keep changes of their own in the history.
extension MeditationViewModel {
  /// How long the current song and the next one overlap; 0 if one of their lengths is unknown.
  package var overlapToCome: Duration {
    guard let current = state.current, let next = progress.order.song(after: current) else {
      return .zero
    }
    let left = max((songs[current].length ?? .zero) - state.position, .zero)
    return min(course.overlap(of: current, with: next), left)
  }

  /// True if `next` is not refused.
  package var canSkip: Bool {
    phase == .listening && (try? MusicPlayer.playNext(in: course)) != nil
  }

  package func note(_ change: some OutsideChange) { history.note(PickingChange(outside: change)) }

  /// The next change to undo or redo, if made outside the session; otherwise `nil`.
  package func outsideChange(to step: HistoryStep) -> (any OutsideChange)? {
    history.latestOutside(to: step, passing: state.plan)
  }

  /// Notes that ``outsideChange(to:)`` was undone, or redone.
  package func takeOutsideChange(_ step: HistoryStep) {
    guard let change = history.latestOutside(to: step, passing: state.plan) else { return }
    history.pass(state.plan, step)
    history.take(step, reversal: PickingChange(outside: change))
  }

  /// The number of the latest change that is not undone; 0 if there is none.
  package var latestChange: Int { history.latest }

  /// The same, only for changes of the session itself.
  package var latestOwnChange: Int { history.latestOwn }

  /// True if the change with this number was made and is not undone.
  package func isDone(_ change: Int) -> Bool { history.isDone(change) }

  /// True if `previous` is not refused.
  package var canGoBack: Bool {
    phase == .listening && (try? MusicPlayer.playPrevious(in: course)) != nil
  }
}

// MARK: - The table of actions and phases

extension MeditationViewModel {
  /// The state machine's table of actions and phases.
  fileprivate func carryOut(_ action: Action) throws(Refusal) -> [ModeChange] {
    course.progress.silentCount = 0
    switch (action, state.phase) {
    case (.volume(let change), _): return setVolume(change)
    case (.level(let level), _): return setLevel(level)
    case (.plan(let changes), _): return try change(changes)
    case (.undo, _): return try stepHistory(.undo)
    case (.redo, _): return try stepHistory(.redo)

    case (.startByClock(let start, let now), _):
      var begin = start
      begin.zero = start.zero.clampedDate
      return try self.start(byClock: begin, now: now.clampedDate)
    case (.start, .listening), (.resume, .listening), (.startAt, .listening),
      (.rehearse, .listening):
      throw .alreadyListening
    case (.start, _): return try start()
    case (.resume(let point), _): return try resume(at: point)
    case (.startAt(let target), _): return try start(at: target)
    case (.rehearse, _): return try rehearse()

    case (.select(let song), .picking):
      return try changeSelection(of: [song]) { $0.mode.toggled }
    case (.invert(let chosen), .picking):
      return try changeSelection(of: withoutRepetition(chosen)) { $0.mode.toggled }
    case (.pick(let chosen), .picking):
      return try changeSelection(of: chosen) { _ in .picking(.selected) }
    case (.unpick(let chosen), .picking):
      return try changeSelection(of: chosen) { _ in .picking(.unselected) }
    case (.sort(let sort), .picking): return self.sort(by: sort)
    case (.shuffle(let seed), .picking): return shuffle(seed: seed)
    case (.move(let chosen, let place), .picking), (.move(let chosen, let place), .listening):
      return try move(chosen, to: place)
    case (.load(let chosen, let changes), .picking), (.load(let chosen, let changes), .finished):
      return try load(chosen, changes)
    case (.play, .picking), (.pause, .picking), (.toggle, .picking), (.next, .picking),
      (.previous, .picking), (.seek, .picking), (.jump, .picking), (.finish, .picking),
      (.finishAfter, .picking), (.pickNext, .picking), (.endByClock, .picking):
      throw .nothingPlaying
    case (.back, .picking): throw .alreadyPicking

    case (.select(let song), .listening): return try select(song)
    case (.pick(let chosen), .listening): return try join(chosen)
    case (.pickNext(let chosen), .listening): return try joinNext(chosen)
    case (.unpick(let chosen), .listening): return try leave(chosen)
    case (.shuffle(let seed), .listening): return rearrangeToCome(list.shuffled(seed: seed))
    case (.sort(let sort), .listening): return rearrangeToCome(list.sorted(by: sort))
    case (.invert, .listening), (.load, .listening): throw .goBackFirst
    case (.endByClock(let time), .listening): return end(byClock: time.clampedSessionTime)
    case (.play, .listening): return setPause(nil)
    case (.pause, .listening): return setPause(.user)
    case (.toggle, .listening): return setPause(state.pauseCause == nil ? .user : nil)
    case (.next, .listening): return try next()
    case (.previous, .listening): return make(try MusicPlayer.playPrevious(in: course))
    case (.seek(let target), .listening): return make(try MusicPlayer.seek(target, in: course))
    case (.jump(let target), .listening): return try jump(target)
    case (.finish, .listening): return make(.end(.stopped))
    case (.finishAfter(let boundary), .listening): return try finish(after: boundary)
    case (.lock(let isOn), .listening):
      course.state.isLocked = isOn
      return []
    case (.lock, .picking), (.lock, .finished): throw .nothingPlaying

    case (.back, .finished), (.back, .listening): return back()
    case (.select, .finished), (.pick, .finished), (.pickNext, .finished), (.unpick, .finished),
      (.invert, .finished), (.sort, .finished), (.shuffle, .finished), (.move, .finished),
      (.play, .finished), (.pause, .finished), (.toggle, .finished), (.next, .finished),
      (.previous, .finished), (.seek, .finished), (.jump, .finished), (.finish, .finished),
      (.finishAfter, .finished), (.endByClock, .finished):
      throw .sessionFinished
    }
  }
}

extension EngineEvent {
  /// The event, with times small enough to be added.
  fileprivate var clamped: EngineEvent {
    var event = self
    event.position = position.clamped()
    event.elapsed = elapsed.clampedSessionTime
    // A NaN gain would make a state unequal to itself.
    event.gain = gain.flatMap { $0.isFinite ? $0 : nil }
    switch kind {
    case .damaged(let lost): event.kind = .damaged(lost: lost.clamped())
    case .underrun(let lost): event.kind = .underrun(lost: lost.clamped())
    case .cue(var cue):
      cue.time = cue.time.clampedSessionTime
      cue.gain = cue.gain.isFinite ? cue.gain : 1
      event.kind = .cue(cue)
    case .position, .crossed, .ended, .failed, .deviceLost, .deviceRestored, .soundMoved, .noDevice,
      .stalled, .mixedDown, .gainRefused, .measuring, .outputFailed, .laneFailed, .rangOut:
      break
    }
    return event
  }
}

extension Duration {
  /// The nearest time within 10,000 years of 1970, so that differences do not overflow.
  fileprivate var clampedDate: Duration {
    let longest = Duration.seconds(315_576_000_000)
    return min(max(self, .zero - longest), longest)
  }
}
