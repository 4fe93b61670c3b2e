import MeditationPlan
import Testing

@testable import MeditationCore

/// One step of the walk.
enum WalkStep {
  case action(Action)
  case news(EngineEvent.Kind, at: Double)
  case staleNews(EngineEvent.Kind)

  static func all(songs count: Int) -> [WalkStep] {
    let everything = Array(0..<count)
    let orders: [Action] =
      count < 3
      ? [
        .sort(.title), .sort(.original), .shuffle(seed: 1), .move([count], to: .position(0)),
        .move(everything.reversed(), to: .position(0)), .move([count - 1], to: .next),
        .pickNext([0]), .pickNext(everything.reversed()), .pickNext([count]),
      ] : []
    let places = count < 3 ? Array(-1...count) : count == 3 ? [0, 1, 2] : []
    let circles: [Action] = count < 4 ? [.plan([.repeat(true)]), .plan([.repeat(false)])] : []
    let ends: [Action] =
      count < 3
      ? [
        .plan([.repeat(.one)]), .finishAfter(.song), .finishAfter(nil), .lock(true), .lock(false),
      ] : []
    let moves: [Action] = everything.flatMap { song in
      places.map { Action.move([song], to: .position($0)) }
    }
    let actions: [Action] =
      (-1...count).map { .select($0) } + everything.map { .pick([$0]) }
      + everything.map { .unpick([$0]) }
      + moves + orders + circles + ends
      + [
        .pick(everything), .unpick(everything), .invert(everything), .pick([0, count]), .start,
        .play, .pause, .toggle, .next, .previous, .seek(.to(.zero)), .seek(.to(.seconds(50))),
        .seek(.to(.seconds(100))), .seek(.by(.seconds(-50))), .seek(.percent(50)), .back, .finish,
        .load([], plan: []), .load(everything, plan: []), .load([0, count], plan: []),
        .load(everything, plan: [.settling(.seconds(-1))]),
        .resume(.init(place: 0, position: .seconds(50), elapsed: .zero)),
        .resume(.init(place: count - 1, elapsed: .zero)),
        .resume(.init(place: count, elapsed: .zero)),
        .resume(.init(place: nil, elapsed: .zero)), .startAt(.time(.seconds(150))),
        .jump(.to(.time(.seconds(50)))),
      ] + (count < 4 ? [.load(everything.reversed() + everything, plan: [])] : [])
    let kinds: [EngineEvent.Kind] = [
      .position, .crossed, .ended, .failed(reason: "damaged"), .deviceLost(reason: "unplugged"),
      .deviceRestored, .soundMoved(reason: "gone"), .noDevice(reason: "none"), .stalled,
      .measuring(percent: nil), .mixedDown(from: 6, to: 2), .gainRefused(reason: "loud"),
      .outputFailed(reason: "full"),
    ]
    return actions.map { .action($0) }
      + kinds.map { .news($0, at: 0) } + kinds.map { .news($0, at: 50) }
      + kinds.filter { $0 != .deviceRestored }.map { .staleNews($0) }
      + [.news(.damaged(lost: .seconds(50)), at: 0), .staleNews(.damaged(lost: .seconds(50)))]
  }

  /// The steps of a walk with plans: fewer orders, more cues.
  static func ofPlans(songs count: Int) -> [WalkStep] {
    let changes: [PlanChange] = [
      .length(.time(.seconds(100))), .length(.open), .length(.songs), .lengthen(.seconds(-60)),
      .settling(.zero), .opening(2), .closing(0), .bells([]), .off,
    ]
    let actions: [Action] =
      (0..<count).map { .select($0) } + (0..<count).map { .pick([$0]) }
      + (0..<count).map { .unpick([$0]) } + changes.map { .plan([$0]) }
      + [
        .plan([.closing(4), .opening(10)]), .plan([.repeat(true)]), .plan([.repeat(false)]),
        .finishAfter(.song), .start, .toggle, .next,
        .previous, .seek(.to(.seconds(50))), .seek(.to(.seconds(100))), .back, .finish,
        .move([0], to: .position(1)),
        .load(Array(0..<count), plan: [.length(.time(.seconds(100)))]),
        .load([], plan: [.settling(.seconds(5)), .opening(10)]),
        .resume(.init(place: 0, position: .seconds(50), elapsed: .seconds(50))),
        .resume(.init(place: 0, position: .seconds(100), elapsed: .seconds(50))),
        .resume(.init(place: nil, elapsed: .zero)),
        .resume(.init(place: nil, elapsed: .seconds(-5))),
        .resume(.init(place: 0, elapsed: .seconds(100))), .startAt(.time(.seconds(50))),
        .jump(.to(.time(.seconds(50)))), .jump(.by(.seconds(-50))),
      ]
    let kinds: [EngineEvent.Kind] = [
      .position, .crossed, .ended, .failed(reason: "damaged"), .deviceLost(reason: "unplugged"),
      .deviceRestored, .outputFailed(reason: "full"), .rangOut,
      .cue(Cue(.bell, stroke: 1, at: .seconds(20))), .cue(Cue(.end, at: .seconds(100))),
    ]
    return actions.map { .action($0) } + kinds.map { .news($0, at: 0) }
      + kinds.map { .news($0, at: 50) } + kinds.map { .staleNews($0) }
  }

