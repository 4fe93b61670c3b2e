import MeditationPlan
import Testing

@testable import MeditationCore

/// One row of the state machine's table: in a session of four songs, of which 1, 2 and 4 are
/// picked, `steps` lead to the phase; then `action` has `outcome` and leaves `modes`.
struct TransitionRow: CustomTestStringConvertible, Sendable {
  var phase: Phase
  var paused = false
  var current = 0
  var position = 0.0
  var action: Action
  var outcome: Outcome
  /// One letter a song: `p`icked, `u`npicked, `.` playable, `>` playing, `h`idden.
  var modes: String
  var ends: Phase
  var transport: Transport?

  var testDescription: String { "\(action) while \(phase), current \(current) at \(position) s" }
}

private func picking(
  _ action: Action, _ outcome: Outcome, _ modes: String = "ppup", ends: Phase = .picking,
  _ transport: Transport? = nil
) -> TransitionRow {
  TransitionRow(
    phase: .picking, action: action, outcome: outcome, modes: modes, ends: ends,
    transport: transport)
}

private func listening(
  _ action: Action, _ outcome: Outcome, _ modes: String = ">.h.", on current: Int = 0,
  at position: Double = 0, paused: Bool = false, ends: Phase = .listening,
  _ transport: Transport? = .playing
) -> TransitionRow {
  TransitionRow(
    phase: .listening, paused: paused, current: current, position: position, action: action,
    outcome: outcome, modes: modes, ends: ends, transport: transport)
}

private func finished(
  _ action: Action, _ outcome: Outcome, _ modes: String = "..h.", ends: Phase = .finished,
  _ transport: Transport? = nil
) -> TransitionRow {
  TransitionRow(
    phase: .finished, action: action, outcome: outcome, modes: modes, ends: ends,
    transport: transport)
}

