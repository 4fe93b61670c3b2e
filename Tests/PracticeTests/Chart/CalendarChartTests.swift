import Foundation
import Practice
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

  private func count(_ part: String, in text: String) -> Int {
    text.components(separatedBy: part).count - 1
  }

  @Test("has a titled cell for each day of the 53 weeks that end with today's")
  func endingToday() {
    let svg = CalendarChart.svg(of: days, today: today)
    #expect(XMLParser(data: Data(svg.utf8)).parse())
    #expect(count("2026: ", in: svg) + count("2025: ", in: svg) == 52 * 7 + 6 + 1)
    #expect(svg.contains("<title>Friday 20 November 2026: 20 min</title>"))
    #expect(svg.contains("<title>Saturday 21 November 2026: no sit</title>"))
    #expect(svg.contains("<title>Monday 17 November 2025: no sit</title>"))
    #expect(
      svg.contains("<title id=\"title\">Meditation from 17 November 2025 to 21 November 2026<"))
    #expect(
      svg.contains(
        """
        <desc id="desc">2 days with a sit, 25 min in all. The longest was Friday 20 November 2026: \
        20 min.</desc>
        """))
    #expect(svg.contains("prefers-color-scheme: dark"))
    #expect(!svg.contains("<script") && !svg.contains("@import") && !svg.contains("url("))
  }

  @Test("has the months of a given year, and outlines of days to come")
  func calendarYear() {
    let svg = CalendarChart.svg(of: days, year: .calendar(2026), today: today)
    #expect(XMLParser(data: Data(svg.utf8)).parse())
    #expect(count("class=\"open\"", in: svg) == 40)
    #expect(svg.contains("<title>Thursday 31 December 2026</title>"))
    for month in ["Jan", "Jun", "Dec"] { #expect(svg.contains(">\(month)</text>")) }
    let leap = CalendarChart.svg(of: [:], year: .calendar(2024), today: today)
    #expect(leap.contains("<title>Thursday 29 February 2024: no sit</title>"))
    #expect(count("2024: ", in: leap) == 366)
    #expect(leap.contains("<desc id=\"desc\">No day with a sit.</desc>"))
  }
}
