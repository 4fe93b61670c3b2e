import Practice
import Testing

@testable import Screens

@Suite("The totals in sentences") struct TotalsTextTests {
  @Test("a day without a sit is still open, and a single day is no streak")
  func streaks() {
    #expect(
      PracticeTotals.november(15, 16, 17).streakText
        == "3 days in a row up to yesterday; today is still open.")
    #expect(PracticeTotals.november(16, 17, 18).streakText == "3 days in a row.")
    #expect(PracticeTotals.november(18).streakText == nil)
    #expect(PracticeTotals.november(10).streakText == nil)
    #expect(
      PracticeTotals.november(17, 18).todayText(wording: .screen)
        == "Today 20 min, 2 days in a row.")
    #expect(PracticeTotals.november(18, 18).todayText(wording: .aloud(.clock)) == "Today 40:00.")
    #expect(PracticeTotals.november(17).todayText(wording: .screen) == nil)
  }
}
