public import Score

/// A meditation session. It owns its songs and receives all actions of the user and all events of
/// the audio engine.
///
/// One action is one batch: the session first changes everything, then calls the handlers of the
/// changed songs, then those of changed properties, and at last those of ``observeSettled(_:)``,
/// once. So no handler sees half a change. Actions that a handler performs are queued until the
/// batch has settled.
@MainActor public final class MeditationViewModel {
  /// The songs in the order of the list. Only sorting changes it; new songs come last.
  public internal(set) var songs: [SongViewModel]
  /// The published state.
  public internal(set) var state = SessionState()

  /// The songs in their original order; a song's id is its index here.
  var given: [SongViewModel]
  /// Songs that are not in the list yet.
  var arriving: [SongViewModel] = []
  /// Whether songs were appended after the list was sorted.
  var isPartlySorted = false
  /// The ids of all songs in playing order; empty if that is the order of the list.
  var playingIDs: [Int] = []
  /// The changes that `undo` can undo.
  var history = PickingHistory()
  /// The number of silent songs in a row since the last action of the user.
  var silentCount = 0
  /// The songs of the latest session in playing order.
  var order = SessionOrder([])
  /// The latest song that the session came to: the current one, or the one before a silence.
  var reached: Int?
  /// The number of the jump that began the session; events of earlier ones are not about it.
  var firstJump = 0
  /// The indices of the songs that have been heard in this session.
  var heard: Set<Int> = []

  /// The songs whose failures changed in this batch, with the old ones.
  var failureChanges: [(song: SongViewModel, old: String?)] = []

  private let stateChanges = EventEmitter<(old: SessionState, new: SessionState)>()
  private let settledChanges = EventEmitter<SessionChange>()
  /// Created on demand.
  var scoreStreams: ScoreStreams?
  private var isInBatch = false
  private var waiting: [SessionChange.Cause] = []

  /// Creates a session in which nothing is picked.
  ///
  /// - Precondition: No song of `songs` belongs to a session, and none is given twice.
  public init(songs: [SongViewModel]) {
    self.songs = songs
    given = songs
    if let song = SongViewModel.join(songs) {
      preconditionFailure(Refusal.songInUse(title: song.title).description)
    }
    for (index, song) in songs.enumerated() { (song.index, song.id) = (index, index) }
    state.songCount = songs.count
  }

  /// The modes of all songs, in the order of the list. Takes time in proportion to the list; observe
  /// songs, or read the `changes` of ``observeSettled(_:)``, to follow a long one.
  public var modes: [SongMode] { songs.map(\.mode) }

  /// Performs an action completely, or refuses it and changes nothing.
  @discardableResult public func perform(_ action: Action) -> Outcome { run(.action(action)) }

  /// Handles an event of the engine. Events of other generations are dropped, unless they concern
  /// the whole output or a stroke of a bell.
  @discardableResult public func receive(_ event: EngineEvent) -> Outcome { run(.engine(event)) }

  /// Appends songs, not picked, to the list, in one change. Append many at once rather than one by
  /// one. While listening or finished, or from within a handler, they are queued until the session
  /// is picking again.
  ///
  /// If one of them belongs to a session already, or is given twice, all are refused.
  ///
  /// - Parameter songs: Their ids continue those of the list.
  @discardableResult public func append(_ songs: [SongViewModel]) -> Outcome {
    if let song = SongViewModel.join(songs) { return .refused(.songInUse(title: song.title)) }
    arriving += songs
    guard !arriving.isEmpty else { return .unchanged }
    return isInBatch || phase != .picking ? .queued : run(.arrival)
  }

  /// Calls `handler` with the old and the new value of a property after each batch that changes it:
  /// `session.observe(\.phase) { old, new in … }`.
  ///
  /// If `initial` is `true`, `handler` is called once before this returns, with the present value as
  /// both the old and the new one.
  public func observe<Value: Equatable>(
    _ property: KeyPath<SessionState, Value>, initial: Bool = false,
    _ handler: @escaping (_ old: Value, _ new: Value) -> Void
  ) -> Subscription {
    let subscription = stateChanges.subscribe { change in
      let (old, new) = (change.old[keyPath: property], change.new[keyPath: property])
      if old != new { handler(old, new) }
    }
    if initial { handler(state[keyPath: property], state[keyPath: property]) }
    return subscription
  }

