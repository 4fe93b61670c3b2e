import MeditationControl
import MeditationCore
import MeditationPlan
import MeditationPractice
import MeditationPracticeTestSupport
import MeditationScreens
import Testing

@testable import MeditationLines

@Suite("A sit in lines") @MainActor struct SitTests {
  static let plan = "for 5m, settle 10s, opening 1, bells every 2m, closing 2"

  @Test("read aloud, from settling to the last stroke")
  func plain() {
    let evening = Evening(.plain)
    var told = evening.type("1 2", Self.plan, "start", "status")
    told += evening.wait(4) + evening.type("status", "pause", "play")
    told += evening.wait(6) + evening.wait(30) + evening.wait(90)
    told += evening.type("for +1m", "list", "pause", "for +1m") + evening.type("for -1m", "play")
    told += evening.wait(80) + evening.type("status", "pause", "list", "play", "seek 10")
    told += evening.wait(300)
    #expect(
      told == Self.plainTranscript)
  }

  @Test("in rows, a silent sit that is open")
  func live() {
    let evening = Evening(.live, width: 80)
    var told = evening.type("for open, settle 5s, bells every 1m", "start")
    told += evening.wait(5) + evening.wait(60) + evening.type("pause", "plan", "finish", "status")
    #expect(
      told == Self.liveTranscript)
  }

  @Test("the status has a silence, and no waveform of a song")
  func status() {
    let evening = Evening(.live)
    _ = evening.type("1", "for 2m, settle 10s, opening 1", "start")
    _ = evening.wait(3)
    #expect(evening.output.status?.title == "settling")
    #expect(evening.output.status?.position == .seconds(7))
    #expect(evening.output.status?.sit?.bell == .seconds(7))
    _ = evening.wait(47)
    #expect(evening.output.status?.title == "silence")
    #expect(evening.output.status?.position == .seconds(40))
    #expect(evening.output.status?.length == .seconds(120))
    #expect(evening.output.status?.place == nil)
    #expect(evening.output.status?.left.known == .seconds(80))
    _ = evening.wait(80)
    #expect(evening.output.status == nil)
  }

  @Test("skipping the settling begins the session")
  func skipSettling() {
    let evening = Evening(.plain)
    _ = evening.type("1", "settle 10s", "start")
    #expect(
      evening.type("next").dropFirst() == [
        "The session begins.",
        "1 playing: Opening Bowl by Monastery, 0:00 of 0:30, song 1 of 1, session at 0:00, "
          + "0:30 left in the session",
      ])
  }

  @Test(
    "bells are announced with all events, silences with songs",
    arguments: [
      (Announcement.all, ["The session begins.", "Bell 1 at 0:30."]),
      (.songs, ["The session begins."]), (.none, []),
    ])
  func announcements(policy: Announcement, lines: [String]) {
    let stage = VirtualStage(session: MeditationViewModel(songs: []))
    let output = LineTranscript(.plain)
    let view = LineView(controller: stage.controller, output: output, announcement: policy)
    for line in ["for 1m, settle 5s, bells every 30s", "start"] { _ = view.take(line) }
    _ = output.take()
    stage.advance(by: .seconds(50))
    #expect(output.take().filter { !$0.hasPrefix("playing") } == lines)
  }

  @Test(
    "a clause alone is answered with what the plan has of it",
    arguments: [
      ("", "bells", ["Bells off"]), ("for 20m, bells every 5m", "bells", ["Bells every 5:00"]),
      ("for 20m", "for", ["Session 20:00"]), ("under rain 40", "under", nil),
      ("5m Sit, bells every 1m; 5m Walk", "bells", ["Sit: Bells every 1:00"]),
      ("5m Sit; 5m Walk", "bells", ["Bells off"]),
      ("5m Sit; 5m Walk", "part", ["2 parts: Sit 5:00, Walk 5:00"]),
      ("5m Sit; 5m Walk", "for", ["2 parts: Sit 5:00, Walk 5:00"]),
      ("for 20m", "closing", ["Closing off"]),
    ] as [(String, String, [String]?)])
  func clauseAlone(plan: String, line: String, answer: [String]?) {
    let stage = VirtualStage(session: MeditationViewModel(songs: []))
    let output = LineTranscript(.plain)
    let view = LineView(controller: stage.controller, output: output)
    if !plan.isEmpty { _ = view.take(plan) }
    _ = output.take()
    _ = view.take(line)
    let printed = output.take()
    #expect(answer.map { printed == $0 } ?? (printed.count == 1), "\(printed)")
  }

  @Test(
    "the sentences of a guide are printed, whatever is announced", arguments: Announcement.allCases)
  func guide(policy: Announcement) {
    let stage = VirtualStage(session: MeditationViewModel(songs: []))
    let output = LineTranscript(.plain)
    let view = LineView(controller: stage.controller, output: output, announcement: policy)
    let lines = [Guide.Line("Breathe in.", at: .seconds(10))]
    stage.session.perform(
      .plan([.length(.time(.seconds(60))), .guide(Guide("g.txt", lines: lines))]))
    stage.session.perform(.start)
    _ = output.take()
    stage.advance(by: .seconds(20))
    #expect(output.take().contains { $0.contains("Breathe in.") })
    withExtendedLifetime(view) {}
  }

  @Test(
    "a view that comes a moment after the start prints what the start prints",
    arguments: [
      ("start", "No bell at the end: 'closing 3' adds one."),
      ("start from 20s", "The session begins at 0:21 of 1:00."),
    ])
  func lateView(start: String, line: String) {
    let evening = Evening(.plain)
    _ = evening.type("for 1m", start)
    _ = evening.wait(1)
    let output = LineTranscript(.plain)
    let view = LineView(controller: evening.stage.controller, output: output)
    view.begin()
    let told = output.take()
    #expect(told.contains(line))
    #expect(!told.contains { $0.hasPrefix("The session goes on") })
  }

  @Test("a person is asked for a note after a sit that counts, as long as it has none")
  func noteQuestion() {
    let stage = VirtualStage(session: MeditationViewModel(songs: []))
    var (services, isWanted) = (PracticeServices(), true)
    services.journal = MemoryJournal()
    (services.journalTimeout, services.journalPatience) = (600, 600)
    services.habits = {
      var habits = PracticeHabits()
      habits.asksForNote = isWanted
      return habits
    }
    stage.controller.keepPractice(with: services)
    let output = LineTranscript(.plain)
    let view = LineView(controller: stage.controller, output: output)
    func isAsked(_ lines: String..., after seconds: Int = 90) -> Bool {
      _ = view.take("start")
      stage.advance(by: .seconds(seconds))
      for line in lines { _ = view.take(line) }
      return output.take().contains("'note calm, then sleepy' keeps a line about this sit.")
    }
    _ = view.take("for 20m")
    #expect(!isAsked("finish"))
    output.isInteractive = true
    #expect(isAsked("finish"))
    #expect(isAsked(after: 1_200))
    #expect(!isAsked("finish", after: 59))
    #expect(!isAsked("note calm", "finish"))
    #expect(!isAsked("status"))
    _ = view.take("finish")
    _ = output.take()
    isWanted = false
    #expect(!isAsked("finish"))
    isWanted = true
    let sit = LineView(controller: stage.controller, output: output, endsWithSession: true)
    _ = sit.take("start")
    stage.advance(by: .seconds(90))
    _ = sit.take("finish")
    // The other view, which goes on, asks.
    #expect(output.take().count { $0.hasPrefix("'note ") } == 1)
  }
}
