import MeditationPlan
import MeditationSystem
import Testing

@testable import MeditationEngine

/// The end of a session, and its bells afterwards.
@MainActor struct RingOutTests {
  private static let rate = 8_000
  private static let song = MemoryTrack(
    Signal.sine(100, frames: 8_000 * 10, rate: 8_000), rate: 8_000)
  private static let end = Plan.of {
    $0.length = .time(.seconds(3))
    $0.closing = 2
  }

  private func rig(_ plan: Plan = end, outputs: TapeOpener = TapeOpener()) -> Rig {
    let rig = Rig([Self.song], outputs: outputs, sounds: .pings)
    rig.endsItself = true
    rig.sit(plan)
    return rig
  }

  private func advance(_ rig: Rig, _ seconds: Double) {
    rig.advance(frames: Int(seconds * Double(Self.rate)), rate: Self.rate)
  }

  @Test("the music ends at the very frame of the end, without a click; nothing follows the bells")
  func end() {
    let rig = rig(.of(Self.end) { $0.closing = 0 })
    advance(rig, 5)
    let heard = rig.tape.int16()
    #expect(rig.news.map(\.kind) == [.cue(Cue(.end, at: .seconds(3))), .rangOut])
    #expect(rig.news.first?.elapsed == .seconds(3))
    #expect(heard[(24_000 - 80)..<24_000].contains { abs($0) > 1_000 })
    #expect(heard[24_000...].allSatisfy { $0 == 0 })
    #expect(
      Signal.firstDifference(
        heard.prefix(24_000 - 80 - ControlCurve.interval),
        Signal.sine(
          100, frames: 24_000 - 80 - ControlCurve.interval, rate: Self.rate)) == nil)
    #expect(Signal.largestStep(heard) <= Signal.largestStep(Array(heard.prefix(20_000))) + 330)
  }

  @Test(
    "finishing strikes the closing bells now, in listening and paused", arguments: [false, true])
  func finish(isPaused: Bool) {
    let rig = rig()
    advance(rig, 1)
    if isPaused {
      rig.pause()
      advance(rig, 1)
    }
    rig.stop()
    advance(rig, 10)
    let start = Duration.seconds(1) + .milliseconds(isPaused ? 0 : 10)
    let expected: [EngineEvent.Kind] = [
      .cue(Cue(.closing, stroke: 1, of: 2, at: start, gain: 0.5)),
      .cue(Cue(.closing, stroke: 2, of: 2, at: start + .seconds(4))), .rangOut,
    ]
    #expect(rig.news.map(\.kind) == expected)
    #expect(rig.news.last?.elapsed == start + .seconds(6))
    #expect(rig.news.last?.generation == rig.score.generation)
  }

  @Test("a pause after the end changes nothing: the bells ring out")
  func pauseAfterEnd() {
    let rig = rig()
    rig.endsItself = false
    advance(rig, 3.5)
    rig.pause()
    advance(rig, 1)
    rig.stop()
    advance(rig, 10)
    #expect(rig.news.compactMap(\.cue).map(\.kind) == [.end, .closing, .closing])
    #expect(rig.news.last?.kind == .rangOut)
    #expect(rig.news.last?.elapsed == .seconds(9))
  }

  @Test("with nothing to ring it has rung out at once, even where nothing was ever opened")
  func nothing() {
    var plan = Plan()
    plan.fade = .seconds(1)
    let rig = rig(plan)
    rig.pause()
    rig.stop()
    advance(rig, 1)
    #expect(rig.news.map(\.kind) == [.rangOut])
    #expect(rig.tape.formats.isEmpty)
  }

  @Test("a session without a plan has rung out when it is over, once", arguments: [false, true])
  func withoutPlan(isHeard: Bool) {
    let rig = rig(Plan())
    if isHeard { advance(rig, 1) } else { rig.pause() }
    rig.stop()
    advance(rig, 1)
    rig.change { $0.volume = 50 }
    advance(rig, 1)
    #expect(rig.news.map(\.kind) == [.rangOut])
  }

  @Test("a plan that is at its end has rung out, once, even if no score says that it is over")
  func unattended() {
    let rig = rig()
    rig.endsItself = false
    advance(rig, 20)
    #expect(rig.news.compactMap(\.cue).map(\.kind) == [.end, .closing, .closing])
    #expect(rig.news.last?.kind == .rangOut)
    let news = rig.news
    rig.change { $0.volume = 50 }
    advance(rig, 5)
    rig.stop()
    advance(rig, 5)
    #expect(rig.news == news)
  }

  @Test("a session that is left after its end has not rung out")
  func left() {
    let rig = rig()
    rig.endsItself = false
    advance(rig, 4)
    rig.silence()
    advance(rig, 1)
    let news = rig.news
    #expect(!news.map(\.kind).contains(.rangOut))
    advance(rig, 20)
    #expect(rig.news.filter { $0.kind == .rangOut }.isEmpty)
  }

  @Test("a jump after the bells have rung out is told that and the end again")
  func jumpAfterRingingOut() {
    let rig = rig(.of(Self.end) { $0.closing = 0 })
    rig.endsItself = false
    advance(rig, 4)
    rig.play(0, from: .seconds(5))
    advance(rig, 3)
    let end = EngineEvent.Kind.cue(Cue(.end, at: .seconds(3)))
    #expect(rig.news.map(\.kind) == [end, .rangOut, end, .rangOut])
    #expect(rig.news.last?.generation == rig.score.generation)
  }

  @Test("a jump after the end is told the end again, and nothing of it sounds")
  func jumpAfterEnd() {
    let rig = rig()
    rig.endsItself = false
    advance(rig, 3)
    rig.play(0, from: .seconds(5))
    advance(rig, 3)
    #expect(rig.news.compactMap(\.cue).map(\.kind) == [.end, .closing, .end])
    #expect(rig.news.last?.generation == rig.score.generation)
    #expect(rig.tape.int16().dropFirst(Self.rate * 5 + 100).allSatisfy { $0 == 0 })
  }

  @Test("more time after the end: the music goes on where it was")
  func longer() {
    let rig = rig()
    rig.endsItself = false
    advance(rig, 4)
    rig.change { $0.plan.length = .time(.seconds(60)) }
    advance(rig, 3)
    #expect(rig.news.compactMap(\.cue).map(\.kind) == [.end, .closing])
    #expect(rig.events.last?.position == .seconds(6))
    #expect(rig.events.last?.elapsed == .seconds(7))
  }

  @Test("an end that is moved before now comes now, and strikes the closing bells now")
  func earlier() {
    let rig = rig(.of(Self.end) { $0.length = .time(.seconds(60)) })
    advance(rig, 5)
    rig.change { $0.plan.length = .time(.seconds(1)) }
    advance(rig, 10)
    let now = Duration.seconds(5) + .milliseconds(10)
    #expect(rig.news.compactMap(\.cue).map(\.kind) == [.end, .closing, .closing])
    #expect(rig.news.compactMap(\.cue).map(\.time) == [now, now, now + .seconds(4)])
    #expect(rig.news.last?.kind == .rangOut)
  }

  @Test("songs that end the session: the closing bells follow, and one that rings goes on")
  func songs() {
    let rig = rig(
      .of {
        $0.closing = 1
        $0.bells = [.at([.seconds(9)])]
      })
    advance(rig, 20)
    #expect(rig.news.map { $0.cue?.kind } == [.bell, nil, .closing, nil])
    // Over a bell that rings it waits for two intervals of the gains, of 32 frames each.
    let closing = 10.008
    #expect(rig.news.map(\.elapsed) == [9_000, 10_000, 10_008, 12_008].map { .milliseconds($0) })
    let heard = rig.tape.int16()
    for frame in stride(from: 80_000, to: 98_000, by: 11) {
      let time = Double(frame) / 8_000
      let value = Ping.value(at: time - 9) + Ping.value(at: time - closing)
      #expect(abs(Double(heard[frame]) - value * 32_768) <= 2)
    }
  }

  @Test("a file that cannot be written does not keep the end from coming")
  func failedFile() {
    let rig = rig()
    rig.tape.state.withLock { $0.frameLimit = 30_000 }
    advance(rig, 10)
    #expect(rig.news.last?.kind == .rangOut)
  }

  @Test(
    "once no bell rings, a plan is for the next session: none is struck",
    arguments: [false, true])
  func planned(hasPlan: Bool) {
    let rig = rig(hasPlan ? Self.end : Plan())
    advance(rig, 1)
    rig.stop()
    advance(rig, 30)
    let news = rig.news
    rig.change {
      $0.plan.length = .time(.seconds(3))
      $0.plan.closing = 9
    }
    advance(rig, 60)
    #expect(rig.news == news)
    rig.sit(.of { $0.opening = 1 })
    advance(rig, 1)
    #expect(rig.news.last?.cue?.kind == .opening)
    rig.stop()
    advance(rig, 10)
    #expect(rig.news.last?.kind == .rangOut)
  }

  @Test("a new session begins its time anew, with its own bells")
  func again() {
    let rig = rig()
    advance(rig, 4)
    rig.sit(.of { $0.opening = 1 })
    advance(rig, 1)
    let last = rig.news.last
    #expect(last?.cue == Cue(.opening, stroke: 1, at: .zero))
    #expect(last?.elapsed == .zero)
    #expect(rig.events.last?.elapsed == .milliseconds(990))
  }
}
