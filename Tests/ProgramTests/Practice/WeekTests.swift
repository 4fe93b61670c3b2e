import Foundation
import MeditationTestSupport
import SystemPackage
import Testing

/// A week of sits, in every form in which it is shown, at a fixed time.
///
/// faketime sets the clock of the program, and lets it run.
@Suite("A week of sits", .waiting, .needs("faketime"))
struct WeekTests {
  private static let rows = [
    #"2026-11-14T21:00:00+01:00,0:20:00,0:20:00,completed,Evening,"for 20m, closing 3","Rain; Waves","#,
    "2026-11-15T07:30:00+01:00,0:10:00,0:10:00,completed,,for 10m,,calm",
    #"2026-11-16T21:04:00+01:00,0:20:00,0:12:30,left,Evening,"for 20m, closing 3",Rain,"#,
    #"2026-11-17T02:10:00+01:00,,1:05:00,stopped,,for open,,"late, awake""#,
    #"2026-11-18T21:00:00+01:00,0:20:00,0:00:40,left,Evening,"for 20m, closing 3",,"#,
    #"2026-11-19T21:00:00+01:00,0:20:00,0:19:30,interrupted,Evening,for 20m,Rain,'=1+1"#,
    "2026-11-20T08:00:00+01:00,0:45:00,0:45:00,completed,Morning,for 45m,,",
    #"2026-11-20T21:04:00+01:00,0:20:00,0:20:00,completed,evening,for 20m,"Rain; Waves","#,
  ]

  /// `env` and `faketime` with a Friday evening in Berlin.
  private static let clock = ["TZ=Europe/Berlin", "faketime", "-f", "@2026-11-20 22:30:00"]

  private func workspace() throws -> Workspace {
    let workspace = try Workspace()
    try workspace.importSits(Self.rows)
    return workspace
  }

  private func journal(_ workspace: Workspace, _ options: String...) throws -> String {
    let words = Self.clock + [try Meditate.path.string, "journal"] + options
    return try workspace.ask("env", words)
  }