private let transitionTable: [TransitionRow] = [
  picking(.select(0), .changed, "upup"),
  picking(.select(2), .changed, "pppp"),
  picking(.select(4), .refused(.noSuchSong(number: 5, count: 4))),
  picking(.select(-1), .refused(.noSuchSong(number: 0, count: 4))),
  picking(.select(.max), .refused(.noSuchSong(number: .max, count: 4))),
  picking(.select(.min), .refused(.noSuchSong(number: .min + 1, count: 4))),
  picking(.pick([0, 2, 2]), .changed, "pppp"),
  picking(.pick([0, 1]), .unchanged),
  picking(.pick([]), .unchanged),
  picking(.pick([2, 9]), .refused(.noSuchSong(number: 10, count: 4))),
  picking(.unpick([0, 2]), .changed, "upup"),
  picking(.unpick([2]), .unchanged),
  picking(.invert([0, 2, 0]), .changed, "uppp"),
  picking(.start, .changed, ">.h.", ends: .listening, .playing),
  picking(.play, .refused(.nothingPlaying)),
  picking(.pause, .refused(.nothingPlaying)),
  picking(.toggle, .refused(.nothingPlaying)),
  picking(.next, .refused(.nothingPlaying)),
  picking(.previous, .refused(.nothingPlaying)),
  picking(.seek(.to(.seconds(1))), .refused(.nothingPlaying)),
  picking(.jump(.to(.time(.zero))), .refused(.nothingPlaying)),
  picking(.back, .refused(.alreadyPicking)),
  picking(.finish, .refused(.nothingPlaying)),
  picking(.finishAfter(.part), .refused(.nothingPlaying)),
  picking(.lock(true), .refused(.nothingPlaying)),
  picking(.sort(.title), .changed),
  picking(.sort(.original), .unchanged),
  picking(.shuffle(seed: 1), .changed),
  picking(.move([3], to: .position(0)), .changed),
  picking(.move([3], to: .position(2)), .unchanged),
  picking(.move([2], to: .position(0)), .refused(.notPicked(number: 3))),
  picking(.move([4], to: .position(0)), .refused(.noSuchSong(number: 5, count: 4))),
  picking(.move([0], to: .position(3)), .refused(.noSuchPlace(number: 4, count: 3))),
  picking(.move([0], to: .position(.max)), .refused(.noSuchPlace(number: .max, count: 3))),
  picking(.move([3, 0], to: .position(0)), .changed),
  picking(.move([0, 1, 3], to: .position(1)), .refused(.noSuchPlace(number: 4, count: 3))),
  picking(.move([3], to: .next), .refused(.nothingPlaying)),
  picking(.pickNext([2]), .refused(.nothingPlaying)),
  picking(.undo, .changed, "uuuu"),
  picking(.redo, .refused(.nothingToRedo)),
  picking(.plan([.repeat(true)]), .changed),
  picking(.plan([.repeat(false)]), .unchanged),
  picking(.volume(.level(40)), .changed),
  picking(.volume(.level(100)), .unchanged),
  picking(.level(.on), .changed),
  picking(.level(.off), .unchanged),
  picking(.load([3, 2], plan: []), .changed, "uupp"),
  picking(.load([3, 2, 3], plan: [.closing(3)]), .changed, "uupp"),
  picking(.load([], plan: [.length(.open)]), .changed, "uuuu"),
  picking(.load([0, 1, 3], plan: []), .unchanged),
  picking(.load([0, 4], plan: []), .refused(.noSuchSong(number: 5, count: 4))),
  picking(.load([0], plan: [.closing(3), .opening(10)]), .refused(.beyondLimit(.strokes))),
  picking(
    .load([0], plan: [.length(.time(.seconds(60))), .lengthen(.seconds(-60))]),
    .refused(.beyondLimit(.length))),
  picking(
    .resume(.init(place: 1, elapsed: .seconds(120))), .changed, ".>h.", ends: .listening,
    .playing),
  picking(
    .resume(.init(place: 0, position: .seconds(100), elapsed: .zero)), .changed, ".>h.",
    ends: .listening, .playing),
  picking(
    .resume(.init(place: nil, elapsed: .zero)), .changed, ">.h.", ends: .listening,
    .playing),
  picking(
    .resume(.init(place: nil, elapsed: .seconds(-9))), .changed, ">.h.", ends: .listening,
    .playing),
  picking(.resume(.init(place: 3, elapsed: .zero)), .refused(.noSuchPlace(number: 4, count: 3))),
  picking(
    .resume(.init(place: .max, elapsed: .zero)), .refused(.noSuchPlace(number: .max, count: 3))),
  picking(
    .resume(.init(place: -1, elapsed: .zero)), .refused(.noSuchPlace(number: 0, count: 3))),
  picking(
    .resume(.init(place: 2, position: .seconds(101), elapsed: .zero)), .refused(.planPassed)),
  picking(.startAt(.time(.seconds(120))), .changed, ".>h.", ends: .listening, .playing),
  picking(.startAt(.part(1)), .changed, ">.h.", ends: .listening, .playing),
  picking(.startAt(.time(.seconds(300))), .refused(.beyondEnd(.seconds(300)))),
  picking(.startAt(.part(2)), .refused(.beyondLimit(.part))),
  picking(
    .startByClock(ClockStart(zero: .zero), now: .zero), .changed, ">.h.", ends: .listening, .playing
  ),
  picking(
    .startByClock(ClockStart(zero: .zero), now: .seconds(300)), .refused(.beyondEnd(.seconds(300)))),
  picking(.rehearse, .changed, ">.h.", ends: .listening, .playing),
  picking(.endByClock(.seconds(9)), .refused(.nothingPlaying)),

  listening(.select(1), .changed, ".>h."),
  listening(.select(1), .changed, ".>h.", paused: true),
  listening(.select(0), .unchanged, at: 50),
  listening(.select(0), .unchanged, paused: true, .paused),
  listening(.select(2), .refused(.notInSession(number: 3))),
  listening(.select(4), .refused(.noSuchSong(number: 5, count: 4))),
  listening(.pick([2]), .changed, ">..."),
  listening(.unpick([0]), .refused(.alreadyHeard(number: 1))),
  listening(.unpick([1]), .changed, ">hh."),
  listening(.invert([0]), .refused(.goBackFirst)),
  listening(.start, .refused(.alreadyListening)),
  listening(.play, .unchanged),
  listening(.play, .changed, paused: true),
  listening(.pause, .changed, ">.h.", .paused),
  listening(.pause, .unchanged, paused: true, .paused),
  listening(.toggle, .changed, ">.h.", .paused),
  listening(.toggle, .changed, paused: true),
  listening(.next, .changed, ".>h."),
  listening(.next, .changed, "..h>", on: 1),
  listening(.next, .changed, "..h>", on: 1, paused: true, .paused),
  listening(.next, .changed, "..h.", on: 3, ends: .finished, nil),
  listening(.previous, .changed, ".>h.", on: 3, at: 3),
  listening(.previous, .changed, "..h>", on: 3, at: 3.1),
  listening(.previous, .changed, at: 2),
  listening(.seek(.to(.seconds(30))), .changed),
  listening(.seek(.by(.seconds(-30))), .changed, at: 10),
  listening(.seek(.to(.seconds(100))), .changed, ".>h."),
  listening(.seek(.by(.seconds(60))), .changed, ".>h.", at: 50),
  listening(.seek(.percent(50)), .changed),
  listening(.seek(.percent(100)), .changed, "..h.", on: 3, ends: .finished, nil),
  listening(.jump(.to(.time(.seconds(150)))), .changed, ".>h."),
  listening(.jump(.to(.time(.seconds(150)))), .changed, ".>h.", on: 3, paused: true, .paused),
  listening(.jump(.to(.part(1))), .changed, on: 1),
  listening(.jump(.to(.part(2))), .refused(.beyondLimit(.part))),
  listening(.jump(.by(.seconds(250))), .changed, "..h>"),
  listening(.jump(.by(.seconds(-1))), .refused(.beforeBeginning)),
  listening(.jump(.by(.seconds(300))), .refused(.beyondEnd(.seconds(300)))),
  listening(.back, .changed, "ppup", ends: .picking, nil),
  listening(.finish, .changed, "..h.", ends: .finished, nil),
  listening(.finishAfter(.song), .changed),
  listening(.finishAfter(.part), .unchanged),
  listening(.finishAfter(nil), .unchanged),
  listening(.lock(true), .changed),
  listening(.lock(false), .unchanged),
  listening(.sort(SongSort(.title, isDescending: true)), .changed),
  listening(.shuffle(seed: 1), .unchanged),
  listening(.shuffle(seed: 3), .changed),
  listening(.pickNext([2]), .changed, ">..."),
  listening(.pickNext([3]), .changed),
  listening(.pickNext([1, 3]), .unchanged),
  listening(.pickNext([2, 0]), .refused(.notToCome)),
  listening(.pickNext([9]), .refused(.noSuchSong(number: 10, count: 4))),
  listening(.undo, .refused(.nothingToUndo)),
  listening(.redo, .refused(.nothingToRedo)),
  listening(.move([3], to: .position(1)), .changed),
  listening(.move([3], to: .position(0)), .refused(.notToCome)),
  listening(.move([0], to: .position(1)), .refused(.notToCome)),
  listening(.move([2], to: .position(1)), .refused(.notInSession(number: 3))),
  listening(.move([3], to: .position(1)), .refused(.notToCome), ".>h.", on: 1),
  listening(.move([3], to: .next), .changed),
  listening(.move([3, 2], to: .next), .refused(.notInSession(number: 3))),
  listening(.move([1, 3], to: .position(2)), .refused(.noSuchPlace(number: 4, count: 3))),
  listening(.plan([.repeat(true)]), .changed),
  listening(.plan([.repeat(false)]), .unchanged),
  listening(.volume(.level(40)), .changed),
  listening(.level(.album), .changed),
  listening(.load([0], plan: []), .refused(.goBackFirst)),
  listening(.resume(.init(place: 0, elapsed: .zero)), .refused(.alreadyListening)),
  listening(.startAt(.time(.zero)), .refused(.alreadyListening)),
  listening(.startByClock(ClockStart(zero: .zero), now: .zero), .refused(.alreadyListening)),
  listening(.rehearse, .refused(.alreadyListening)),
  listening(.endByClock(.seconds(9)), .unchanged),

  finished(.select(0), .refused(.sessionFinished)),
  finished(.pick([2]), .refused(.sessionFinished)),
  finished(.unpick([2]), .refused(.sessionFinished)),
  finished(.pickNext([2]), .refused(.sessionFinished)),
  finished(.invert([2]), .refused(.sessionFinished)),
  finished(.start, .changed, ">.h.", ends: .listening, .playing),
  finished(.play, .refused(.sessionFinished)),
  finished(.pause, .refused(.sessionFinished)),
  finished(.toggle, .refused(.sessionFinished)),
  finished(.next, .refused(.sessionFinished)),
  finished(.previous, .refused(.sessionFinished)),
  finished(.seek(.percent(5)), .refused(.sessionFinished)),
  finished(.back, .changed, "ppup", ends: .picking),
  finished(.jump(.to(.time(.zero))), .refused(.sessionFinished)),
  finished(.finish, .refused(.sessionFinished)),
  finished(.finishAfter(.song), .refused(.sessionFinished)),
  finished(.lock(true), .refused(.nothingPlaying)),
  finished(.sort(.title), .refused(.sessionFinished)),
  finished(.shuffle(seed: 1), .refused(.sessionFinished)),
  finished(.move([1], to: .position(0)), .refused(.sessionFinished)),
  finished(.undo, .refused(.sessionFinished)),
  finished(.redo, .refused(.sessionFinished)),
  finished(.plan([.repeat(true)]), .changed),
  finished(.volume(.level(40)), .changed),
  finished(.level(.on), .changed),
  finished(.load([3, 2], plan: []), .changed, "uupp", ends: .picking),
  finished(.load([0, 1, 3], plan: []), .changed, "ppup", ends: .picking),
  finished(.load([9], plan: []), .refused(.noSuchSong(number: 10, count: 4))),
  finished(
    .resume(.init(place: 2, elapsed: .seconds(250))), .changed, "..h>", ends: .listening,
    .playing),
  finished(.rehearse, .changed, ">.h.", ends: .listening, .playing),
  finished(.startAt(.time(.seconds(250))), .changed, "..h>", ends: .listening, .playing),
]

