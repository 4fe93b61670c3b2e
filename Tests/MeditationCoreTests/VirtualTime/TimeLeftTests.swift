import MeditationPlan
import Testing

@testable import MeditationCore

@Suite("The time left is the time that passes until the end") @MainActor struct TimeLeftTests {
  /// A session of songs of these lengths in seconds, all picked, on a clock of its own.
  private func clock(_ lengths: [Int], _ changes: [PlanChange]) -> VirtualClock {
    let session = MeditationViewModel(
      songs: lengths.enumerated().map { index, length in
        SongViewModel(title: "Song \(index + 1)", length: .seconds(length))
      })
    session.perform(.load(Array(lengths.indices), plan: changes))
    return VirtualClock(of: session)
  }

  private func end(of clock: VirtualClock) -> Duration {
    clock.advance(by: .seconds(100_000)) { clock.session.phase == .finished }
    return clock.session.state.elapsed
  }

  @Test("after a jump near the end of a song, less of it passes into the next one")
  func seek() {
    let clock = clock([60, 60], [.crossfade(.seconds(20))])
    clock.session.perform(.start)
    #expect(clock.session.timeLeft == .seconds(100))
    clock.session.perform(.seek(.to(.seconds(50))))
    #expect(clock.session.timeLeft == .seconds(65))
    #expect(end(of: clock) == .seconds(65))
  }

  @Test("a song that comes to follow within its overlap begins at once")
  func lateFollower() {
    let clock = clock([60, 60], [.crossfade(.seconds(10))])
    clock.session.perform(.unpick([1]))
    clock.session.perform(.start)
    clock.advance(by: .seconds(55))
    clock.session.perform(.pick([1]))
    #expect(clock.session.timeLeft == .seconds(60))
    #expect(end(of: clock) == .seconds(115))
  }

  @Test("a changed crossfade concerns the songs after the current one, and 'off' that one, too")
  func changedCrossfade() {
    let clock = clock([60, 60, 60], [.crossfade(.seconds(20))])
    clock.session.perform(.start)
    clock.session.perform(.plan([.crossfade(.seconds(10))]))
    #expect(clock.session.timeLeft == .seconds(150))
    clock.session.perform(.plan([.crossfade(.zero)]))
    #expect(clock.session.timeLeft == .seconds(180))
    clock.session.perform(.plan([.crossfade(.seconds(10))]))
    #expect(clock.session.timeLeft == .seconds(150))
    #expect(end(of: clock) == .seconds(150))
  }

