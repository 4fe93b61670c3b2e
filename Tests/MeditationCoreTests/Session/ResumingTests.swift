import MeditationPlan
import Testing

@testable import MeditationCore

@Suite("A session that is resumed") @MainActor struct ResumingTests {
  private func session(_ changes: PlanChange...) -> MeditationViewModel {
    let session = MeditationViewModel(count: 3)
    session.perform(.load([2, 0, 1], plan: changes))
    return session
  }

  @Test("goes on at the song, its position and the session time")
  func song() {
    let session = session(
      .length(.time(.seconds(400))), .opening(1), .bells([.every(.seconds(60))]))
    session.perform(
      .resume(.init(place: 1, position: .seconds(20), elapsed: .seconds(125))))
    #expect(session.state.current == 0)
    #expect(session.sound == Sound(0, from: .seconds(20), then: 1))
    #expect(session.state.elapsed == .seconds(125))
    #expect(session.score.beginning == .seconds(125))
    #expect(session.state.nextStroke == Cue(.bell, stroke: 3, at: .seconds(180)))
    var summary = SessionSummary()
    summary.songCount = 3
    #expect(session.state.summary == summary)
    #expect(session.timeLeft == .seconds(275))
    session.report(.position, at: 25)
    #expect(session.state.summary.heardCount == 1)
    #expect(session.state.summary.listened == .seconds(5))
    session.perform(.previous)
    session.perform(.previous)
    #expect(session.state.current == 2)
  }

  @Test("goes on in the settling, with what is left of it")
  func settling() {
    let session = session(.settling(.seconds(10)))
    session.perform(.resume(.init(place: nil, elapsed: .seconds(-4))))
    #expect(session.state.segment == .silence(length: .seconds(4)))
    #expect(session.state.elapsed == .seconds(-4))
    #expect(session.score.next == .song(id: 2))
    session.perform(.back)
    session.perform(.resume(.init(place: nil, elapsed: Duration(attoseconds: .min))))
    #expect(session.state.segment == .silence(length: .seconds(10)))
  }

  @Test("goes on in the silence after the music, from which one can go back")
  func silence() {
    let session = session(.length(.open))
    session.perform(.resume(.init(place: nil, elapsed: .seconds(500))))
    #expect(session.state.segment == .silence(length: nil))
    #expect(session.score.next == nil)
    #expect(session.modes == [.playable, .playable, .playable])
    session.perform(.previous)
    #expect(session.state.current == 1)
  }

  @Test(
    "a position beyond a song goes on with what follows",
    arguments: [
      (1, 100.0, 1, false), (2, 100.0, nil, false), (2, 100.0, 2, true),
    ] as [(Int, Double, Int?, Bool)])
  func beyond(place: Int, position: Double, song: Int?, repeats: Bool) {
    let session = session(.length(.time(.seconds(900))))
    session.perform(.plan([.repeat(repeats ? .on : .off)]))
    #expect(
      session.perform(
        .resume(.init(place: place, position: .seconds(position), elapsed: .seconds(600))))
        == .changed)
    #expect(session.state.current == song)
    #expect(session.position == .zero)
  }

  @Test("a negative position is the beginning; one in a song of unknown length is kept")
  func positions() {
    let session = MeditationViewModel(songs: [SongViewModel(title: "Stream")])
    session.perform(.pick([0]))
    session.perform(.resume(.init(place: 0, position: .seconds(-3), elapsed: .seconds(3))))
    #expect(session.position == .zero)
    session.perform(.back)
    session.perform(.resume(.init(place: 0, position: .seconds(999), elapsed: .seconds(3))))
    #expect(session.position == .seconds(999))
  }

  @Test("is refused at the end of its plan and beyond", arguments: [400, 401, .max] as [Int64])
  func passed(seconds: Int64) {
    let session = session(.length(.time(.seconds(400))))
    let before = session.state
    #expect(
      session.perform(.resume(.init(place: 0, elapsed: .seconds(seconds))))
        == .refused(.planPassed))
    #expect(session.state == before)
  }

  @Test("a session time that no sit can have does no harm")
  func absurd() {
    let session = session(.length(.open), .bells([.every(.seconds(5))]))
    session.perform(.resume(.init(place: 0, elapsed: Duration(attoseconds: .max))))
    #expect(session.phase == .listening)
    #expect(session.state.nextStroke != nil)
  }
}
