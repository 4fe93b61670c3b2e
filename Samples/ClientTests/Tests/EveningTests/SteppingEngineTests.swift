import Evening
import MeditationCore
import MeditationPlan
import MeditationTesting
import Testing

@Suite("An engine that is no actor") @MainActor struct SteppingEngineTests {
  private func songs() -> [SongViewModel] {
    [
      SongViewModel(title: "Waves", length: .milliseconds(100_500)),
      SongViewModel(title: "Bowl", length: .seconds(90)),
    ]
  }

  @Test(
    "plays as a session under test does",
    arguments: [
      [], [.settling(.seconds(10)), .opening(2)],
      [.bells([.every(.seconds(60))]), .closing(3)],
      [.settling(.seconds(10)), .length(.time(.seconds(120))), .closing(2)],
      [.length(.time(.seconds(300))), .bells([.every(.seconds(45))])],
    ] as [[PlanChange]])
  func plays(plan: [PlanChange]) {
    let own = MeditationViewModel(songs: songs())
    let engine = SteppingEngine(of: own)
    let recorder = SessionRecorder(of: own)
    let scripted = ScriptedSession(
      session: MeditationViewModel(songs: songs()), exhaustivity: .off)
    let actions: [Action] = [
      .plan(plan), .pick([0, 1]), .start, .pause, .play, .seek(.to(.seconds(60))),
      .volume(.level(9)),
    ]
    for action in actions {
      own.perform(action)
      scripted.perform(action)
      engine.advance(by: .seconds(7))
      scripted.advance(by: .seconds(7))
    }
    for _ in 0..<400 {
      engine.advance(by: .milliseconds(1300))
      scripted.advance(by: .milliseconds(1300))
      scripted.advance(by: .zero) { $0.state = own.state }
    }
    #expect(own.state.end == .completed)
    #expect(engine.hasRungOut)
    #expect(recorder.changes == scripted.recorder.changes)
    #expect(recorder.cues == scripted.recorder.cues)
  }

  @Test("a stroke that is due is not lost by a change of the plan before time has passed")
  func strokeIsDue() {
    let session = MeditationViewModel(songs: songs())
    let engine = SteppingEngine(of: session)
    let recorder = SessionRecorder(of: session)
    session.perform(.plan([.length(.time(.seconds(60))), .opening(1), .volume(50)]))
    session.perform(.start)
    session.perform(.volume(.level(40)))
    engine.advance(by: .seconds(30))
    #expect(recorder.strokes.count == 1)
    session.perform(.plan([.closing(1)]))
    session.perform(.finish)
    session.perform(.plan([.bellVolume(50)]))
    engine.advance(by: .seconds(30))
    #expect(recorder.strokes.count == 2)
  }
}
