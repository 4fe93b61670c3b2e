import MeditationCore
import MeditationPlan
import MeditationTesting
import Testing

@Suite("A part that a listener shortens, and what is struck after the end") @MainActor
struct PartEndTests {
  private func session(_ changes: PlanChange...) -> ScriptedSession {
    let session = ScriptedSession(songs: ["A": .seconds(300)], exhaustivity: .off)
    session.perform(.plan(changes))
    session.perform(.pick([0]))
    session.perform(.start)
    return session
  }

  private func lengths(_ session: ScriptedSession) -> [Duration?] {
    session.viewModel.state.plan.parts.map(\.duration)
  }

  @Test(
    "the last part ends now where it is shortened and another follows it, in one change or in two",
    arguments: [
      [[.lengthen(.seconds(-30)), .then(.time(.seconds(60)), title: "Walk")]],
      [[.then(.time(.seconds(60)), title: "Walk"), .part(1), .lengthen(.seconds(-30))]],
      [[.then(.time(.seconds(60)), title: "Walk")], [.part(1), .lengthen(.seconds(-30))]],
      [
        [
          .then(.open, title: ""), .removePart(2), .lengthen(.seconds(-30)),
          .then(.time(.seconds(60)), title: "Walk"),
        ]
      ],
    ] as [[[PlanChange]]])
  func shortened(changes: [[PlanChange]]) {
    let session = session(.length(.time(.seconds(60))))
    session.advance(by: .seconds(50))
    for change in changes { session.perform(.plan(change)) }
    #expect(lengths(session) == [.seconds(51), .seconds(60)])
    session.advance(by: .seconds(2))
    #expect(session.recorder.cues == [Cue(.part, part: 2, at: .seconds(51))])
    #expect(session.viewModel.state.plan.part(at: session.viewModel.state.elapsed) == 1)
  }

  @Test("a last part that stays as it is, or grows, is followed where it ends")
  func grown() {
    let session = session(.length(.time(.seconds(60))))
    session.advance(by: .milliseconds(59_700))
    session.perform(.plan([.then(.time(.seconds(9)), title: "")]))
    #expect(lengths(session) == [.seconds(60), .seconds(9)])
    session.perform(.undo)
    session.perform(.plan([.lengthen(.seconds(30)), .then(.time(.seconds(9)), title: "")]))
    #expect(lengths(session) == [.seconds(90), .seconds(9)])
  }

  @Test(
    "a skip to the next part stays where the change beside it is undone, and is there in a redo")
  func skipped() {
    let session = session(.length(.time(.seconds(60))), .then(.time(.seconds(60)), title: "B"))
    session.advance(by: .seconds(10))
    session.perform(.plan([.part(1), .lengthen(.seconds(30)), .nextPart]))
    #expect(lengths(session) == [.seconds(11), .seconds(60)])
    session.perform(.undo)
    #expect(lengths(session) == [.seconds(11), .seconds(60)])
    #expect(session.viewModel.state.plan.unskipped.parts[0].duration == .seconds(60))
    session.perform(.redo)
    #expect(lengths(session) == [.seconds(11), .seconds(60)])
    #expect(session.viewModel.state.plan.unskipped.parts[0].duration == .seconds(90))
    session.advance(by: .seconds(3))
    #expect(session.recorder.cues.last == Cue(.part, part: 2, at: .seconds(11)))
  }

  @Test("a skip stays where an earlier length is undone, and goes where a later one is said")
  func skippedBetween() {
    let session = session(.length(.time(.seconds(60))), .then(.time(.seconds(60)), title: "B"))
    session.advance(by: .seconds(5))
    session.perform(.plan([.part(1), .lengthen(.seconds(30))]))
    session.advance(by: .seconds(5))
    session.perform(.plan([.nextPart]))
    session.perform(.undo)
    #expect(lengths(session) == [.seconds(11), .seconds(60)])
    session.perform(.plan([.part(1), .length(.time(.seconds(90)))]))
    #expect(lengths(session) == [.seconds(90), .seconds(60)])
    session.perform(.undo)
    #expect(lengths(session) == [.seconds(11), .seconds(60)])
    session.perform(.redo)
    #expect(lengths(session) == [.seconds(90), .seconds(60)])
  }

  @Test("a bell that is planned once the session has rung out is for the next")
  func rungOut() {
    let session = session(.length(.time(.seconds(60))), .closing(1))
    session.advance(by: .seconds(200))
    #expect(!session.viewModel.state.isRinging)
    session.perform(.plan([.closing(3)]))
    #expect(session.viewModel.state.nextStroke == nil)
    session.advance(by: .seconds(60))
    #expect(session.recorder.strokes.count == 1)
    session.perform(.start)
    #expect(session.viewModel.state.nextStroke?.count == 3)
  }

  @Test("no bell follows a session of songs alone, whatever is planned then")
  func songsAlone() {
    let session = session()
    session.perform(.finish)
    session.perform(.plan([.closing(3)]))
    #expect(session.viewModel.state.nextStroke == nil)
  }

  @Test("a clock that takes over in a song overlaps the next as the one before would have")
  func takenOver() {
    let model = MeditationViewModel(
      songs: ["A", "B"].map { SongViewModel(title: $0, length: .seconds(60)) })
    var first: ScriptedSession? = ScriptedSession(session: model, exhaustivity: .off)
    first?.perform(.plan([.crossfade(.seconds(20))]))
    first?.perform(.pick([0, 1]))
    first?.perform(.start)
    first?.advance(by: .seconds(30))
    first?.perform(.plan([.crossfade(.seconds(5))]))
    first = nil
    let second = ScriptedSession(session: model, exhaustivity: .off)
    #expect(model.timeLeft == .seconds(70))
    second.advance(to: .endOfSession)
    #expect(second.now == .seconds(70))
  }
}
