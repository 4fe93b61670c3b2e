import MeditationPlan
import Testing

@testable import MeditationCore

@Suite("A session that repeats") @MainActor struct RepeatTests {
  private let session = MeditationViewModel(count: 3)

  init() {
    session.perform(.pick([0, 2]))
    session.perform(.plan([.repeat(true)]))
    session.perform(.start)
  }

  @Test("is a circle: the first song follows the last, and the last precedes the first")
  func circle() {
    session.perform(.next)
    #expect(session.sound == Sound(2, from: .zero, then: 0))
    session.perform(.next)
    #expect(session.modes == [.playing, .hidden, .playable])
    session.perform(.previous)
    #expect(session.modes == [.playable, .hidden, .playing])
    session.report(.crossed, at: 100)
    #expect(session.modes == [.playing, .hidden, .playable])
  }

  @Test("has no time left, unless it has a length")
  func timeLeft() {
    #expect(session.timeLeft == nil)
    session.perform(.plan([.length(.time(.seconds(900)))]))
    #expect(session.timeLeft == .seconds(900))
    session.perform(.plan([.length(.songs), .repeat(false)]))
    #expect(session.timeLeft == .seconds(200))
  }

  @Test("ends when repeating does; the switch breaks nothing off")
  func switchingOff() {
    session.perform(.next)
    let generation = session.score.generation
    #expect(session.perform(.plan([.repeat(false)])) == .changed)
    #expect(session.perform(.plan([.repeat(false)])) == .unchanged)
    #expect(session.score.generation == generation)
    #expect(session.sound == Sound(2, from: .zero, then: nil))
    session.perform(.next)
    #expect(session.phase == .finished)
  }

  @Test("a session of one song follows itself")
  func oneSong() {
    session.perform(.back)
    session.perform(.unpick([2]))
    session.perform(.start)
    #expect(session.sound == Sound(0, from: .zero, then: 0))
    #expect(session.report(.crossed, at: 100) == .changed)
    #expect(session.modes == [.playing, .hidden, .hidden])
    #expect(session.perform(.next) == .changed)
    #expect(session.modes == [.playing, .hidden, .hidden])
  }

  @Test("one song again and again, until the listener goes to another, which then repeats")
  func one() {
    session.perform(.plan([.repeat(.one)]))
    #expect(session.timeLeft == nil)
    #expect(session.sound == Sound(0, from: .zero, then: 0))
    session.report(.crossed, at: 100)
    session.report(.crossed, at: 100)
    #expect(session.modes == [.playing, .hidden, .playable])
    session.perform(.seek(.percent(100)))
    #expect(session.sound == Sound(2, from: .zero, then: 2))
    session.perform(.next)
    #expect(session.sound == Sound(0, from: .zero, then: 0))
    session.perform(.previous)
    #expect(session.sound == Sound(2, from: .zero, then: 2))
    session.perform(.plan([.repeat(false)]))
    #expect(session.sound == Sound(2, from: .zero, then: nil))
    session.perform(.undo)
    #expect(session.sound == Sound(2, from: .zero, then: 2))
  }

  @Test("a song that repeats alone and cannot be played is followed by the next")
  func oneFailed() {
    session.perform(.plan([.repeat(.one)]))
    session.report(.failed(reason: "gone"), at: 12)
    #expect(session.sound == Sound(2, from: .zero, then: 2))
    session.report(.failed(reason: "gone"))
    #expect(session.phase == .finished)
  }

  @Test("one song repeats from the middle of the plan, and when it is resumed at its end")
  func oneWithin() {
    session.perform(.back)
    session.perform(.plan([.repeat(.one)]))
    session.perform(.startAt(.time(.seconds(350))))
    #expect(session.sound == Sound(0, from: .seconds(50), then: 0))
    session.perform(.back)
    session.perform(
      .resume(.init(place: 1, position: .seconds(100), elapsed: .seconds(400))))
    #expect(session.sound == Sound(2, from: .zero, then: 2))
  }

  @Test("goes on after the last milliseconds of its only song, which were sought")
  func lastMilliseconds() {
    session.perform(.load([0], plan: [.repeat(true)]))
    let clock = VirtualClock(of: session)
    session.perform(.start)
    session.perform(.seek(.to(.milliseconds(99_995))))
    clock.advance(by: .seconds(10))
    #expect(session.phase == .listening)
  }

  @Test("finishes when all songs fail, with that end")
  func allFailed() {
    session.report(.failed(reason: "gone"), at: 12)
    session.report(.failed(reason: "gone"))
    #expect(session.phase == .finished)
    #expect(session.state.summary.failedCount == session.state.summary.songCount)
  }

  @Test("finishes when a whole round is over at once")
  func emptyRound() {
    session.report(.crossed)
    #expect(session.phase == .listening)
    session.report(.ended)
    #expect(session.phase == .finished)
  }

  @Test("continues as long as one song is heard")
  func oneIsHeard() {
    for _ in 0..<10 {
      session.report(.failed(reason: "gone"))
      session.report(.crossed, at: 100)
    }
    #expect(session.phase == .listening)
    #expect(session.state.summary.listened == .seconds(1000))
  }
}
