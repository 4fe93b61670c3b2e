import MeditationCore
import MeditationPlan
import MeditationPractice
import MeditationScreens
import MeditationText
import Testing

@testable import MeditationControl

/// Sessions that begin at a time of day. It is Wednesday, 22:00.
@Suite("A session that begins by the clock") @MainActor struct ClockedSessionTests {
  private func elapsed(_ stage: PracticeStage) -> Double {
    stage.session.state.elapsed / .seconds(1)
  }

  @Test(
    "waits, is joined where it is by now, or waits for the next day",
    arguments: [
      ("begin 22:10, for 20m", -600, false), ("begin 22:00:30, for 20m", -30, false),
      ("begin +2m, for 20m", -120, false), ("begin 22:00, for 20m", 0, false),
      ("begin 21:50, for 20m", 600, false),
      ("begin +23h30m, for 1h", -84_600, true), ("begin +1h, for open", -3_600, false),
      ("begin 21:50, for 5m", -85_800, true), ("begin 21:30, for open", 1_800, false),
      ("begin 20:30, for open", -81_000, true), ("begin 6:45, for 20m", -56_700 + 25_200, true),
    ] as [(String, Double, Bool)])
  func start(plan: String, time: Double, isNextDay: Bool) {
    let stage = PracticeStage().type(plan, "start")
    #expect(stage.session.phase == .listening)
    #expect(elapsed(stage) == time)
    #expect(stage.session.state.clockStart?.isNextDay == isNextDay)
    #expect(stage.session.state.isSettling == (time < 0))
    #expect(stage.session.state.sat == .zero)
  }

  @Test("one that began yesterday and goes on past midnight is joined")
  func midnight() {
    let stage = PracticeStage()
    stage.wait(hours: 2, minutes: 10)
    stage.type("begin 23:50, for 1h", "start")
    #expect(elapsed(stage) == 1_200)
  }

  @Test("songs that have ended by now begin the next day")
  func songs() {
    let stage = PracticeStage().type("all", "begin 21:54", "start")
    #expect(elapsed(stage) == -86_040)
    let other = PracticeStage().type("all", "begin 21:57", "start")
    #expect(other.session.state.current == 1)
    #expect(other.session.position == .seconds(80))
  }

  @Test("the change to summer time in between is counted")
  func summerTime() {
    // At 2:00 of the next day it is 3:00.
    let night = Moment.wednesday.date.adding(1).dayNumber * 86_400 + 2 * 3_600
    let stage = PracticeStage(offset: { $0 < night ? 3_600 : 7_200 })
    stage.type("begin 3:30, for 20m", "start")
    #expect(elapsed(stage) == -4.5 * 3_600)
  }

  @Test("a time of day that the clocks skip is said, with the one that they show instead")
  func skippedHour() {
    // As the C library reads a time between 2:00 and 3:00 of that night.
    let night = Moment.wednesday.date.adding(1).dayNumber * 86_400 + 3 * 3_600
    for (begin, text) in [
      ("2:30", "The clocks skip 2:30 that night: begins at 3:30, in 4:30:00."),
      ("1:30", "1:30 has passed: begins tomorrow, in 3:30:00."),
      ("3:30", "3:30 has passed: begins tomorrow, in 4:30:00."),
    ] {
      let stage = PracticeStage(offset: { $0 < night ? 3_600 : 7_200 })
      stage.type("begin \(begin), for 20m", "start")
      #expect(stage.session.state.clockText(.screen) == text)
    }
  }

  @Test("a clock that is set, or a machine that slept, moves no beginning")
  func clockIsSet() {
    let stage = PracticeStage().type("begin 23:00, for 20m", "start")
    stage.play(10)
    #expect(elapsed(stage) == -3_590)
    stage.wait(minutes: 30)
    stage.play(1)
    #expect(elapsed(stage) == -1_789)
    stage.wait(hours: -1)
    stage.play(1)
    #expect(elapsed(stage) == -5_388)
    // It sleeps for longer than the session was to wait: by then others sit.
    stage.wait(hours: 1, minutes: 35)
    stage.play(1)
    #expect(stage.session.phase == .listening && !stage.session.state.isSettling)
    #expect(elapsed(stage) == 313)
    #expect(stage.session.state.sat == .zero)
  }

  @Test("a pause while it waits delays nothing")
  func pause() {
    let stage = PracticeStage().type("begin 22:30, for 20m", "start", "pause")
    stage.wait(minutes: 20)
    stage.type("play")
    stage.play(1)
    #expect(elapsed(stage) == -599)
    #expect(stage.session.state.transport == .playing)
  }

