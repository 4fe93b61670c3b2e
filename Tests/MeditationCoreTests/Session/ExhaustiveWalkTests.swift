import Testing

@testable import MeditationCore

/// Every state that can be reached by every action and every piece of news, each invariant
/// checked at each step.
@Suite("The exhaustive walk") @MainActor struct ExhaustiveWalkTests {
  @Test("holds every invariant", arguments: 0...4)
  func walk(count: Int) {
    var seen: Set<StateKey> = []
    var frontier = [MeditationViewModel(count: count)]
    var transitions = 0
    seen.insert(StateKey(frontier[0]))
    while let session = frontier.popLast() {
      for step in Step.all(songs: count) {
        let next = session.copy()
        step.checked(on: next)
        transitions += 1
        if seen.insert(StateKey(next)).inserted { frontier.append(next) }
      }
    }
    print("Walked \(count) songs: \(seen.count) states, \(transitions) transitions")
    #expect(seen.count > count)
  }
}

/// What makes two states of the walk the same one. Counts that only ever grow are left out, and
/// the position counts in the steps that the walk makes.
private struct StateKey: Hashable {
  let modes: [SongMode]
  let failures: [Bool]
  let phase: Phase
  let current: Int?
  let pause: PauseCause?
  let position: Duration
  let leg: Int

  @MainActor init(_ session: MeditationViewModel) {
    modes = session.modes
    failures = session.songs.map { $0.failure != nil }
    phase = session.phase
    current = session.state.current
    pause = session.state.pauseCause
    position = session.position
    leg = min(session.state.generation.leg, 1)
  }
}

private enum Step {
  case action(Action)
  case news(EngineEvent.Kind, at: Double)
  case staleNews(EngineEvent.Kind)

  static func all(songs count: Int) -> [Step] {
    let everything = Array(0..<count)
    let actions: [Action] =
      (-1...count).map { .select($0) } + everything.map { .pick([$0]) }
      + everything.map { .unpick([$0]) }
      + [
        .pick(everything), .unpick(everything), .invert(everything), .pick([0, count]), .start,
        .play, .pause, .toggle, .next, .previous, .seek(.to(.zero)), .seek(.to(.seconds(50))),
        .seek(.to(.seconds(100))), .seek(.by(.seconds(-50))), .seek(.percent(50)), .back, .finish,
      ]
    let kinds: [EngineEvent.Kind] = [
      .position, .crossed, .ended, .failed(reason: "damaged"), .deviceLost(reason: "unplugged"),
      .deviceRestored,
    ]
    return actions.map { .action($0) }
      + kinds.map { .news($0, at: 0) } + kinds.map { .news($0, at: 50) }
      + kinds.filter { $0 != .deviceRestored }.map { .staleNews($0) }
  }

  @MainActor func checked(on session: MeditationViewModel) {
    let before = session.state
    let modesBefore = session.modes
    var told: [ModeChange] = []
    var settled: [Settlement] = []
    var phases: [Phase] = []
    var subscriptions = session.songs.map { $0.observeMode { told.append($0) } }
    subscriptions.append(session.observeSettled { settled.append($0) })
    subscriptions.append(session.observe(\.phase) { phases.append($1) })

    let outcome = perform(on: session)
    Invariants(step: self, outcome: outcome, before: before, modesBefore: modesBefore)
      .check(session, told: told, settled: settled, phases: phases)
    withExtendedLifetime(subscriptions) {}
  }

  @MainActor private func perform(on session: MeditationViewModel) -> Outcome {
    switch self {
    case .action(let action): session.perform(action)
    case .news(let kind, let position): session.report(kind, at: position)
    case .staleNews(let kind):
      session.receive(
        EngineEvent(
          generation: Generation(jump: session.intent.generation.jump - 1), position: .zero,
          kind: kind))
    }
  }

  var isStepOfPosition: Bool {
    switch self {
    case .action: false
    case .news(let kind, _), .staleNews(let kind): kind == .position
    }
  }

  var mayRestoreDevice: Bool {
    if case .news(.deviceRestored, _) = self { true } else { false }
  }
}

@MainActor private struct Invariants {
  let step: Step
  let outcome: Outcome
  let before: SessionState
  let modesBefore: [SongMode]

  func check(
    _ session: MeditationViewModel, told: [ModeChange], settled: [Settlement], phases: [Phase]
  ) {
    let (modes, after) = (session.modes, session.state)
    func holds(_ condition: Bool, _ invariant: String) {
      if !condition { Issue.record("\(invariant)\n\(step) on \(before), \(modesBefore)") }
    }

    let picking = modes.filter { if case .picking = $0 { true } else { false } }
    holds(picking.count == (after.phase == .picking ? modes.count : 0), "1: picking modes")

    let playing = modes.indices.filter { modes[$0] == .listening(.playing) }
    holds(playing == (after.phase == .listening ? after.current.map { [$0] } : []), "2: one plays")

    if before.phase != .picking || after.phase != .picking {
      holds(modes.map(\.isInSession) == modesBefore.map(\.isInSession), "3, 4: selection kept")
    }

    let changed = modes.indices.filter { modes[$0] != modesBefore[$0] }
    holds(told.map(\.song).sorted() == changed, "5: each change told once, no change never")
    holds(told.allSatisfy { $0.from == modesBefore[$0.song] && $0.to == modes[$0.song] }, "5: true")
    if let ended = told.firstIndex(where: { $0.from == .listening(.playing) }),
      let began = told.firstIndex(where: { $0.to == .listening(.playing) })
    {
      holds(ended < began, "5: the old song is told first")
    }

    holds(settled.count == (step.isStepOfPosition ? 0 : 1), "6: settled once")
    holds(settled.allSatisfy { $0.changes == told && $0.outcome == outcome }, "6: settled truly")

    let finishings = phases.filter { $0 == .finished }.count
    holds(
      finishings == (after.phase == .finished && before.phase == .listening ? 1 : 0)
        && !(before.phase == .picking && after.phase == .finished), "7: finished once")

    switch outcome {
    case .refused, .dropped: holds(after == before && told.isEmpty, "a refusal changes nothing")
    case .unchanged: holds(after == before && told.isEmpty, "unchanged is unchanged")
    case .changed: holds(after != before || !told.isEmpty, "changed is changed")
    case .queued: holds(false, "nothing to queue behind")
    }
    checkIntent(after, modes: modes, holds)
  }

  /// The engine hears of every break in what sounds, and of nothing else.
  private func checkIntent(
    _ after: SessionState, modes: [SongMode], _ holds: (Bool, String) -> Void
  ) {
    switch after.intent.sound {
    case .silence: holds(after.phase != .listening, "silence only when not listening")
    case .song(let song, _, let then):
      let later = modes.indices.filter { $0 > song && modes[$0].isInSession }
      holds(song == after.current && then == later.first, "the intent names this song and the next")
    }
    let moved = after.current != before.current || after.start != before.start
    holds(!moved || after.generation != before.generation, "a move is a new generation")
    holds(after.transport == .paused || after.phase == .listening, "only listening plays")
    if case .device? = before.pauseCause, after.transport == .playing, outcome == .changed {
      switch step {
      case .action(.play), .action(.toggle), .action(.select): break
      default: holds(step.mayRestoreDevice, "only the device or the user ends its pause")
      }
    }
  }
}