  /// Calls `handler` once for each action and each event after it has settled, for an audio engine
  /// or a screen.
  ///
  /// Position events, which come many times a second, are left out; observe the position instead.
  public func observeSettled(_ handler: @escaping (SessionChange) -> Void) -> Subscription {
    settledChanges.subscribe(handler)
  }

  private func run(_ cause: SessionChange.Cause) -> Outcome {
    guard !isInBatch else {
      waiting.append(cause)
      return .queued
    }
    isInBatch = true
    let outcome = settle(cause)
    var next = 0
    while next < waiting.count || hasArrivals {
      if next < waiting.count {
        _ = settle(waiting[next])
        next += 1
      } else {
        _ = settle(.arrival)
      }
    }
    waiting.removeAll()
    isInBatch = false
    return outcome
  }

  /// Whether waiting songs can join the list now.
  private var hasArrivals: Bool { phase == .picking && !arriving.isEmpty }

  private func settle(_ cause: SessionChange.Cause) -> Outcome {
    let before = state
    let verdict: Verdict =
      switch cause {
      case .action(let action): carryOut(action)
      case .engine(let event): carryOut(event.clamped)
      case .arrival: takeIn()
      }
    let changes: [ModeChange]
    let outcome: Outcome
    switch verdict {
    case .refuse(let refusal): (changes, outcome) = ([], .refused(refusal))
    case .drop: (changes, outcome) = ([], .dropped)
    case .done(let made):
      changes = made
      outcome = made.isEmpty && state == before ? .unchanged : .changed
    }
    for change in changes { songs[change.song].announce(change) }
    announceFailures()
    if state != before {
      stateChanges.emit((before, state))
      scoreStreams?.emit(before, state)
    }
    if !cause.isStepOfPosition {
      settledChanges.emit(
        SessionChange(
          cause: cause, outcome: outcome, changes: changes, before: before, after: state))
    }
    return outcome
  }

  private func announceFailures() {
    guard !failureChanges.isEmpty else { return }
    let changed = failureChanges
    failureChanges = []
    for (song, old) in changed { song.announceFailure(insteadOf: old) }
  }

  /// The result of an action or an event.
  enum Verdict {
    /// The changed modes, which have not been emitted yet.
    case done([ModeChange])
    case refuse(Refusal)
    case drop
  }
}

extension MeditationViewModel {
  /// The phase of the session.
  public var phase: Phase { state.phase }
  /// Whether the current song or silence plays or is paused; `nil` unless listening.
  public var transport: Transport? { state.transport }
  /// The position in the current song or silence, from its beginning.
  public var position: Duration { state.position }
  /// The volume in percent, 0 to 100, on a perceptual scale: 50 sounds half as loud as 100 (-18 dB).
  public var volume: Int { state.volume }
  /// Whether songs that begin are brought to one loudness.
  public var level: Level { state.level }
  /// What the engine plays.
  public var score: Score { state.score }
  /// The current song; `nil` unless listening, and in silence.
  public var currentSong: SongViewModel? { state.current.map { songs[$0] } }

  /// The song with this ``SongViewModel/id``; `nil` if the list has none. Takes constant time.
  public func song(id: Int) -> SongViewModel? { given.indices.contains(id) ? given[id] : nil }

  /// Whether there is a change that `undo` can undo while picking.
  public var canUndo: Bool { history.count > 0 }

  /// The current song's position in the playing order, from 0, and the number of songs in the session;
  /// `nil` unless listening, and in silence. Takes constant time.
  public var place: (index: Int, count: Int)? {
    state.current.flatMap(order.place).map { ($0, order.count) }
  }
}

extension SessionChange.Cause {
  fileprivate var isStepOfPosition: Bool {
    switch self {
    case .action, .arrival: false
    case .engine(let event): event.kind == .position
    }
  }
}