  @Test("the time can be changed while it waits, and then no more")
  func change() {
    let stage = PracticeStage().type("begin 22:30, for 20m", "start", "begin 22:05")
    #expect(elapsed(stage) == -300)
    stage.type("undo")
    #expect(elapsed(stage) == -1_800)
    stage.type("begin off")
    #expect(elapsed(stage) == 0)
    #expect(!stage.session.state.isSettling)
    #expect(stage.session.state.clockStart == nil)
    stage.type("begin 23:00")
    #expect(stage.reply == .refused(.session(.planPassed)))
  }

  @Test(
    "lasts until a time of day, after its beginning and whatever its settling is",
    arguments: [
      ("until 22:30", 1_800), ("until 22:00", 86_400), ("until 21:00", 82_800),
      ("for 10m, until 22:30", 1_800), ("until 22:30, for 10m", 600),
      ("settle 1m, until 22:30", 1_740), ("begin 22:10, until 22:30", 1_200),
      ("begin 21:50, until 22:30", 2_400), ("begin 21:30, until 21:50", 1_200),
      ("until 0:15", 8_100), ("until 22:40; 25m Sit; songs Walk", 2_400),
    ] as [(String, Double)])
  func until(plan: String, length: Double) {
    let stage = PracticeStage().type(plan)
    #expect(
      stage.session.state.plan.end.map { $0 / .seconds(1) } == (plan.hasSuffix("10m") ? 600 : nil))
    stage.type("start")
    #expect(stage.session.phase == .listening)
    #expect(stage.session.state.plan.end.map { $0 / .seconds(1) } == length)
    stage.type("back")
    #expect(PlanText.line(of: stage.session.state.plan) == PlanText.line(of: planned(plan)))
  }

  private func planned(_ line: String) -> Plan {
    PracticeStage().type(line).session.state.plan
  }

  @Test("the change to summer time is counted in its length, too")
  func untilAfterSummerTime() {
    let night = Moment.wednesday.date.adding(1).dayNumber * 86_400 + 2 * 3_600
    let stage = PracticeStage(offset: { $0 < night ? 3_600 : 7_200 })
    stage.type("until 3:30", "start")
    #expect(stage.session.state.plan.end == .seconds(4.5 * 3_600))
  }

  @Test("a pause makes it shorter; one that lasts longer than the sit ends it")
  func untilAfterPause() {
    let stage = PracticeStage().type("until 22:30, closing 1", "start")
    stage.play(60)
    stage.type("pause")
    stage.wait(minutes: 10)
    stage.type("play")
    stage.play(1)
    #expect(stage.session.state.plan.end == .seconds(1_200))
    stage.type("pause")
    stage.wait(minutes: 30)
    stage.type("play")
    #expect(stage.session.phase == .finished && stage.session.state.end == .completed)
    #expect(stage.session.state.plan.length == .time(.seconds(1_200)))
  }

  @Test("a clock that is set moves its end; the time can be changed, and undone")
  func untilChanges() {
    let stage = PracticeStage().type("until 22:30", "start")
    stage.play(10)
    stage.wait(minutes: 5)
    stage.play(1)
    #expect(stage.session.state.plan.end == .seconds(1_500))
    stage.type("until 22:45")
    #expect(stage.session.state.plan.end == .seconds(2_400))
    stage.type("undo")
    #expect(stage.session.state.plan.end == .seconds(1_500))
    stage.type("until off")
    // Without songs, only silence would follow.
    #expect(stage.refusal != nil)
    stage.type("for open")
    #expect(stage.session.state.plan.end == nil && stage.session.state.plan.until == nil)
  }

  @Test("a time within an earlier part ends it there")
  func untilWithinPart() {
    let stage = PracticeStage().type("until 22:10; 25m Sit; songs Walk, closing 1", "start")
    #expect(stage.session.state.plan.end == nil)
    stage.play(599)
    #expect(stage.session.phase == .listening)
    stage.play(2)
    #expect(stage.session.phase == .finished && stage.session.state.end == .completed)
  }

  @Test("'sit until 22:30' sits by the usual plan")
  func sitUntil() async {
    let stage = PracticeStage()
    await stage.answer("sit until 22:30")
    #expect(stage.session.state.plan.end == .seconds(1_790))
    #expect(stage.session.state.plan.closing == 3)
  }

  @Test("'next' begins at once, and the journal keeps what was sat")
  func next() throws {
    let stage = PracticeStage().type("begin 22:30, for 20m", "start")
    stage.play(5)
    stage.type("next")
    stage.play(60)
    #expect(elapsed(stage) == 60)
    stage.type("finish")
    #expect(try stage.sits().first?.sat == .seconds(60))
  }
}
