import Foundation
import MeditationPlan
import Testing

@testable import MeditationCore

/// Visits every reachable state by every action and event, and checks each invariant at each step.
///
/// Some steps are left out to save time. Three songs are neither sorted nor shuffled: with both,
/// there are 16,272 states and 1,073,952 transitions, which also pass, but take 40 s in a debug
/// build. Four songs have a fixed order and do not repeat. With three or more songs, none joins or
/// leaves while listening, repeats alone or ends the session. One song with the fullest plan, 27,726
/// states and 1,497,204 transitions, passes, but takes minutes. Histories are unbounded, so `undo` is
/// not a step of the walk; it is tried after each change while picking. Whether the device is lost
/// is part of the state without songs, and with one song in the long walks.
///
/// The long walks occupy the main actor for a minute, for which tests in real time would have to
/// wait: they are walked in a run of their own, `MEDITATION_WALKS=long swift test --filter Walk`.
@Suite("The exhaustive walk") @MainActor struct ExhaustiveWalkTests {
  /// True if the long walks are walked, too.
  nonisolated static let isLong = getenv("MEDITATION_WALKS") != nil

  @Test("holds every invariant", arguments: isLong ? [0, 1, 2, 3, 4] : [0, 1, 4])
  func walk(count: Int) {
    walk(MeditationViewModel(songs: Self.songs(count)), by: WalkStep.all(songs: count))
  }

  @Test(
    "holds every invariant with a plan",
    arguments: isLong
      ? plans.map { (0, $0) } + plans.dropLast().map { (1, $0) }
      : plans.dropLast().map { (0, $0) })
  func walk(count: Int, plan: Plan) {
    let start = MeditationViewModel(songs: Self.songs(count))
    start.course.state.plan = plan
    walk(start, by: WalkStep.ofPlans(songs: count))
  }

  @Test("holds every invariant with a plan of two parts", .enabled(if: isLong))
  func walkThroughParts() {
    let start = MeditationViewModel(songs: [])
    start.course.state.plan.parts = [
      Part("Sit", .time(.seconds(50))), Part("Walk", .time(.seconds(50))),
    ]
    start.course.state.plan.parts[0].closing = 2
    start.course.state.plan.parts[1].opening = 1
    start.course.state.plan.parts[1].hasMusic = false
    walk(start, by: WalkStep.ofParts)
  }

  /// One plan of each kind; those of the walk itself lead to further ones.
  private nonisolated static let plans: [Plan] = {
    var (timed, open, settled, full) = (Plan(), Plan(), Plan(), Plan())
    timed.length = .time(.seconds(100))
    open.length = .open
    settled.settling = .seconds(5)
    full.length = .time(.seconds(100))
    full.settling = .seconds(5)
    (full.opening, full.closing, full.bells) = (1, 3, [.every(.seconds(20))])
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
  let repeats: Repeat
  let finishesAfterSong: Bool
  let silentCount: Int
  let sort: SongSort
  let playing: Arrangement.Playing
  let order: [SongID]
  let heard: Set<Int>
  let plan: Plan
  let elapsed: Duration
  let part: Segment?
  let reached: Int?
  let isRehearsal: Bool
  let isLocked: Bool
  let isRinging: Bool
  let sound: SessionState.Sound

  @MainActor init(_ session: MeditationViewModel) {
    modes = session.modes
    heard = modes.count < 3 ? session.progress.heard : []
    plan = session.state.plan
    elapsed = session.state.plan.isOfSongsAlone ? .zero : session.state.elapsed
    part = session.state.segment
    isRehearsal = session.state.rehearsal != nil
    (isLocked, isRinging) = (session.state.isLocked, session.state.isRinging)
    // With more songs there are too many states, and with one they take minutes.
    let told = ExhaustiveWalkTests.isLong ? 2 : 1
    sound = modes.count < told ? session.state.sound : .fine
    reached = session.phase == .listening ? session.progress.reached : nil
    failures = session.songs.map { $0.failure != nil }
    phase = session.phase
    current = session.state.current
    pause = session.state.pauseCause
    position = session.position
    segment = min(session.state.generation.segment, 1)
    repeats = session.state.plan.repeats
    finishesAfterSong = session.state.finishesAfterSong
    silentCount =
      repeats != .off && phase == .listening ? min(session.progress.silentCount, modes.count) : 0
    sort = session.state.arrangement.sort
    playing = session.state.arrangement.playing
    order = session.list.playingIDs
  }
}
