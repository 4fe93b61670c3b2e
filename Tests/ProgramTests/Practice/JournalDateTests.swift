import MeditationLanguage
import MeditationPractice
import MeditationText
import Testing

@testable import meditate

/// Dates on the command line.
@Suite("Dates of the journal")
struct JournalDateTests {
  @Test(
    "a date is written in full, or seen from today",
    arguments: [
      ("2026-11-03", 2026, 11, 3), ("today", 2024, 3, 1), ("Yesterday", 2024, 2, 29),
      ("3 Nov", 2023, 11, 3), ("29 february", 2024, 2, 29), ("1 mar", 2024, 3, 1),
      ("2 Mar", 2023, 3, 2), ("30 SEPT 2022", 2022, 9, 30),
      ("0d", 2024, 3, 1), ("7d", 2024, 2, 23), ("366D", 2023, 3, 1), ("2024-02-29", 2024, 2, 29),
    ])
  func dates(text: String, year: Int, month: Int, day: Int) throws {
    let today = try #require(CivilDate(year: 2024, month: 3, day: 1))
    let date = try #require(PastDay(text)).date(asOf: today)
    #expect(date == CivilDate(year: year, month: month, day: day))
  }

  @Test(
    "another word is refused",
    arguments: [
      "", "3", "2026-11", "2026-2-3", "2023-02-29", "2026-13-01", "0000-01-01", "d", "-1d", "7days",
      "11/03/2026", "3 No", "Nov 3", "3", "32 Nov", "30 Feb", "29 Feb 2023", "3 Nov 26",
      "3 Nov 2026 x", "99999999999999999999d", "20260-1-03", "٧d",
    ])
  func wrong(text: String) {
    #expect(throws: SettingProblem.self) { try JournalCommand.day(typed: text) }
  }

  @Test(
    "a day begins at a time of day",
    arguments: [("4", "04:00"), ("0:00", "00:00"), ("04:30", "04:30"), ("23:59", "23:59")])
  func dayStart(text: String, shown: String) throws {
    #expect(try DayStart(typed: text).description == shown)
  }

  @Test(
    "a goal is minutes a day or a week, or sits a week",
    arguments: [
      ("20m", "20m"), ("20", "20m"), ("20 min", "20m"), ("20M a day", "20m"), ("1h30m", "90m"),
      ("24h", "1440m"), ("150m a week", "150m a week"), ("168h A Week", "10080m a week"),
      ("0:20:00", "20m"), ("5 sits", "5 sits"), ("1 sit", "1 sit"), ("3 Sits a Week", "3 sits"),
      ("999 sits", "999 sits"), ("off", "off"), ("OFF", "off"),
    ])
  func goal(text: String, shown: String) throws {
    let goal = try GoalOption(typed: text)
    #expect(goal.description == shown)
    // A shown goal can be typed.
    #expect(try GoalOption(typed: shown) == goal)
  }

  @Test(
    "a goal of another form is refused",
    arguments: [
      "", " ", "0", "0m", "-5m", "90s", "20.5m", "24h1m", "1000h", "0 sits", "1000 sits",
      "5sits", "sits", "5 sits a day", "168h1m a week", "a week", "a day", "5 sits a week long",
      "٣ sits",
      "99999999999999999999 sits", "on",
    ])
  func wrongGoal(text: String) {
    #expect(throws: SettingProblem.self) { try GoalOption(typed: text) }
  }

  @Test(
    "a time of another form is refused", arguments: ["", ":", "4:3", "24", "4:60", "4h", "004"])
  func wrongDayStart(text: String) {
    #expect(throws: SettingProblem.self) { try DayStart(typed: text) }
  }
}