  /// Steps that change and pass the parts of a plan.
  static var ofParts: [WalkStep] {
    let plans: [[PlanChange]] = [
      [.nextPart], [.part(1), .closing(0)], [.part(2), .opening(3)], [.removePart(1)],
      [.removePart(2)], [.movePart(2, to: 1)], [.length(.open)], [.off],
    ]
    let actions: [Action] =
      plans.map { .plan($0) }
      + [
        .start, .toggle, .next, .seek(.to(.seconds(50))), .back, .finish, .finishAfter(.part),
        .resume(.init(place: nil, elapsed: .seconds(50))), .startAt(.part(2)), .rehearse,
        .jump(.to(.part(2))), .jump(.to(.time(.seconds(50)))),
      ]
    let kinds: [EngineEvent.Kind] = [
      .position, .ended, .outputFailed(reason: "full"),
      .cue(Cue(.part, part: 2, at: .seconds(50))), .cue(Cue(.opening, stroke: 1, at: .seconds(50))),
      .cue(Cue(.end, at: .seconds(100))),
    ]
    return actions.map { .action($0) } + kinds.map { .news($0, at: 0) }
      + kinds.map { .news($0, at: 50) } + kinds.map { .staleNews($0) }
  }

  /// Performs the step and checks every invariant.
  @MainActor func checked(on session: MeditationViewModel) {
    let (count, phase) = (session.state.sessionCount, session.phase)
    let (before, undoable) = (PickingKey(session), session.history.count)
    let (state, modes) = (session.state, session.modes)
    func holds(_ condition: Bool, _ invariant: @autoclosure () -> String) {
      if !condition { Issue.record("\(invariant())\n\(self) on \(state), \(modes)") }
    }
    let watch = SessionWatch(session)
    let outcome = perform(on: session)
    watch.checkUnsettled()
    holds(watch.violations.isEmpty, "\(watch.violations)")
    // A rehearsal jumps, or ends, at a step of position.
    let isStep =
      isStepOfPosition && session.state.sessionCount == count && session.phase == phase
    holds(watch.settledCount == (isStep ? 0 : 1), "6: settled once")

    guard outcome == .changed, session.history.count > undoable else { return }
    // Undo keeps all that has been played since: a song that joined in a silence, or the end.
    guard session.phase != .finished, session.state.current == state.current,
      !session.state.isLocked,
      state.plan.end.map({ $0 > state.elapsed }) ?? true
    else { return }
    let (again, after) = (session.copy(), PickingKey(session))
    holds(
      again.perform(.undo) == .changed && PickingKey(again) == before, "11: undo restores the state"
    )
    holds(
      again.perform(.redo) == .changed && PickingKey(again) == after, "11: redo makes it again")
    holds(
      again.perform(.redo) == .refused(.nothingToRedo), "11: there is nothing more to redo")
    holds(
      again.perform(.undo) == .changed && PickingKey(again) == before, "11: redo is undone")
  }

  /// True if it adds songs while listening, or removes them.
  @MainActor func joins(_ session: MeditationViewModel) -> Bool {
    guard session.phase == .listening else { return false }
    return switch self {
    case .action(.pick), .action(.pickNext), .action(.unpick): true
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
  let ids: [SongID]
  let playingIDs: [SongID]
  let sort: SongSort
  let playing: Arrangement.Playing
  let picked: PickedTotal
  let plan: Plan

  @MainActor init(_ session: MeditationViewModel) {
    isPicked = session.modes.map(\.isInSession)
    ids = session.songs.map(\.id)
    playingIDs = session.list.playingIDs
    sort = session.state.arrangement.sort
    playing = session.state.arrangement.playing
    picked = session.state.picked
    plan = session.state.plan
  }
}

extension MeditationViewModel {
  /// An event of `kind` in the current generation.
  func report(_ kind: EngineEvent.Kind, at seconds: Double) -> Outcome {
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
  func copy() -> MeditationViewModel {
    let originals = songs.sorted { $0.id < $1.id }
    let copies = originals.map { SongViewModel(title: $0.title, length: $0.length) }
    let twin = MeditationViewModel(songs: copies)
    for (song, original) in zip(copies, originals) {
      _ = song.change(to: original.mode)
      song.failure = original.failure
    }
    twin.course.list = SongList(copies, arrangedAs: list)
    twin.course.state = state
    twin.course.progress = progress
    twin.history = history
    return twin
  }
}

extension SongList {
  /// A list of copies of the songs of `other`, in the same orders.
  ///
  /// - Parameter copies: In the original order.
  fileprivate init(_ copies: [SongViewModel], arrangedAs other: SongList) {
    self.init(copies)
    lateCount = other.lateCount
    arrange(other.listing, playing: other.arrangement.playing, order: other.playingIDs)
    arrangement = other.arrangement
  }
}