extension SongMode {
  fileprivate var letter: String {
    switch self {
    case .picking(.selected): "p"
    case .picking(.unselected): "u"
    case .listening(.playable): "."
    case .listening(.playing): ">"
    case .listening(.hidden): "h"
    }
  }
}

@Suite("The table of transitions") @MainActor struct TransitionTableTests {
  @Test("each action in each phase", arguments: transitionTable)
  func transition(row: TransitionRow) {
    let session = MeditationViewModel(count: 4)
    session.perform(.pick([0, 1, 3]))
    if row.phase != .picking { session.perform(.start) }
    if row.current != 0 { session.perform(.select(row.current)) }
    if row.position > 0 { session.report(.position, at: row.position) }
    if row.paused { session.perform(.pause) }
    if row.phase == .finished { session.perform(.finish) }

    #expect(session.perform(row.action) == row.outcome)
    #expect(session.modes.map(\.letter).joined() == row.modes)
    #expect(session.phase == row.ends)
    #expect(session.transport == row.transport)
  }

  @Test("nothing picked, no start")
  func nothingPicked() {
    let session = MeditationViewModel(count: 2)
    #expect(session.perform(.start) == .refused(.nothingPicked))
    #expect(session.phase == .picking)
    #expect(MeditationViewModel(count: 0).perform(.start) == .refused(.noSongs))
    #expect(
      session.perform(.resume(.init(place: 0, elapsed: .zero))) == .refused(.nothingPicked))
    #expect(session.perform(.startAt(.time(.zero))) == .refused(.nothingPicked))
  }

  @Test(
    "a seek lands where it says",
    arguments: [
      (.to(.seconds(30)), 30), (.to(.seconds(-1)), 0), (.by(.seconds(5)), 15),
      (.by(.seconds(-10)), 0), (.by(.seconds(-11)), 0), (.percent(25), 25), (.percent(0), 0),
    ] as [(Action.Seek, Double)])
  func seek(target: Action.Seek, lands: Double) {
    let session = MeditationViewModel(count: 1)
    session.perform(.pick([0]))
    session.perform(.start)
    session.report(.position, at: 10)
    let before = session.score.generation
    session.perform(.seek(target))
    #expect(session.position == .seconds(lands))
    #expect(session.sound == Sound(0, from: .seconds(lands), then: nil))
    #expect(session.score.generation.jump == before.jump + 1)
  }

  @Test("a song of unknown length is not sought by percent, and has no end to seek past")
  func seekInUnknownLength() {
    let session = MeditationViewModel(songs: [SongViewModel(title: "Stream")])
    session.perform(.pick([0]))
    session.perform(.start)
    #expect(session.perform(.seek(.percent(50))) == .refused(.unknownLength))
    #expect(session.perform(.seek(.to(.seconds(999)))) == .changed)
    #expect(session.phase == .listening)
  }
}
