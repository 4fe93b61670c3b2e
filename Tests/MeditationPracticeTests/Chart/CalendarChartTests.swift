import Foundation
import MeditationPractice
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("The picture of a year") struct CalendarChartTests {
  private let today: CivilDate
  private let days: [CivilDate: Duration]

  init() throws {
    today = try #require(CivilDate(year: 2026, month: 11, day: 21))
    days = [
      today.adding(-1): .seconds(1_200), today.adding(-30): .seconds(300),
      today.adding(-3_000): .seconds(9_000),
    ]
  }

  private func svg(
    of days: [CivilDate: Duration], from first: CivilDate? = nil, to last: CivilDate? = nil,
    sitLabel: String? = nil
  ) throws -> String {
    let range = try #require(CalendarChart.Range(from: first, to: last, today: today))
    let svg = CalendarChart(of: days, in: range, today: today, sitLabel: sitLabel).svg
    #expect(XMLParser(data: Data(svg.utf8)).parse())
    return svg
  }

  private func count(_ part: String, in text: String) -> Int {
    text.components(separatedBy: part).count - 1
  }

  @Test("has a titled cell for each day of the 53 weeks that end with today's")
  func endingToday() throws {
    let svg = try svg(of: days)
    // The description and two bars have a date and a time, too.
    #expect(count("2026: ", in: svg) + count("2025: ", in: svg) == 52 * 7 + 6 + 1 + 2)
    #expect(svg.contains("<title>Friday 20 November 2026: 20 min</title>"))
    #expect(svg.contains("<title>Saturday 21 November 2026: no sit</title>"))
    #expect(svg.contains("<title>Monday 17 November 2025: no sit</title>"))
    #expect(
      svg.contains("<title>Meditation from 17 November 2025 to 21 November 2026<"))
    // Two pictures can be on one page.
    #expect(!svg.contains(" id="))
    #expect(
      svg.contains(
        """
        <desc>2 days with a sit, 25 min in all. The longest was Friday 20 November 2026: \
        20 min.</desc>
        """))
    #expect(svg.contains("prefers-color-scheme: dark"))
    #expect(!svg.contains("<script") && !svg.contains("@import") && !svg.contains("url("))
  }

  @Test("names the label of its sits")
  func labelled() throws {
    let svg = try svg(of: days, sitLabel: "<at> dusk & dawn\u{1B}")
    #expect(svg.contains(" to 21 November 2026, label: &lt;at> dusk &amp; dawn</title>"))
  }

  @Test("has the months of a given year, and outlines of days to come")
  func calendarYear() throws {
    func date(_ year: Int, _ month: Int, _ day: Int) -> CivilDate? {
      CivilDate(year: year, month: month, day: day)
    }
    let svg = try svg(of: days, from: date(2026, 1, 1), to: date(2026, 12, 31))
    #expect(svg.contains("<title>Meditation in 2026</title>"))
    #expect(count("class=\"open\"", in: svg) == 40)
    #expect(svg.contains("<title>Thursday 31 December 2026</title>"))
    for month in ["Jan", "Jun", "Dec"] { #expect(svg.contains(">\(month)</text>")) }
    let leap = try self.svg(of: [:], from: date(2024, 1, 1), to: date(2024, 12, 31))
    #expect(leap.contains("<title>Thursday 29 February 2024: no sit</title>"))
    #expect(count("2024: ", in: leap) == 366)
    #expect(leap.contains("<desc>No day with a sit.</desc>"))
    #expect(!leap.contains("Each week"))
  }

  @Test("has a bar for each week with a sit, of the days in its range alone")
  func bars() throws {
    let monday = today.monday
    let days = [
      monday.adding(-8): Duration.seconds(3_000), monday.adding(-7): .seconds(600),
      monday.adding(-1): .seconds(1_200), monday: .seconds(3_600), today: .seconds(1_800),
    ]
    let svg = try svg(of: days, from: monday.adding(-7), to: today)
    #expect(count("Week of", in: svg) == 2)
    for part in [
      "height=\"19\" rx=\"2\" class=\"l3\" fill=\"#2f8560\"><title>Week of 9 November 2026: 30 min<",
      "height=\"56\" rx=\"2\" class=\"l3\" fill=\"#2f8560\"><title>Week of 16 November 2026: "
        + "1 h 30 min<",
      ">Each week, up to 1 h 30 min</text>", "4 days with a sit, 2 h in all.",
      "<title>Meditation from 9 November 2026 to 21 November 2026</title>",
    ] {
      #expect(svg.contains(part), "\(part)")
    }
  }

  @Test("is of ten years at most, and of a day at least")
  func ranges() throws {
    #expect(CalendarChart.Range(from: today.adding(-3_660), today: today) == nil)
    #expect(CalendarChart.Range(from: today.adding(-3_650), today: today) != nil)
    #expect(CalendarChart.Range(from: today, to: today.adding(-1), today: today) == nil)
    #expect(try count("2026: ", in: svg(of: [:], from: today)) == 1)
    #expect(try count("class=\"open\"", in: svg(of: [:], from: today.adding(3))) == 1)
  }
}
