import MeditationCore
import MeditationPlan
import Testing

/// Times near the limits of `Duration`, which must neither trap nor be summed as they are.
@Suite("Times out of all proportion") @MainActor struct ExtremeTimesTests {
  nonisolated private static let longest = Duration.seconds(Int32.max)
  nonisolated private static let extremes = [
    Int128.min, Int128.min + 1, -1, 0, 1, Int128.max - 1, Int128.max,
  ]
  .map(Duration.init(attoseconds:))

  @Test("a length is 0 to 68 years")
  func lengths() {
    #expect(SongViewModel(title: "", length: .seconds(-5)).length == .zero)
    #expect(SongViewModel(title: "", length: Self.extremes.last).length == Self.longest)
    let session = MeditationViewModel(
      songs: [.seconds(-5), .seconds(60), Duration(attoseconds: .max)].map {
        SongViewModel(title: "", length: $0)
      })
    session.perform(.pick([0, 1, 2]))
    #expect(session.state.picked.length == .seconds(60) + Self.longest)
    session.perform(.start)
    #expect(session.timeLeft == session.state.picked.length)
    session.perform(.back)
    #expect(session.perform(.sort(.length)) == .changed)
  }

  @Test(
    "a song that plays longer than its file claims leaves no time, not less", arguments: [1, 2])
  func longer(count: Int) {
    let songs = (0..<count).map { _ in SongViewModel(title: "", length: .seconds(180)) }
    let session = MeditationViewModel(songs: songs)
    session.pick(songs)
    session.perform(.start)
    session.report(.position, at: 1_000, elapsed: 1_000)
    #expect(session.timeLeft == .seconds(180 * (count - 1)))
    session.perform(.plan([.length(.time(.seconds(1_200)))]))
    #expect(session.timeLeft == .seconds(200))
  }

  @Test("targets of a seek are clamped, with and without a length", arguments: extremes)
  func seeks(time: Duration) {
    for length in [nil, .seconds(100), Self.longest] {
      for seek in [Action.Seek.to(time), .by(time)] {
        let session = MeditationViewModel(
          songs: [
            SongViewModel(title: "", length: length), SongViewModel(title: "", length: .seconds(1)),
          ])
        session.perform(.pick([0, 1]))
        session.perform(.start)
        session.perform(.seek(.to(.seconds(50))))
        #expect(session.perform(.seek(seek)) == .changed)
        #expect(.zero...Self.longest ~= session.position)
        if length == nil { #expect(session.state.current == 0) }
      }
    }
  }

  @Test("a seek by percent, below 0 and above 100", arguments: [Int.min, -1, 0, 50, 101, .max])
  func percent(_ percent: Int) {
    let session = MeditationViewModel(
      songs: [SongViewModel(title: "", length: Duration(attoseconds: .max))])
    session.perform(.pick([0]))
    session.perform(.start)
    session.perform(.seek(.percent(percent)))
    #expect(session.phase == (percent < 100 ? .listening : .finished))
  }

  @Test("plans and resumptions", arguments: extremes)
  func plans(time: Duration) {
    let session = MeditationViewModel(songs: [SongViewModel(title: "")])
    session.perform(.pick([0]))
    for change in [
      PlanChange.lengthen(time), .length(.time(time)), .settling(time), .fadeOut(time),
    ] {
      session.perform(.plan([change]))
    }
    session.perform(.plan([.off]))
    session.perform(.resume(.init(place: 0, position: time, elapsed: time)))
    #expect(session.phase == .listening)
    #expect(.zero...Self.longest ~= session.position)
  }

  @Test("positions of an engine", arguments: extremes)
  func events(time: Duration) {
    let session = MeditationViewModel(songs: [SongViewModel(title: "")])
    session.perform(.pick([0]))
    session.perform(.start)
    for kind in [
      EngineEvent.Kind.position, .damaged(lost: time), .underrun(lost: time),
      .underrun(lost: time), .cue(Cue(.bell, stroke: 1, at: time)), .deviceLost(reason: "gone"),
      .ended,
    ] {
      session.receive(
        EngineEvent(
          generation: session.score.generation, position: time, elapsed: time, kind: kind))
      // It is computed from the time of the latest stroke.
      #expect(session.state.nextStroke == nil)
    }
    #expect(.zero...Self.longest ~= session.state.summary.listened)
  }

  @Test("clocks, and a change of the plan afterwards", arguments: extremes, extremes)
  func clocks(zero: Duration, now: Duration) {
    let session = MeditationViewModel(songs: [SongViewModel(title: "")])
    session.perform(.plan([.length(.time(.seconds(100)))]))
    session.perform(.startByClock(ClockStart(zero: zero), now: now))
    #expect((.zero - Self.longest)...Self.longest ~= session.state.elapsed)
    session.perform(.plan([.lengthen(.seconds(5))]))
    session.perform(.startByClock(ClockStart(zero: now), now: zero))
    session.perform(.plan([.nextPart]))
  }

  @Test("a gain that is no number is none", arguments: [Double.nan, .infinity, -.infinity])
  func gain(_ gain: Double) {
    let session = MeditationViewModel(songs: [SongViewModel(title: "")])
    session.perform(.pick([0]))
    session.perform(.start)
    session.receive(
      EngineEvent(
        generation: session.score.generation, position: .seconds(1), elapsed: .seconds(1),
        gain: gain, kind: .position))
    #expect(session.state.gain == nil)
    #expect(session.position == .seconds(1))
  }

  @Test("any action and any event with any value of its type", arguments: 0..<40)
  func anything(seed: Int) {
    var values = ExtremeValues(seed: UInt64(seed))
    let session = MeditationViewModel(
      songs: (0..<4).map { SongViewModel(title: "\($0)", length: values.length) })
    session.perform(.pick([0, 1, 2]))
    for step in 1...200 {
      let before = session.state
      if Bool.random(using: &values.random) {
        session.perform(values.action)
      } else {
        session.receive(values.event(in: session.score.generation))
      }
      let after = session.state
      #expect(after == after && before == before, "step \(step)")
      #expect((.zero - Self.longest)...Self.longest ~= after.elapsed, "step \(step)")
      #expect(.zero...Self.longest ~= after.position, "step \(step)")
      _ = (session.timeLeft, after.sat, after.nextStroke, after.plan.end, after.score)
    }
  }
}
