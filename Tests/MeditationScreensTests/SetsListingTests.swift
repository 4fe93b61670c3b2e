import MeditationCore
import MeditationPlan
import MeditationPractice
import MeditationText
import Testing

@testable import MeditationScreens

@Suite("The screen of the sets") struct SetsListingTests {
  private static func set(
    _ name: String = "Evening", songs: Int = 4, known: Int = 720, isMore: Bool = false,
    plan: StoredPlan = .none, lastSat: Moment? = nil
  ) throws -> SetSummary {
    SetSummary(
      name: try SetName(name), songCount: songs,
      length: TimeLeft(known: .seconds(known), isMore: isMore), plan: plan, lastSat: lastSat)
  }

  private static func plan(_ length: Plan.Length) -> StoredPlan {
    var plan = Plan()
    plan.length = length
    return StoredPlan(plan)
  }

  @Test("songs, their length, and the plan's")
  func contents() throws {
    let twenty = Self.plan(.time(.seconds(1_200)))
    let sets: [(set: SetSummary, live: String, words: String)] = [
      (try Self.set(), "4 songs, 12:00", "4 songs, 12:00"),
      (try Self.set(songs: 1, isMore: true), "1 song, 12:00 and more", "1 song, 12:00 and more"),
      (try Self.set(known: 0, isMore: true), "4 songs, unknown length", "4 songs, unknown length"),
      (try Self.set(plan: twenty), "4 songs, 12:00, for 20m", "4 songs, 12:00, for 20:00"),
      (try Self.set(songs: 0, known: 0, plan: twenty), "silence, for 20m", "silence, for 20:00"),
      (try Self.set(plan: Self.plan(.open)), "4 songs, 12:00, open", "4 songs, 12:00, open"),
      (
        try Self.set(plan: StoredPlan("chimes 3")),
        "4 songs, 12:00, its plan is not valid: 'chimes' does not belong in a plan. Did you mean 'bells'?",
        "4 songs, 12:00, its plan is not valid: 'chimes' does not belong in a plan. Did you mean 'bells'?"
      ),
    ]
    for set in sets {
      let row = Row(set.set, number: 1, now: .wednesday, wording: .screen)
      #expect(row.message == set.live)
      #expect(row.style == (set.set.plan.plan == nil ? .warning : .plain))
      #expect(
        Row(set.set, number: 1, now: .wednesday, wording: .aloud(.clock)).message == set.words)
    }
  }

  @Test("when it was last sat")
  func lastSat() throws {
    let set = try Self.set(lastSat: .at(2026, 11, 17, 21, 4))
    let row = Row(set, number: 2, now: .wednesday, wording: .screen)
    #expect(row.number == 2)
    #expect(row.title == "Evening")
    #expect(row.detail == "sat yesterday 21:04")
    #expect(
      Row(set, number: 2, now: .wednesday, wording: .aloud(.clock)).detail
        == "last sat yesterday 21:04")
    let never = try Self.set()
    #expect(Row(never, number: 1, now: .wednesday, wording: .screen).detail == "")
    #expect(
      Row(never, number: 1, now: .wednesday, wording: .aloud(.clock)).detail == "never sat")
  }

  @Test("sets are numbered; a file that cannot be read is a warning; none says how to save one")
  func sets() throws {
    let problem = SetProblem.file("Odd", reason: "it is a folder")
    let page = SetsPage(
      sets: [try Self.set(), try Self.set("Night")], problems: [problem], now: .wednesday)
    let listing = Listing(page, wording: .screen)
    #expect(listing.heading == "Sets")
    #expect(Listing(page, wording: .aloud(.clock)).heading == "2 sets")
    #expect(listing.rows.map(\.number) == [1, 2])
    #expect(listing.notes[0] == Row(problem.text, as: .warning))
    #expect(
      Listing(SetsPage(sets: [], now: .wednesday), wording: .screen).notes == [
        Row(
          "No sets yet. Pick songs or plan a length; then 'save NAME' keeps them as a set.",
          as: .muted)
      ])
  }
}
