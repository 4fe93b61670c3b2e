import MeditationPlan
import Testing

@testable import MeditationCore

@Suite("When the time is up, the song ends") @MainActor struct WholeSongsTests {
  /// A session of songs of these lengths in seconds, on a clock of its own, and the strokes of its bells.
  private func start(
    _ lengths: [Int?], _ changes: PlanChange...
  ) -> (clock: VirtualClock, session: MeditationViewModel) {
    let session = MeditationViewModel(
      songs: lengths.map { SongViewModel(title: "", length: $0.map { .seconds($0) }) })
    session.perform(.load(Array(lengths.indices), plan: [.wholeSongs(true)] + changes))
    let clock = VirtualClock(of: session)
    session.perform(.start)
    return (clock, session)
  }

  private func end(of clock: VirtualClock) -> Double {
    clock.advance(by: .seconds(10_000)) { clock.session.phase == .finished }
    return clock.session.state.elapsed / .seconds(1)
  }

  @Test(
    "the session ends with the song that plays then, and says so in advance",
    arguments: [
      ([100, 100, 100], 150, [], 200), ([100, 100, 100], 200, [], 200),
      ([100, 100, 100], 201, [], 300), ([100, 100], 250, [], 250),
      ([100, 100], 250, [.repeat(.on)], 300), ([100, 30], 250, [.repeat(.one)], 300),
      ([100, 100, 100], 150, [.crossfade(.seconds(10))], 190),
      ([100], 30, [.settling(.seconds(20))], 100),
    ] as [([Int], Int, [PlanChange], Double)])
  func end(lengths: [Int], time: Int, changes: [PlanChange], expected: Double) {
    let session = MeditationViewModel(
      songs: lengths.map { SongViewModel(title: "", length: .seconds($0)) })
    session.perform(
      .load(
        Array(lengths.indices),
        plan: changes + [.length(.time(.seconds(time))), .wholeSongs(true), .closing(1)]))
    let clock = VirtualClock(of: session)
    session.perform(.start)
    #expect(
      session.timeLeft.map { ($0 + session.state.elapsed) / .seconds(1) } == expected)
    #expect(end(of: clock) == expected)
    #expect(session.state.end == .completed)
    clock.advance(by: .seconds(30))
    #expect(session.state.latestStroke?.time == .seconds(expected))
    #expect(session.state.latestStroke?.kind == .closing)
  }

  @Test("bells go on until 2 s before the song's end")
  func bells() {
    let (clock, session) = start(
      [100, 100], .length(.time(.seconds(110))), .bells([.every(.seconds(33))]))
    #expect(end(of: clock) == 200)
    #expect(session.state.latestStroke?.time == .seconds(198))
  }

  @Test("a song of unknown length is the last one once the time is up")
  func unknownLength() {
    let (clock, session) = start([100, nil, 100], .length(.time(.seconds(150))))
    #expect(session.timeLeft == nil)
    clock.advance(by: .seconds(120))
    #expect(session.state.upcoming == 2)
    clock.advance(by: .seconds(30))
    #expect(session.phase == .listening && session.state.upcoming == nil)
    clock.advance(by: .seconds(10))
    session.setLength(.seconds(90), of: session.songs[1])
    #expect(session.timeLeft == .seconds(30))
  }

  @Test("a longer time, or another song, is counted anew; what the user ends, ends")
  func changes() {
    let (clock, session) = start([100, 100, 100], .length(.time(.seconds(50))))
    #expect(session.state.upcoming == nil)
    session.perform(.plan([.lengthen(.seconds(60))]))
    #expect(session.state.upcoming == 1)
    session.perform(.plan([.length(.time(.seconds(50)))]))
    clock.advance(by: .seconds(60))
    #expect(session.phase == .listening)
    session.perform(.plan([.length(.time(.seconds(20)))]))
    #expect(session.phase == .listening)
    // The time comes back that the song has played past.
    for action in [Action.undo, .redo] { #expect(session.perform(action) == .changed) }
    #expect(session.state.plan.end == .seconds(50))
    session.perform(.next)
    #expect(session.state.end == .stopped)
  }

  private func event(
    _ kind: EngineEvent.Kind, in session: MeditationViewModel, after time: Duration = .zero
  ) -> EngineEvent {
    EngineEvent(
      generation: session.score.generation, position: session.position,
      elapsed: session.state.elapsed + time, kind: kind)
  }

  @Test("a hole that delays the song beyond the time, and a song that ends after it, are noticed")
  func late() {
    let (_, session) = start([100, 100], .length(.time(.seconds(101))))
    #expect(session.state.upcoming == 1)
    session.receive(event(.underrun(lost: .seconds(3)), in: session, after: .seconds(3)))
    #expect(session.state.upcoming == nil)
    let (_, other) = start([nil, 100], .length(.time(.seconds(60))))
    other.receive(event(.crossed, in: other, after: .seconds(61)))
    #expect(other.state.end != nil && other.state.current == nil)
  }

  @Test("a song that fails or loses much before the end is not the last; silence ends on time")
  func others() {
    let (clock, session) = start([100, 100], .length(.time(.seconds(90))))
    clock.advance(by: .seconds(10))
    session.receive(event(.failed(reason: "gone"), in: session))
    #expect(session.state.current == 1)
    #expect(end(of: clock) == 110)
    let (_, damaged) = start([100, 100], .length(.time(.seconds(90))))
    damaged.receive(event(.damaged(lost: .seconds(40)), in: damaged))
    #expect(damaged.state.upcoming == 1)
    let silent = start([20], .length(.time(.seconds(90))))
    #expect(end(of: silent.clock) == 90)
  }
}