  @Test("a rehearsal ends where the session does, also if the music waits in it")
  func rehearsal() {
    let plan: [PlanChange] = [
      .then(.time(.seconds(60)), title: "Walk"), .music(false), .then(.songs, title: "Sit"),
      .opening(1), .closing(1),
    ]
    let clock = clock([100], plan)
    #expect(
      clock.session.perform(.startAt(.time(.seconds(170)))) == .refused(.beyondEnd(.seconds(160))))
    #expect(!clock.session.score.decidesByTime)
    clock.session.perform(.rehearse)
    #expect(clock.session.score.decidesByTime)
    #expect(end(of: clock) == .seconds(160))
  }

  @Test(
    "a part that is nearly over ends when it was to end, whatever is changed",
    arguments: [
      .bellVolume(40), .fade(.seconds(5)), .repeat(true), .bells([.every(.seconds(7))]), .nextPart,
      .lengthen(.seconds(-1)), .length(.time(.seconds(20))),
    ] as [PlanChange])
  func lastSecond(change: PlanChange) {
    let clock = clock(
      [],
      [.then(.time(.seconds(60)), title: "Sit"), .then(.time(.seconds(30)), title: "Walk")])
    clock.session.perform(.start)
    clock.advance(by: .milliseconds(59_600))
    clock.session.perform(.plan([change]))
    #expect(clock.session.timeLeft == .milliseconds(30_400))
    #expect(end(of: clock) == .seconds(90))
  }

  @Test("a song ends where a part without music begins; the next one begins there, and waits")
  func endAtRest() {
    let plan: [PlanChange] = [
      .then(.time(.seconds(60)), title: "A"), .then(.time(.seconds(110)), title: "B"),
      .music(false), .then(.songs, title: "C"),
    ]
    #expect(end(of: startedClock([60], plan)) == .seconds(60))
    let two = startedClock([60, 20], plan)
    two.advance(by: .seconds(60))
    #expect(two.session.state.current == 1)
    #expect(two.session.timeLeft == .seconds(130))
    #expect(end(of: two) == .seconds(190))
  }

  private func startedClock(_ lengths: [Int], _ changes: [PlanChange]) -> VirtualClock {
    let clock = clock(lengths, changes)
    clock.session.perform(.start)
    return clock
  }

  @Test("the clock has gone on where handlers are called")
  func clockInHandlers() {
    let clock = clock([10, 10], [])
    var times: [Duration] = []
    let observation = clock.session.observe(\.current) { _, _ in times.append(clock.now) }
    clock.session.perform(.start)
    clock.advance(by: .seconds(30))
    #expect(times == [.zero, .seconds(10), .seconds(20)])
    #expect(clock.now == .seconds(30))
    observation.end()
  }

  @Test("a part without music has a song wait, also one that is damaged to its end, or empty")
  func waitingSong() {
    for length in [0, 20] {
      let clock = clock(
        [length, 60],
        [.then(.time(.seconds(30)), title: "Walk"), .music(false), .then(.songs, title: "")])
      clock.session.perform(.start)
      clock.advance(by: .seconds(5))
      clock.damage(losing: .seconds(90))
      #expect(clock.session.position == .seconds(length))
      clock.advance(by: .seconds(20))
      #expect(clock.session.state.current == 0)
      #expect(end(of: clock) == .seconds(90))
    }
  }

  @Test("random sessions, wherever they begin and whatever is skipped")
  func random() {
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SplitMix64(seed: seed)
    func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    for number in 0..<1_000 {
      let lengths = (0..<pick(1...4)).map { _ in pick(0...90) }
      var plan: [PlanChange] = [.crossfade(.seconds(pick(0...30)))]
      for _ in 0..<pick(0...2) {
        plan += [.music(pick(0...1) == 0), .then(.time(.seconds(pick(1...60))), title: "Part")]
      }
      if pick(0...1) == 0 { plan.append(.then(.songs, title: "Songs")) }
      if pick(0...3) == 0 { plan.append(.settling(.seconds(pick(1...9)))) }
      let clock = clock(lengths, plan)
      let session = clock.session
      var steps = ["\(lengths)", "\(plan)"]
      func perform(_ action: Action) { steps.append("\(action): \(session.perform(action))") }

      perform(.rehearse)
      let rehearsed = session.phase == .listening ? end(of: clock) : nil
      perform(.back)
      perform(.startAt(.time(.zero)))
      if let rehearsed, session.phase == .listening {
        // Where less of a song that was jumped into passes into the next one, the rehearsal is over at
        // the first whole second after that time.
        let late = rehearsed - end(of: clock)
        #expect(
          (.zero..<Duration.seconds(1)).contains(late),
          "session \(number) of seed \(seed): \(steps)")
      }
      perform(.back)
      perform(
        [
          .start, .startAt(.time(.seconds(pick(0...200)))),
          .resume(
            .init(place: 0, position: .seconds(pick(0...90)), elapsed: .seconds(pick(0...90)))),
        ][pick(0...2)])
      for _ in 0..<pick(0...4) {
        clock.advance(by: .milliseconds(pick(0...40_000)))
        perform(
          [
            .next, .previous, .seek(.by(.seconds(pick(-30...60)))),
            .jump(.by(.seconds(pick(0...60)))), .plan([.crossfade(.seconds(pick(0...30)))]),
            .plan([.crossfade(.zero)]), .unpick([0]), .shuffle(seed: 1),
          ][pick(0...7)])
      }
      clock.advance(by: .milliseconds(pick(0...40_000)))
      guard session.phase == .listening, let left = session.timeLeft else { continue }
      let now = session.state.elapsed
      #expect(
        end(of: clock) - now == left,
        "session \(number) of seed \(seed): \(steps), \(left) left at \(now)")
    }
  }
}
