import MeditationCore
import MeditationPlan
import MeditationPractice
import Testing

@testable import MeditationControl

/// Sessions on a machine that sleeps. It is Wednesday, 22:00.
@Suite("A machine that sleeps") @MainActor struct SleepWatchTests {
  private static let news = "The machine slept; 'play' goes on."

  private func elapsed(_ stage: PracticeStage) -> Double {
    stage.session.state.elapsed / .seconds(1)
  }

  @Test("pauses the session at the next event, which goes on from there by 'play'")
  func sleep() throws {
    let stage = PracticeStage().type("for 20m, bells every 5m", "start")
    stage.play(290)
    stage.sleep(minutes: 30)
    #expect(stage.news == [])
    stage.play(1)
    #expect(stage.session.state.pauseCause == .user)
    #expect(stage.news == [Self.news])
    #expect(elapsed(stage) == 291)
    #expect(stage.session.state.nextStroke?.time == .seconds(300))
    stage.type("play")
    stage.play(5)
    #expect(stage.session.state.transport == .playing)
    #expect(stage.news == [Self.news])
    #expect(elapsed(stage) == 296)
    stage.type("finish")
    #expect(try stage.sits().first?.sat == .seconds(296))
  }

  @Test("each sleep pauses, also while settling")
  func twice() {
    let stage = PracticeStage().type("for 20m, settle 1m", "start")
    stage.play(10)
    stage.sleep(minutes: 1)
    stage.play(1)
    stage.type("play")
    stage.play(1)
    stage.sleep(minutes: 1)
    stage.play(1)
    #expect(stage.session.state.transport == .paused)
    #expect(stage.news == [Self.news, Self.news])
  }

  @Test("a sleep before the session, or in a pause, does not count")
  func before() {
    let stage = PracticeStage()
    stage.sleep(minutes: 600)
    stage.type("for 20m", "start")
    stage.play(10)
    stage.type("pause")
    stage.sleep(minutes: 600)
    stage.type("play")
    stage.play(10)
    #expect(stage.session.state.transport == .playing)
    #expect(stage.news == [])
  }

  @Test("a device that comes back after the sleep resumes nothing")
  func device() {
    let stage = PracticeStage().type("for 20m", "start")
    stage.play(10)
    stage.sleep(minutes: 5)
    let state = stage.session.state
    for kind in [.deviceLost(reason: "it is gone"), .deviceRestored] as [EngineEvent.Kind] {
      stage.controller.receive(
        EngineEvent(
          generation: state.generation, position: state.position, elapsed: state.elapsed,
          kind: kind))
    }
    #expect(stage.session.state.pauseCause == .user)
    #expect(stage.news == [Self.news])
  }

  @Test("one that waits for a time of day goes on, and joins where it is by then")
  func clock() {
    let stage = PracticeStage().type("begin 23:00, for 20m", "start")
    stage.play(10)
    stage.sleep(minutes: 30)
    stage.play(1)
    #expect(elapsed(stage) == -1_789)
    stage.sleep(minutes: 35)
    stage.play(1)
    #expect(stage.session.state.transport == .playing)
    #expect(elapsed(stage) == 312)
    #expect(stage.news == [])
  }

  @Test("two clocks that are not read at once are no sleep")
  func inexact() {
    let stage = PracticeStage().type("for 20m", "start")
    stage.forgetSleep(.seconds(10))
    stage.play(1)
    stage.forgetSleep(.seconds(-10))
    stage.play(1)
    #expect(stage.session.state.transport == .playing)
    #expect(stage.news == [])
  }
}
