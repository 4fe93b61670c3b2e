import Score
import Testing

@testable import MeditationCore

/// Visits every reachable state by every action and event, and checks each invariant at each step.
///
/// Some steps are left out to save time. Three songs are neither sorted nor shuffled: with both,
/// there are 16,272 states and 1,073,952 transitions, which also pass, but take 40 s in a debug
/// build. Four songs have a fixed order and do not repeat. With three or more songs, none joins or
/// leaves while listening. One song with the fullest plan, 27,726 states and 1,497,204 transitions,
/// passes, but takes minutes. Histories are unbounded, so `undo` is not a step of the walk; it is
/// tried after each change while picking.
@Suite("The exhaustive walk") @MainActor struct ExhaustiveWalkTests {
  @Test("holds every invariant", arguments: 0...4)
  func walk(count: Int) {
    walk(MeditationViewModel(songs: Self.songs(count)), by: WalkStep.all(songs: count))
  }

  @Test(
    "holds every invariant with a plan",
    arguments: plans.map { (0, $0) } + plans.dropLast().map { (1, $0) })
  func walk(count: Int, plan: Plan) {
    let start = MeditationViewModel(songs: Self.songs(count))
    start.state.plan = plan
    walk(start, by: WalkStep.ofPlans(songs: count))
  }

  /// One plan of each kind; those of the walk itself lead to further ones.
  private nonisolated static let plans: [Plan] = {
    var (timed, open, settled, full) = (Plan(), Plan(), Plan(), Plan())
    timed.length = .time(.seconds(100))
    open.length = .open
    settled.settling = .seconds(5)
    full.length = .time(.seconds(100))
    full.settling = .seconds(5)
    (full.opening, full.closing, full.bells) = (1, 3, .every(.seconds(20)))
    (full.fade, full.breath) = (.seconds(5), .box)
    return [timed, open, settled, full]
  }()

  private func walk(_ start: MeditationViewModel, by steps: [WalkStep]) {
    let count = start.songs.count
    var seen: Set<StateKey> = [StateKey(start)]
    var frontier = [start]
    var transitions = 0
    while let session = frontier.popLast() {
      for step in steps where count < 3 || !step.joins(session) {
        let next = session.copy()
        step.checked(on: next)
        transitions += 1
        if seen.insert(StateKey(next)).inserted { frontier.append(next) }
      }
    }
    print("Walked \(count) songs: \(seen.count) states, \(transitions) transitions")
    #expect(seen.count > count)
  }

  /// Titles are in the reverse of the original order.
  private static func songs(_ count: Int) -> [SongViewModel] {
    (0..<count).map { SongViewModel(title: "Song \(count - $0)", length: .seconds(100)) }
  }
}

/// The identity of a state of the walk. Counts that only grow are left out; the position counts in
/// steps of the walk.
private struct StateKey: Hashable {
  let modes: [SongMode]
  let failures: [Bool]
  let phase: Phase
  let current: Int?
  let pause: PauseCause?
  let position: Duration
  let segment: Int
  let isRepeating: Bool
  let silentCount: Int
  let sort: SongSort
  let playing: Arrangement.Playing
  let order: [Int]
  let heard: Set<Int>
  let plan: Plan
  let elapsed: Duration
  let part: Segment?
  let reached: Int?

  @MainActor init(_ session: MeditationViewModel) {
    modes = session.modes
    heard = modes.count < 3 ? session.heard : []
    plan = session.state.plan
    elapsed = session.state.plan.isEmpty ? .zero : session.state.elapsed
    part = session.state.segment
    reached = session.phase == .listening ? session.reached : nil
    failures = session.songs.map { $0.failure != nil }
    phase = session.phase
    current = session.state.current
    pause = session.state.pauseCause
    position = session.position
    segment = min(session.state.generation.segment, 1)
    isRepeating = session.state.isRepeating
    silentCount = isRepeating && phase == .listening ? min(session.silentCount, modes.count) : 0
    sort = session.state.arrangement.sort
    playing = session.state.arrangement.playing
    order = session.playingIDs
  }
}

/// One step of the walk.
private enum WalkStep {
  case action(Action)
  case news(EngineEvent.Kind, at: Double)
  case staleNews(EngineEvent.Kind)

  static func all(songs count: Int) -> [WalkStep] {
    let everything = Array(0..<count)
    let orders: [Action] =
      count < 3
      ? [.sort(.title), .sort(.original), .shuffle(seed: 1), .move(song: count, toPlace: 0)] : []
    let places = count < 3 ? Array(-1...count) : count == 3 ? [0, 1, 2] : []
    let circles: [Action] = count < 4 ? [.repeat(true), .repeat(false)] : []
    let actions: [Action] =
      (-1...count).map { .select($0) } + everything.map { .pick([$0]) }
      + everything.map { .unpick([$0]) }
      + everything.flatMap { song in places.map { Action.move(song: song, toPlace: $0) } } + orders
      + circles
      + [
        .pick(everything), .unpick(everything), .invert(everything), .pick([0, count]), .start,
        .play, .pause, .toggle, .next, .previous, .seek(.to(.zero)), .seek(.to(.seconds(50))),
        .seek(.to(.seconds(100))), .seek(.by(.seconds(-50))), .seek(.percent(50)), .back, .finish,
      ]
    let kinds: [EngineEvent.Kind] = [
      .position, .crossed, .ended, .failed(reason: "damaged"), .deviceLost(reason: "unplugged"),
      .deviceRestored, .noDevice(reason: "none"), .stalled, .outputFailed(reason: "full"),
    ]
    return actions.map { .action($0) }
      + kinds.map { .news($0, at: 0) } + kinds.map { .news($0, at: 50) }
      + kinds.filter { $0 != .deviceRestored }.map { .staleNews($0) }
  }

