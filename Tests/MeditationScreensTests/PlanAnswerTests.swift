import MeditationCore
import MeditationLanguage
import MeditationPlan
import Testing

@testable import MeditationScreens

@Suite("The answers to changes of the plan") @MainActor struct PlanAnswerTests {
  private func answers(_ line: String, after lines: [String] = []) -> [String] {
    let sit = SitFixture()
    for line in lines { sit.type(line) }
    var told: [String] = []
    let subscription = sit.session.observeSettled { told += PlanAnswer.lines(about: $0) }
    sit.type(line)
    subscription.end()
    return told
  }

  @Test(
    "each part has its own words",
    arguments: [
      ("for 20m", ["Session 20 minutes"]), ("for 20", ["Session 20 minutes"]),
      ("for open", ["Session open; 'finish' ends it"]),
      ("settle 10", ["Settling 10 seconds"]), ("opening 1", ["Opening 1 stroke"]),
      ("closing 3", ["Closing 3 strokes"]),
      ("closing 2 6s apart", ["Closing 2 strokes 6 seconds apart"]),
      ("bells every 5m", ["Bells every 5 minutes"]),
      ("bells at 12:30 5m", ["Bells at 5:00, 12:30"]),
      ("bells at 1m 2m 3m 4m 5m", ["Bells at 1:00, 2:00, 3:00 and 2 more times"]),
      ("bells random 4", ["4 random bells, seed 7"]), ("bell gong", ["Bell gong"]),
      ("bell volume 60", ["Bell volume 60%"]), ("fade 2.5s", ["Fade 2.5 seconds"]),
      ("breath 4-7-8", ["Breath in 4 s, hold 7 s, out 8 s"]),
      ("for 1:10:05", ["Session 1 hour 10 minutes 5 seconds"]),
      (
        "for 20m, closing 3, fade 5s",
        ["Session 20 minutes", "Closing 3 strokes", "Fade 5 seconds"]
      ),
    ] as [(String, [String])])
  func parts(line: String, told: [String]) {
    #expect(answers(line) == told)
    #expect(answers(line, after: [line]) == [])
  }

  @Test("off while listening says what it keeps")
  func offWhileListening() {
    let sit = SitFixture()
    for line in ["for 20m, opening 1", "start"] { sit.type(line) }
    let before = sit.session.state.plan
    sit.type("plan off")
    #expect(sit.session.state.plan == before)
    #expect(
      PlanAnswer.lines(setBy: [.change(.off)], in: sit.session.state) == [
        "'plan off' keeps what has passed, and the length of a session in silence.",
        "Plan: for 20m, opening 1",
      ])
  }

  @Test(
    "off says so, and so does undo",
    arguments: [
      ("settle off", ["Settling off"]), ("bells off", ["Bells off"]),
      ("for songs", ["Session as long as its songs"]),
      ("plan off", ["No plan: the session is its songs"]),
    ] as [(String, [String])])
  func off(line: String, told: [String]) {
    #expect(answers(line, after: ["for 20m, settle 10s, bells every 5m"]) == told)
  }

  @Test(
    "undo of several parts tells only what they had otherwise",
    arguments: [
      ("for 20m, bells every 5m; 10m Walk", ["Session 20 minutes", "Bells off"]),
      ("for 20m, closing 3; 10m Walk", ["Session 20 minutes", "Closing off"]),
      // Each part is as long as the session, but the session is longer.
      ("for 20m; 20m", ["Session 20 minutes"]),
    ] as [(String, [String])])
  func undoneParts(line: String, told: [String]) {
    #expect(answers("undo", after: ["for 20m", line]) == told)
  }
}
