import MeditationCore
import MeditationLanguage
import MeditationPlan
import MeditationPractice
import Testing

@testable import MeditationControl
@testable import MeditationScreens

/// A session that nothing stops until it is unlocked.
@Suite("A locked session") @MainActor struct LockTests {
  private let stage = PracticeStage()

  private static let refused = Reply.refused(.session(.locked))

  @Test(
    "is not paused, skipped, ended or left, whoever asks for it",
    arguments: [
      "pause", "toggle", "next", "previous", "seek 10", "jump 1:00", "2", "1 3", "back", "finish",
      "next part", "quit",
    ])
  func refuses(line: String) {
    stage.type("all", "for 20m", "start", "lock")
    let state = stage.session.state
    #expect(stage.type(line).reply == Self.refused)
    let (desktop, other) = (Client(), Client(isInteractive: true))
    for client in [desktop, other] {
      #expect(stage.controller.submit(line, from: client) == Self.refused)
    }
    #expect(stage.session.state == state)
    // Its own phase says what it does now.
    #expect(stage.type("unlock", line).reply != Self.refused)
  }

  @Test(
    "keeps its end and what it plays",
    arguments: [
      "for -15m", "for 2s", "for songs", "for open", "then 5m", "part 1 for 2s",
      "part 2 off", "part 1 to 2", "bells every 5m, for 2s", "plan off", "plan off, for 1m",
      "begin 23:00", "begin +5m", "settle 5s", "music off", "repeat on", "crossfade 4s", "pick 3",
      "pick 3 next",
      "unpick rest", "unpick 2", "move 2 to next", "shuffle", "shuffle 4", "undo", "redo",
    ])
  func keepsCourse(line: String) {
    stage.type("pick 1-2", "for 10m; 10m Walk", "start", "bell gong", "closing 1", "undo", "lock")
    let state = stage.session.state
    #expect(stage.type(line).reply == Self.refused)
    #expect(stage.session.state == state)
    #expect(stage.type("unlock", line).reply != Self.refused)
  }

  @Test("can be louder, ring otherwise and be noted, and goes on after a pause")
  func allows() {
    stage.type("all", "for 20m", "start", "pause", "lock", "toggle")
    #expect(stage.session.transport == .playing)
    let lines = [
      "volume 50", "bells every 5m", "part 1 closing 2", "also at 3m", "bell gong", "breath box",
      "under rain", "fade 3s", "level on", "note calm", "undo", "status", "list", "find 2",
    ]
    for line in lines { #expect(stage.type(line).refusal == nil, "\(line)") }
    #expect(stage.session.volume == 50)
    #expect(stage.session.state.plan.closing == 2)
  }

  @Test("is told once, and ends by itself with its session")
  func news() {
    stage.type("lock")
    #expect(stage.reply == .refused(.session(.nothingPlaying)))
    var told: [Bool] = []
    let subscription = stage.session.observe(\.self) { old, new in
      if old.isLocked != new.isLocked { told.append(new.isLocked) }
    }
    stage.type("all", "for 10s", "start", "lock", "lock", "unlock", "lock")
    #expect(told == [true, false, true])
    subscription.end()
    stage.play(10)
    stage.endPlan()
    #expect(stage.session.phase == .finished)
    stage.type("start", "pause")
    #expect(stage.session.transport == .paused)
  }

  @Test("the program itself can pause it, and end it")
  func program() {
    stage.type("all", "for 20m", "start", "lock")
    #expect(stage.session.perform(.pause) == .refused(.locked))
    #expect(stage.session.performOverridingLock(.pause) == .changed)
    #expect(stage.session.state.isLocked)
    #expect(stage.session.performOverridingLock(.finish) == .changed)
    #expect(!stage.session.state.isLocked)
  }

  @Test("'undo' of what is locked keeps a set open that is edited")
  func editor() throws {
    let stage = PracticeStage(sets: [try SongSet("Evening", 1)])
    stage.type("edit evening", "start", "lock")
    let isEdited = stage.desk?.sets.editor != nil
    stage.type("undo")
    #expect(stage.reply == Self.refused)
    #expect((stage.desk?.sets.editor != nil) == isEdited)
  }

  @Test("a client of its socket leaves with 'quit'")
  func conversation() {
    stage.type("all", "start", "lock")
    #expect(stage.controller.submit("quit", from: Client(quitsProgram: false)) == .quit)
  }
}
