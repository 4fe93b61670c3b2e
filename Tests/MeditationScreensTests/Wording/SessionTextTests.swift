import MeditationPlan
import MeditationText
import Testing

@testable import MeditationCore
@testable import MeditationScreens

@Suite("The texts of a sit") @MainActor struct SessionTextTests {
  @Test(
    "a summary says what was sat, and of songs only where there are some",
    arguments: [
      (SessionEnd.completed, 2, "Session complete: sat 20:00, 1 song heard, 5:00 listened"),
      (.stopped, 2, "Session finished: sat 20:00, 1 song heard, 5:00 listened"),
      (.left, 0, "Session left: sat 20:00"), (.completed, 0, "Session complete: sat 20:00"),
    ])
  func summary(end: SessionEnd, songs: Int, text: String) {
    var summary = SessionSummary()
    (summary.songCount, summary.heardCount, summary.listened) = (songs, 1, .seconds(300))
    #expect(summary.text(end: end, sat: .seconds(1200)) == text)
  }

  @Test("a session left while settling was not sat")
  func settling() {
    #expect(SessionSummary().text(end: .left, sat: .seconds(-4)) == "Session left: sat 0:00")
  }

  @Test("where bells are told by session time, so is the place, beside that in the song")
  func place() {
    let session = MeditationViewModel(
      songs: [1, 2].map { SongViewModel(title: "Song \($0)", length: .seconds(60)) })
    session.perform(.pick([0, 1]))
    session.perform(.start)
    session.perform(.next)
    session.perform(.seek(.to(.seconds(10))))
    session.perform(.pause)
    #expect(TransportText.text(of: session.state, .screen) == "Paused at 0:10.")
    session.perform(.plan([.bells([.every(.seconds(30))])]))
    #expect(TransportText.text(of: session.state, .screen) == "Paused at 0:00, 0:10 into the song.")
  }

  @Test("with parts, the place is that in the part, beside the session time")
  func placeInPart() {
    let fixture = SitFixture([])
    fixture.type("1m Sit; 1m Walk", "start", "pause")
    let session = fixture.session
    #expect(TransportText.text(of: session.state, .screen) == "Paused at 0:00 in Sit.")
    fixture.type("jump 1:10")
    #expect(TransportText.text(of: session.state, .screen) == "Paused at 1:10, 0:10 into Walk.")
  }

  @Test(
    "strokes have a line, those that close a session one for all; the end has none",
    arguments: [
      (Cue(.opening, stroke: 1, at: .zero), "Opening bell."),
      (Cue(.bell, stroke: 2, at: .seconds(600)), "Bell 2 at 10:00."),
      (Cue(.closing, stroke: 1, at: .seconds(1200)), "Closing bell."),
      (Cue(.closing, stroke: 1, of: 3, at: .seconds(1200)), "Closing bell, 3 strokes."),
      (Cue(.closing, stroke: 2, of: 3, at: .seconds(1204)), nil),
      (Cue(.end, at: .seconds(1200)), nil), (Cue(.part, part: 1, at: .zero), "Sit."),
      (Cue(.part, part: 2, at: .zero), "Walk, 10:00, without music."),
      (Cue(.part, part: 3, at: .zero), nil),
    ] as [(Cue, String?)])
  func cues(cue: Cue, text: String?) {
    var plan = Plan()
    (plan.opening, plan.closing) = (1, 3)
    plan.parts[0].title = "Sit"
    plan.parts.append(Part("Walk", .time(.seconds(600))))
    plan.parts[1].hasMusic = false
    plan.parts[1].closing = 3
    #expect(cue.text(in: plan) == text)
  }
}
