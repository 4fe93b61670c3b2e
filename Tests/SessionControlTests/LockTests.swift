import CommandLanguage
import MeditationCore
import Score
import Testing

@testable import Screens
@testable import SessionControl

/// A session that nothing stops until it is unlocked.
@Suite("A locked session") @MainActor struct LockTests {
  private let stage = PracticeStage()

  private static let refused = "The session is locked. 'unlock' lets it be stopped again."

  @Test(
    "is not paused, skipped, ended or left, whoever asks for it",
    arguments: [
      "pause", "toggle", "next", "previous", "seek 10", "jump 1:00", "2", "1 3", "back", "finish",
      "next part", "quit",
    ])
  func refuses(line: String) {
    stage.type("all", "for 20m", "start", "lock")
    let state = stage.session.state
    #expect(stage.type(line).refusal == Self.refused)
    let (desktop, other) = (Client(), Client(canFillForms: true))
    for client in [desktop, other] {
      #expect(stage.controller.submit(line, from: client) == .refused(.locked))
    }
    #expect(stage.session.state == state)
    // Its own phase says what it does now.
    #expect(stage.type("unlock", line).refusal != Self.refused)
  }

  @Test("can be louder, planned and noted, and goes on after a pause")
  func allows() {
    stage.type("all", "for 20m", "start", "pause", "lock", "toggle")
    #expect(stage.session.transport == .playing)
    for line in ["volume 50", "for 25m", "note calm", "status", "unpick 3", "list"] {
      #expect(stage.type(line).refusal == nil, "\(line)")
    }
    #expect(stage.session.volume == 50)
  }

  @Test("says so to every client, and ends by itself with its session")
  func news() {
    stage.type("lock")
    #expect(stage.refusal == "Nothing is playing. 'start' begins the session.")
    stage.type("all", "for 10s", "start", "lock", "unlock", "lock")
    #expect(
      stage.news == [
        "The session is locked: nothing pauses, skips or ends it until you type 'unlock'.",
        "The session is unlocked.",
        "The session is locked: nothing pauses, skips or ends it until you type 'unlock'.",
      ])
    stage.play(10)
    stage.endPlan()
    #expect(stage.session.phase == .finished)
    stage.type("start", "pause")
    #expect(stage.session.transport == .paused)
  }

  @Test("a client of its socket leaves with 'quit'")
  func conversation() {
    stage.type("all", "start", "lock")
    #expect(stage.controller.submit("quit", from: Client(quitsProgram: false)) == .quit)
  }
}
