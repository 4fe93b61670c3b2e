public import Score

/// A meditation session: owns its songs, and is the only one who receives what the user does and
/// what the audio engine reports.
///
/// One action is one batch. First everything is changed; then the changed songs' handlers are
/// told, then those who observe a property, and last, once, those who follow the session. So no
/// handler sees half a change. What a handler performs itself waits until the batch has settled.
@MainActor public final class MeditationViewModel {
  /// The songs, in the order of the list, which changes by sorting alone. New ones come last.
  public internal(set) var songs: [SongViewModel]
  /// All that the session publishes, as it is now.
  public internal(set) var state = SessionState()

  /// The songs as they were given; a song's id is its place here.
  var given: [SongViewModel]
  /// Songs that have come, and are not in the list yet.
  var arriving: [SongViewModel] = []
  /// Whether songs came after the list was sorted.
  var isPartlySorted = false
  /// The ids of all songs in the order in which they would play; empty where that is the list's.
  var playingIDs: [Int] = []
  /// What `undo` takes back.
  var history = PickingHistory()
  /// How many songs in a row failed, or were over at once, since the user last did something.
  var silentCount = 0
  /// The songs of the session and their order, from its start on.
  var order = SessionOrder([])
  /// The songs of which something was heard since the start.
  var heard: Set<Int> = []

  private let stateChanges = EventEmitter<(old: SessionState, new: SessionState)>()
  private let settledChanges = EventEmitter<SessionChange>()
  private var isSettling = false
  private var waiting: [SessionChange.Cause] = []

  /// A session in which nothing is picked. `songs` must belong to no other session.
  public init(songs: [SongViewModel]) {
    self.songs = songs
    given = songs
    for (index, song) in songs.enumerated() { (song.index, song.id) = (index, index) }
    state.songCount = songs.count
  }

  /// The modes of all songs, in the order of the list.
  public var modes: [SongMode] { songs.map(\.mode) }

  /// Does what the user asks for, or refuses it; never both in part.
  @discardableResult public func perform(_ action: Action) -> Outcome { run(.action(action)) }

  /// Takes an event of the engine. One about another stretch of playing than the present is
  /// dropped, unless it concerns the output as a whole.
  @discardableResult public func receive(_ event: EngineEvent) -> Outcome { run(.engine(event)) }

  /// Adds songs, not picked, at the end of the list, in one change; better many at once than
  /// one by one. While a session is heard or finished, or from within a handler, they are queued,
  /// and join the list as soon as songs are being picked.
  ///
  /// - Parameter songs: Must belong to no other session. Their ids go on from those before.
  @discardableResult public func append(_ songs: [SongViewModel]) -> Outcome {
    arriving += songs
    guard !arriving.isEmpty else { return .unchanged }
    return isSettling || phase != .picking ? .queued : run(.arrival)
  }

  /// Calls `handler` with the old and the new value of a property after each batch that changed
  /// it: `session.observe(\.phase) { old, new in … }`.
  public func observe<Value: Equatable>(
    _ property: KeyPath<SessionState, Value>,
    _ handler: @escaping (_ old: Value, _ new: Value) -> Void
  ) -> Subscription {
    stateChanges.subscribe { change in
      let (old, new) = (change.old[keyPath: property], change.new[keyPath: property])
      if old != new { handler(old, new) }
    }
  }

  /// Calls `handler` once for each action and each piece of news, when it has settled.
  ///
  /// This is what an audio engine or a screen follows. Of a plain step of the position, which
  /// comes many times a second, only those are told who observe the position.
  public func observeSettled(_ handler: @escaping (SessionChange) -> Void) -> Subscription {
    settledChanges.subscribe(handler)
  }

  private func run(_ cause: SessionChange.Cause) -> Outcome {
    guard !isSettling else {
      waiting.append(cause)
      return .queued
    }
    isSettling = true
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
    isSettling = false
    return outcome
  }

  /// Whether there are songs to be taken in now.
  private var hasArrivals: Bool { phase == .picking && !arriving.isEmpty }

  private func settle(_ cause: SessionChange.Cause) -> Outcome {
    let before = state
    let verdict: Verdict =
      switch cause {
      case .action(let action): carryOut(action)
      case .engine(let event): carryOut(event)
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
    if state != before { stateChanges.emit((before, state)) }
    if !cause.isStepOfPosition {
      settledChanges.emit(
        SessionChange(
          cause: cause, outcome: outcome, changes: changes, before: before, after: state))
    }
    return outcome
  }

  /// What a cause comes to.
  enum Verdict {
    /// Modes changed but not yet told, if any.
    case done([ModeChange])
    case refuse(Refusal)
    case drop
  }
}

extension MeditationViewModel {
  /// Where the session stands.
  public var phase: Phase { state.phase }
  /// Whether the current song runs.
  public var transport: Transport { state.transport }
  /// How far the current song has played.
  public var position: Duration { state.position }
  /// Loudness in percent.
  public var volume: Int { state.volume }
  /// What is to sound.
  public var score: Score { state.score }
  /// The current song; `nil` unless listening.
  public var currentSong: SongViewModel? { state.current.map { songs[$0] } }

  /// Whether there is a change that `undo` can take back, while picking.
  public var canUndo: Bool { history.count > 0 }

  /// The current song's place in the session, from 0, among how many; `nil` unless listening.
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