  @Test("in plain words")
  func plain() throws {
    #expect(
      try journal(workspace()) == """
        8 sits
        1 completed: Today 21:04, evening, 20:00
        2 completed: Today 08:00, Morning, 45:00
        3 interrupted: Yesterday 21:00, Evening, 19:30, note: =1+1
        4 left: Wednesday 21:00, Evening, under a minute, not counted
        5 stopped: Tuesday 02:10, silence, 1:05:00, note: late, awake
        6 left: Monday 21:04, Evening, 12:30
        7 completed: Sunday 07:30, silence, 10:00, note: calm
        8 completed: Saturday 21:00, Evening, 20:00
        This week 5 sits, 2:42:00; this month 7 sits, 3:12:00; in all 7 sits, 3:12:00.
        2 days in a row. The longest streak was 3 days.
        In the last 12 weeks: 5 days with a sit, 3:12:00; the longest day was 16 Nov, 1:17:30.
        Days with a sit in each of these weeks, the oldest first: 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 3.

        """)
  }

  @Test("with dates, the totals are those of their range")
  func range() throws {
    let workspace = try workspace()
    let dates = ["--since", "2026-11-16", "--until", "2026-11-17"]
    let text = try journal(workspace, dates[0], dates[1], dates[2], dates[3])
    #expect(text.hasSuffix("\nFrom 16 Nov to 17 Nov: 2 sits, 1:17:30.\n"))
    #expect(!text.contains("This week"))
    #expect(
      try journal(workspace, "5", "--since", "7d").hasSuffix(
        "\nSince 13 Nov: 7 sits, 3:12:00.\n"))
    #expect(
      try journal(workspace, dates[0], dates[1], dates[2], dates[3], "--format", "json")
        .contains(#""range":{"sat":4650,"sits":2}"#))
  }

  @Test("as a table, which is the imported one")
  func table() throws {
    let workspace = try workspace()
    let lines = try journal(workspace, "--format", "csv").split(whereSeparator: \.isNewline)
    // No sit has a mark or a label, in the last columns.
    #expect(lines.dropFirst().reversed().map(String.init) == Self.rows.map { $0 + ",," })
    let week = try journal(
      workspace, "--format", "csv", "--since", "2026-11-16", "--until", "yesterday")
    #expect(week.split(whereSeparator: \.isNewline).count == 5)
  }

  @Test("as JSON, valid by the schema", .needs("python3"))
  func json() throws {
    let workspace = try workspace()
    let text = try journal(workspace, "--format", "json")
    for part in [
      #""all":{"sat":11520,"sits":7}"#, #""month":{"sat":11520,"sits":7}"#,
      #""week":{"sat":9720,"sits":5}"#, #""streak":2,"today":"2026-11-20""#,
      // Two o'clock on Tuesday belongs to Monday.
      #"{"date":"2026-11-16","sat":4650},{"date":"2026-11-19","sat":1170}"#,
      #""now":"2026-11-20T22:30:0"#,
    ] {
      #expect(text.contains(part), "\(text)")
    }
    try workspace.write("week.json", text)
    let validate = Repository.path("Samples/JSON/validate")
    try workspace.run("sh", ["-c", "python3 '\(validate)' < week.json"])
  }

  @Test("as a picture")
  func picture() throws {
    let workspace = try workspace()
    #expect(try journal(workspace, "--chart", "year.svg") == "")
    let picture = try workspace.text("year.svg")
    for part in [
      "<title>Meditation from 17 November 2025 to 20 November 2026</title>",
      "5 days with a sit, 3 h 12 min in all. The longest was Monday 16 November 2026: 1 h 17 min.",
      "<title>Monday 16 November 2026: 1 h 17 min</title>",
      "<title>Tuesday 17 November 2026: no sit</title>",
      "<title>Friday 20 November 2026: 1 h 5 min</title>",
    ] {
      #expect(picture.contains(part), "\(part)")
    }
  }

  @Test("a picture of a range has its days, and a bar for each of its weeks")
  func pictureOfRange() throws {
    let workspace = try workspace()
    let dates = ["--since", "2026-11-14", "--until", "2026-11-19"]
    _ = try journal(
      workspace, "--chart", "week.svg", dates[0], dates[1], dates[2], dates[3])
    let picture = try workspace.text("week.svg")
    for part in [
      "<title>Meditation from 14 November 2026 to 19 November 2026</title>",
      "4 days with a sit, 2 h 7 min in all.",
      "<title>Week of 9 November 2026: 30 min</title>",
      "<title>Week of 16 November 2026: 1 h 37 min</title>",
    ] {
      #expect(picture.contains(part), "\(part)")
    }
    #expect(!picture.contains("20 November 2026"))
    let early = try workspace.meditate("journal", "--chart", "-", "--since", "2001-01-01", code: 64)
    #expect(early.warnings == ["--chart draws ten years at most; give a later --since."])
  }

  @Test("months and years")
  func months() throws {
    let workspace = try workspace()
    #expect(
      try journal(workspace, "--totals") == """
        Totals of 1 month
        2026: 7 sits, 3:12:00
        Nov 2026: 7 sits, 3:12:00
        This week 5 sits, 2:42:00; this month 7 sits, 3:12:00; in all 7 sits, 3:12:00.
        2 days in a row. The longest streak was 3 days.

        """)
    #expect(
      try journal(workspace, "--totals", "--until", "2026-11-15")
        == "Totals of 1 month\n2026: 2 sits, 30:00\nNov 2026: 2 sits, 30:00\n"
        + "Until 15 Nov: 2 sits, 30:00.\n")
    #expect(
      try journal(workspace, "--totals", "--format", "json").contains(
        #""months":[{"month":11,"sat":11520,"sits":7,"year":2026}]"#))
    for words in [["3"], ["--format", "csv"]] {
      let refused = try workspace.meditate(["journal", "--totals"] + words, code: 64)
      #expect(
        refused.warnings
          == ["--totals lists months and years, not rows of sits, a table or a calendar."])
    }
  }

  @Test("streaks as they are wanted: none, or with a day of rest in each week")
  func streaks() throws {
    let workspace = try workspace()
    try workspace.write(".config/meditate/config", "streak = off\n")
    #expect(try !journal(workspace).contains("in a row"))
    let json = try journal(workspace, "--format", "json")
    #expect(json.contains(#""longestStreak":null"#) && json.contains(#""streak":null"#))
    // Two days without a sit were in this week.
    #expect(try journal(workspace, "--streak", "on").contains("\n2 days in a row. The longest "))
    let goal = try journal(workspace, "--goal", "5 sits a week", "--format", "json")
    #expect(goal.contains(#""goal":{"done":5,"of":5,"per":"week","unit":"sits"}"#))
  }

  @Test("on a terminal", .needs("faketime", "tmux"))
  func live() throws {
    let workspace = try workspace()
    let words = (["env"] + Self.clock).map { "'\($0)'" }.joined(separator: " ")
    let terminal = try Terminal(
      in: workspace, rows: 40, running: words + " " + Terminal.program(["--driver", "null"]))
    try terminal.waitForPrompt()
    try terminal.ask("journal")
    #expect(
      try terminal.screen == """
        Meditation
        This week  Mo█ Tu· We· Th▄ Fr█ Sa  Su   5 sits, 2 h 42 min
        2 days in a row.
        'sit 20m' begins a sit; 'pick' opens your music, 'again' repeats the last
        session. Also 'sets', 'journal', 'settings', 'help'.
        > journal
        Journal
             1  Today 21:04      evening    20:00  completed
             2  Today 08:00      Morning    45:00  completed
             3  Yesterday 21:00  Evening    19:30  interrupted
                =1+1
             4  Wednesday 21:00  Evening     0:40  not counted
             5  Tuesday 02:10    silence  1:05:00  stopped
                late, awake
             6  Monday 21:04     Evening    12:30  left
             7  Sunday 07:30     silence    10:00  completed
                calm
             8  Saturday 21:00   Evening    20:00  completed
        This week 5 sits, 2 h 42 min; this month 7 sits, 3 h 12 min; in all 7 sits, 3 h
        12 min.
        2 days in a row. The longest streak was 3 days.
             Sep     Oct     Nov
        Mon  · · · · · · · · · · · █
        Tue  · · · · · · · · · · · ·
        Wed  · · · · · · · · · · · ·
        Thu  · · · · · · · · · · · ▄
        Fri  · · · · · · · · · · · █
        Sat  · · · · · · · · · · ▆
        Sun  · · · · · · · · · · ▄
             · 0  ▂ 1+  ▄ 10+  ▆ 20+  █ 40+ min
        >
        """)
  }
}
