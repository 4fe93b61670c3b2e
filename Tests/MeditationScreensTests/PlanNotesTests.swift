import MeditationCore
import MeditationText
import Testing

@testable import MeditationScreens

@Suite("What to know about a plan beforehand") @MainActor struct PlanNotesTests {
  private nonisolated static let silentEnd = "No bell at the end: 'closing 3' adds one."

  @Test(
    "what to know beforehand",
    arguments: [
      ("all", "for 15m20s", []),
      (
        "all", "for 12m, fade 5s",
        ["The songs are 3:20 longer than the session: the music fades at 12:00."]
      ),
      ("all", "for 12m", ["The songs are 3:20 longer than the session: the music stops at 12:00."]),
      (
        "all", "for 20m",
        [
          "The songs are 4:40 shorter than the session: silence from 15:20 on; "
            + "'repeat on' begins the songs again.",
          silentEnd,
        ]
      ),
      (
        "all", "for 20m, closing 3",
        [
          "The songs are 4:40 shorter than the session: silence from 15:20 on; "
            + "'repeat on' begins the songs again."
        ]
      ),
      (
        "all", "for open",
        ["The songs end at 15:20; then there is silence. 'repeat on' begins them again."]
      ),
      ("none", "for 20m", [silentEnd]), ("none", "for 20m, closing 1", []),
      ("none", "for open", []),
      (
        "all", "music off",
        ["The music waits, and no length is planned: the session ends with 'finish'."]
      ),
      (
        "none", "settle 10s",
        ["No songs are picked; 'for 20m' makes this a session of silence and bells."]
      ),
      (
        "all", "bells random 4",
        ["Random bells need a length, such as 'for 20m'; there are none without."]
      ),
      (
        "none", "for 4m, bells every 5m",
        ["The bells never come: the session ends at 4:00.", silentEnd]
      ),
      (
        "none", "for 5m, bells every 5m, closing 1",
        ["The bells never come: the session ends at 5:00."]
      ),
      ("all", "bells every 15m", []),
      ("all", "bells every 15m20s", ["The bells never come: the session ends at 15:20."]),
      (
        "all", "bells at 15m 15m19s",
        ["1 of 2 bells never come: the session ends at 15:20."]
      ),
      ("none", "for 5m, bells every 4m", [silentEnd]),
      (
        "none", "for 4m, bells at 3m 5m, closing 1",
        ["1 of 2 bells never come: the session ends at 4:00."]
      ),
      (
        "none", "for 4m, bells at 5m, closing 1",
        ["The bells never come: the session ends at 4:00."]
      ),
    ] as [(String, String, [String])])
  func notes(picks: String, plan: String, notes: [String]) {
    let sit = SitFixture()
    sit.type(picks, plan)
    #expect(sit.notes == notes)
  }

  @Test(
    "bells beside soft music: what raises it, or lowers them",
    arguments: [
      ("closing 1", 20, "'bell volume 45' lowers them"),
      ("closing 1", 6, "'bell volume 80' lowers them"),
      ("closing 1", 5, nil), ("closing 1, bell volume 40", 20, nil),
      ("closing 1, level off", 20, nil),
      ("for songs", 20, nil),
    ] as [(String, Double, String?)])
  func softMusic(plan: String, softness: Double, advice: String?) {
    let sit = SitFixture()
    sit.type("all", plan)
    let notes = Listing(planOf: sit.session, softness: softness, wording: .screen).notes.map(
      \.title)
    let told = notes.first { $0.hasPrefix("The bells are loud") }
    #expect(told.map { $0.contains(advice ?? "no advice") } ?? (advice == nil), "\(notes)")
    if let told { #expect(told.contains("\(Int(softness)) dB softer")) }
  }

  @Test("songs of unknown length are said, unless they repeat or are cut anyway")
  func unknownNotes() {
    let sit = SitFixture([.seconds(60), nil])
    let unknown = "The length of 1 song is unknown, and so is when the music ends."
    sit.type("all", "for 20m")
    #expect(sit.notes == [unknown])
    sit.type("unpick 2")
    #expect(!sit.notes.contains(unknown))
    sit.type("pick 2", "for 30s")
    #expect(sit.notes == ["The songs are longer than the session: the music stops at 0:30."])
    sit.type("for 20m", "repeat on")
    #expect(sit.notes == [])
    sit.type("for songs", "closing 1")
    #expect(sit.notes == ["The songs repeat: the session ends with 'finish'."])
  }
}
