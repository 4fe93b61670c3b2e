import MeditationCore
import MeditationPlan
import MeditationTesting
import Testing

@Suite("What a scripted session lets nobody overlook") @MainActor struct StrictTests {
  private func makeSession() -> ScriptedSession {
    ScriptedSession(songs: ["Waves": .seconds(170), "Bowl": .seconds(90)])
  }

  @Test("a change beside the steps, after the last one")
  func afterTheLastStep() {
    withKnownIssue {
      let session = makeSession()
      session.perform(.pick([0])) { $0[0] = .picking(.selected) }
      session.viewModel.perform(.pick([1]))
    } matching: {
      $0.description.contains(
        "Modes changed beside the steps, after the last one:\n  2 Bowl: unpicked → picked")
    }
    let session = makeSession()
    session.viewModel.perform(.pick([1]))
    session.viewModel.perform(.unpick([1]))
  }

  @Test("the return of a device that is not lost")
  func restoredDevice() {
    let session = makeSession()
    session.exhaustivity = .off
    session.perform(.pick([0]))
    session.perform(.start)
    withKnownIssue {
      session.inject(.deviceRestored)
    } matching: {
      $0.description.contains("deviceRestored is not possible: No device is lost.")
    }
    session.inject(.deviceLost(reason: "unplugged"))
    session.inject(.deviceRestored) { $0.state.pauseCause = nil }
  }

  @Test("a property of the state, by the code that states it")
  func state() {
    let session = makeSession()
    session.exhaustivity = .whole
    withKnownIssue {
      session.perform(.volume(.level(60)))
    } matching: {
      $0.description.contains(
        "The state after volume(60) is not as expected:\n  $0.state.ownVolume: 60, expected 100")
    }
  }

  @Test("a cue of the plan, whether it is struck or not")
  func cues() {
    let session = makeSession()
    session.exhaustivity = .off
    session.perform(
      .plan([
        .then(.time(.seconds(60)), title: "Sit"), .opening(1), .bells([.every(.seconds(40))]),
        .then(.time(.seconds(60)), title: "Walk"), .closing(1),
      ]))
    session.perform(.start)
    session.advance(to: .part)
    #expect(session.now == .seconds(60))
    session.advance(to: .endOfSession)
    session.advance(by: .seconds(20))
    #expect(session.recorder.strokes.map(\.kind) == [.opening, .bell, .closing])
    #expect(session.recorder.strokes.map(\.time) == [0, 40, 120].map(Duration.seconds))
    #expect(Set(session.recorder.cues.map(\.kind)).isSuperset(of: [.part, .end]))
  }
}
