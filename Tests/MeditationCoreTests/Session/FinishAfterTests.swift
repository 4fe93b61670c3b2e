import MeditationPlan
import Testing

@testable import MeditationCore

@Suite("A session that is to end after a song or a part") @MainActor struct FinishAfterTests {
  private let session = MeditationViewModel(count: 3)

  private func start(_ changes: PlanChange...) {
    session.perform(.load([0, 1, 2], plan: changes))
    session.perform(.start)
  }

  @Test(
    "ends with the song, whatever the plan says",
    arguments: [
      [], [.repeat(true)], [.repeat(.one)], [.length(.open)], [.length(.time(.seconds(900)))],
      [.crossfade(.seconds(9))],
      [.then(.time(.seconds(150)), title: "A"), .then(.open, title: "B")],
    ] as [[PlanChange]])
  func song(plan: [PlanChange]) {
    session.perform(.load([0, 1, 2], plan: plan))
    let clock = VirtualClock(of: session)
    session.perform(.start)
    session.perform(.next)
    clock.advance(by: .seconds(10))
    #expect(session.perform(.finishAfter(.song)) == .changed)
    #expect(session.perform(.finishAfter(.song)) == .unchanged)
    #expect(session.timeLeft == .seconds(90))
    session.perform(.seek(.to(.seconds(60))))
    clock.advance(by: .seconds(39))
    #expect(session.phase == .listening)
    clock.advance(by: .seconds(1))
    #expect(session.state.end == .completed)
    #expect(session.modes == [.playable, .playable, .playable])
    session.perform(.start)
    #expect(!session.state.finishesAfterSong)
  }

  @Test("a length that is over before the song ends the session")
  func length() {
    start(.length(.time(.seconds(60))))
    session.perform(.finishAfter(.song))
    #expect(session.timeLeft == .seconds(60))
  }

  @Test("goes on when the listener says so, or goes to another song")
  func taken() {
    start()
    session.perform(.finishAfter(.song))
    #expect(session.sound == Sound(0, from: .zero, then: nil))
    #expect(session.perform(.finishAfter(nil)) == .changed)
    #expect(session.sound == Sound(0, from: .zero, then: 1))
    session.perform(.finishAfter(.song))
    session.perform(.jump(.by(.seconds(10))))
    #expect(session.sound == Sound(0, from: .seconds(10), then: nil))
    session.perform(.seek(.percent(100)))
    #expect(session.sound == Sound(1, from: .zero, then: 2))
    for jump in [Action.next, .previous, .select(2)] {
      session.perform(.finishAfter(.song))
      session.perform(jump)
      #expect(!session.state.finishesAfterSong)
    }
    session.perform(.finishAfter(.song))
    session.report(.failed(reason: "gone"))
    #expect(session.state.end == .failed)
  }

  @Test(
    "whoever waits for the end is told that it comes",
    arguments: [.repeat(.one), .length(.open)] as [PlanChange])
  func milestone(change: PlanChange) {
    start(change)
    let clock = VirtualClock(of: session)
    session.perform(.finishAfter(.song))
    let end = PendingMilestone(.endOfSession, of: session)
    #expect(end.reach { clock.advance(by: $0, until: $1) } == nil)
    #expect(session.state.elapsed == .seconds(100))
  }

  @Test("whoever waits for a bell is told that what closes a session that ends with a song comes")
  func closing() {
    for (changes, finishes) in [
      ([PlanChange.closing(3)], false), ([.length(.open), .closing(3)], true),
    ] {
      let session = MeditationViewModel(count: 2)
      session.perform(.load([0, 1], plan: changes))
      session.perform(.start)
      let clock = VirtualClock(of: session)
      if finishes { session.perform(.finishAfter(.song)) }
      let bell = PendingMilestone(.bell, of: session)
      #expect(bell.reach { clock.advance(by: $0, until: $1) } == nil)
      #expect(session.state.elapsed == .seconds(finishes ? 100 : 200))
    }
  }

  @Test("when it ends is not known of a song of unknown length")
  func unknownLength() {
    let session = MeditationViewModel(songs: [SongViewModel(title: "Waves")])
    session.perform(.load([0], plan: [.length(.time(.seconds(300)))]))
    session.perform(.start)
    session.perform(.finishAfter(.song))
    #expect(session.timeLeft == nil)
  }

  @Test("after a part, the parts to come are taken out, and 'undo' brings them back")
  func part() {
    start(
      .then(.time(.seconds(50)), title: "Sit"), .then(.time(.seconds(50)), title: "Walk"),
      .then(.songs, title: "Sit"), .closing(1))
    let plan = session.state.plan
    #expect(session.perform(.finishAfter(.part)) == .changed)
    #expect(session.state.plan.parts.count == 1)
    #expect(session.timeLeft == .seconds(50))
    #expect(session.perform(.finishAfter(.part)) == .unchanged)
    session.perform(.undo)
    #expect(session.state.plan == plan)
  }

  @Test("no song can end it in silence")
  func silence() {
    start(.settling(.seconds(10)))
    #expect(session.perform(.finishAfter(.song)) == .refused(.inSilence))
    #expect(session.perform(.finishAfter(nil)) == .refused(.inSilence))
  }
}