  /// The steps of a walk with plans: fewer orders, more cues.
  static func ofPlans(songs count: Int) -> [WalkStep] {
    let changes: [PlanChange] = [
      .length(.time(.seconds(100))), .length(.open), .length(.songs), .lengthen(.seconds(-60)),
      .settling(.zero), .opening(2), .closing(0), .bells(.none), .off,
    ]
    let actions: [Action] =
      (0..<count).map { .select($0) } + (0..<count).map { .pick([$0]) }
      + (0..<count).map { .unpick([$0]) } + changes.map { .plan([$0]) }
      + [
        .plan([.closing(4), .opening(10)]), .repeat(true), .repeat(false), .start, .toggle, .next,
        .previous, .seek(.to(.seconds(50))), .seek(.to(.seconds(100))), .back, .finish,
        .move(song: 0, toPlace: 1),
      ]
    let kinds: [EngineEvent.Kind] = [
      .position, .crossed, .ended, .failed(reason: "damaged"), .deviceLost(reason: "unplugged"),
      .deviceRestored, .outputFailed(reason: "full"), .rangOut,
      .cue(Cue(.bell, stroke: 1, at: .seconds(20))), .cue(Cue(.end, at: .seconds(100))),
    ]
    return actions.map { .action($0) } + kinds.map { .news($0, at: 0) }
      + kinds.map { .news($0, at: 50) } + kinds.map { .staleNews($0) }
  }

  @MainActor func checked(on session: MeditationViewModel) {
    let (before, undoable) = (PickingKey(session), session.history.count)
    let (state, modes) = (session.state, session.modes)
    func holds(_ condition: Bool, _ invariant: @autoclosure () -> String) {
      if !condition { Issue.record("\(invariant())\n\(self) on \(state), \(modes)") }
    }
    let watch = SessionWatch(session)
    let outcome = perform(on: session)
    watch.checkUnsettled()
    holds(watch.violations.isEmpty, "\(watch.violations)")
    holds(watch.settledCount == (isStepOfPosition ? 0 : 1), "6: settled once")

    guard outcome == .changed, session.history.count > undoable else { return }
    // What has been played since is not undone: a song that joined in a silence, or the end.
    guard session.phase != .finished, session.state.current == state.current,
      state.plan.end.map({ $0 > state.elapsed }) ?? true
    else { return }
    let again = session.copy()
    holds(
      again.perform(.undo) == .changed && PickingKey(again) == before, "11: undo restores the state"
    )
  }

  /// Whether it adds songs while listening, or removes them.
  @MainActor func joins(_ session: MeditationViewModel) -> Bool {
    guard session.phase == .listening else { return false }
    return switch self {
    case .action(.pick), .action(.unpick): true
    case .action, .news, .staleNews: false
    }
  }

  @MainActor private func perform(on session: MeditationViewModel) -> Outcome {
    switch self {
    case .action(let action): session.perform(action)
    case .news(let kind, let position): session.report(kind, at: position)
    case .staleNews(let kind):
      session.receive(
        EngineEvent(
          generation: Generation(jump: session.score.generation.jump - 1), position: .zero,
          kind: kind))
    }
  }

  private var isStepOfPosition: Bool {
    switch self {
    case .action: false
    case .news(let kind, _), .staleNews(let kind): kind == .position
    }
  }
}

/// The state that `undo` restores.
private struct PickingKey: Equatable {
  let isPicked: [Bool]
  let ids: [Int]
  let playingIDs: [Int]
  let sort: SongSort
  let playing: Arrangement.Playing
  let picked: PickedTotal
  let plan: Plan

  @MainActor init(_ session: MeditationViewModel) {
    isPicked = session.modes.map(\.isInSession)
    ids = session.songs.map(\.id)
    playingIDs = session.playingIDs
    sort = session.state.arrangement.sort
    playing = session.state.arrangement.playing
    picked = session.state.picked
    plan = session.state.plan
  }
}

extension MeditationViewModel {
  /// An event of `kind` in the current generation.
  fileprivate func report(_ kind: EngineEvent.Kind, at seconds: Double) -> Outcome {
    let elapsed: Duration
    switch (state.segment, kind) {
    case (.song, _): elapsed = .seconds(seconds)
    case (.silence(length: _?), .crossed), (.silence(length: _?), .ended): elapsed = .zero
    case (.silence, _), (nil, _): elapsed = state.elapsed
    }
    return receive(
      EngineEvent(
        generation: score.generation, position: .seconds(seconds),
        elapsed: max(state.elapsed, elapsed), kind: kind))
  }

  /// An independent session in the same state, for walks that branch.
  fileprivate func copy() -> MeditationViewModel {
    let twin = MeditationViewModel(
      songs: given.map { SongViewModel(title: $0.title, length: $0.length) })
    for (song, original) in zip(twin.given, given) {
      _ = song.change(to: original.mode)
      song.failure = original.failure
      song.index = original.index
    }
    twin.songs = songs.map { twin.given[$0.id] }
    twin.state = state
    twin.order = order
    twin.heard = heard
    twin.reached = reached
    twin.firstJump = firstJump
    twin.playingIDs = playingIDs
    twin.history = history
    twin.silentCount = silentCount
    return twin
  }
}
