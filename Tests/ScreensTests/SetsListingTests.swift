import Practice
import Score
import Testing

@testable import Screens

@Suite("The rows of sets and of home") struct SetRowTests {
  private static func set(
    _ name: String = "Evening", songs: Int = 4, known: Int = 720, isMore: Bool = false,
    plan: Plan? = Plan(), lastSat: Moment? = nil
  ) throws -> SetSummary {
    SetSummary(
      name: try SetName(name), songCount: songs,
      length: TimeLeft(known: .seconds(known), isMore: isMore), plan: plan, lastSat: lastSat)
  }

  private static func plan(_ length: Plan.Length) -> Plan {
    var plan = Plan()
    plan.length = length
    return plan
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
        try Self.set(plan: nil), "4 songs, 12:00, its plan cannot be read",
        "4 songs, 12:00, its plan cannot be read"
      ),
    ]
    for set in sets {
      let row = SetRow(set.set, number: 1, now: .wednesday, wording: .screen)
      #expect(row.message == set.live)
      #expect(row.style == (set.set.plan == nil ? .warning : .plain))
      #expect(
        SetRow(set.set, number: 1, now: .wednesday, wording: .aloud(.clock)).message == set.words)
    }
  }

  @Test("when it was last sat")
  func lastSat() throws {
    let set = try Self.set(lastSat: .at(2026, 11, 17, 21, 4))
    let row = SetRow(set, number: 2, now: .wednesday, wording: .screen)
    #expect(row.number == 2)
    #expect(row.title == "Evening")
    #expect(row.detail == "sat yesterday 21:04")
    #expect(
      SetRow(set, number: 2, now: .wednesday, wording: .aloud(.clock)).detail
        == "last sat yesterday 21:04")
    let never = try Self.set()
    #expect(SetRow(never, number: 1, now: .wednesday, wording: .screen).detail == "")
    #expect(
      SetRow(never, number: 1, now: .wednesday, wording: .aloud(.clock)).detail == "never sat")
  }

  @Test("sets are numbered; a file that cannot be read is a warning; none says how to save one")
  func sets() throws {
    let page = SetsPage(
      sets: [try Self.set(), try Self.set("Night")],
      problems: [.file("Odd", reason: "it is a folder")], now: .wednesday)
    let listing = SetsListing(page, wording: .screen)
    #expect(listing.heading == "Sets")
    #expect(SetsListing(page, wording: .aloud(.clock)).heading == "2 sets")
    #expect(listing.rows.map(\.number) == [1, 2])
    #expect(
      listing.notes[0] == NoteRow("The set 'Odd' cannot be used: it is a folder.", as: .warning))
    #expect(
      SetsListing(SetsPage(sets: [], now: .wednesday), wording: .screen).notes == [
        NoteRow(
          "No sets yet. Pick songs or plan a length; then 'save NAME' keeps them as a set.",
          as: .muted)
      ])
  }

  @Test("home: sets, this week, what can be resumed, and what to do")
  func home() throws {
    var sit = Sit(began: .at(2026, 11, 17, 21, 4), planned: .seconds(1_200))
    (sit.end, sit.sat) = (.interrupted, .seconds(750))
    let page = HomePage(
      sets: SetsPage(sets: [try Self.set()], now: .wednesday), totals: .november(14, 16, 16, 18),
      resumable: sit, hasLatest: true)
    let listing = HomeListing(page, wording: .screen)
    #expect(listing.heading == "Meditation")
    #expect(listing.rows.map(\.title) == ["Evening"])
    #expect(
      listing.notes.map(\.title) == [
        "This week  Mo█ Tu· We▆ Th  Fr  Sa  Su   3 sits, 1 h",
        "Yesterday's sit was interrupted at 12:30 of 20:00; 'resume' continues it.",
        "A number sits that set; 'pick' opens your music, 'again' repeats the last session. "
          + "Also 'sets', 'journal', 'settings', 'help'.",
      ])
    #expect(
      HomeListing(page, wording: .aloud(.clock)).notes[0].title
        == "This week: sat on Monday and today; 3 sits, 1:00:00.")
  }

  @Test("home without a journal, without sets, and at the beginning of a week")
  func bare() throws {
    let page = HomePage(
      sets: SetsPage(sets: [], now: .wednesday), totals: nil, resumable: nil, hasLatest: false)
    #expect(
      HomeListing(page, wording: .screen).notes == [
        NoteRow(
          "'sit 20m' begins a sit; 'pick' opens your music. "
            + "Also 'sets', 'journal', 'settings', 'help'.", as: .muted)
      ])
    #expect(WeekStrip(.november()).text(wording: .screen) == nil)
    #expect(WeekStrip(.november(15)).text(wording: .aloud(.clock)) == "This week: no sits yet.")
    #expect(
      WeekStrip(.november(15)).text(wording: .screen)
        == "This week  Mo· Tu· We· Th  Fr  Sa  Su   0 sits")
    #expect(
      WeekStrip(.november(18)).text(wording: .aloud(.clock))
        == "This week: sat today; 1 sit, 20:00.")
    #expect(
      WeekStrip(.november(16, 17, 18)).text(wording: .aloud(.clock))
        == "This week: sat on Monday, Tuesday and today; 3 sits, 1:00:00.")
  }
}
