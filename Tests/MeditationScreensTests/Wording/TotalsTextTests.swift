import MeditationPractice
import MeditationText
import Testing

@testable import MeditationScreens

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

  @Test("the longest streak is told beside a shorter one")
  func longest() {
    #expect(
      PracticeTotals.november(2, 3, 4, 17, 18).streaksText
        == "2 days in a row. The longest streak was 3 days.")
    #expect(
      PracticeTotals.november(2, 3, 18).streaksText == "The longest streak was 2 days.")
    #expect(PracticeTotals.november(2, 3, 17, 18).streaksText == "2 days in a row.")
    #expect(PracticeTotals.november(2, 4, 18).streaksText == nil)
  }

  @Test("a day of rest can be yesterday; without streaks, none is told")
  func rules() {
    #expect(
      PracticeTotals.november(15, 16, rule: .forgiving).streakText
        == "2 days in a row; today is still open.")
    #expect(
      PracticeTotals.november(15, 16, 17, rule: .forgiving).streakText
        == "3 days in a row up to yesterday; today is still open.")
    let off = PracticeTotals.november(2, 3, 4, 17, 18, rule: .off)
    #expect(off.streakText == nil && off.streaksText == nil)
    #expect(off.todayText(wording: .screen) == "Today 20 min.")
  }

  @Test("a goal is told on the way to it, and once it is reached; not if nothing was sat")
  func goal() {
    let day = PracticeGoal.minutesADay(30)
    #expect(PracticeTotals.november(18, goal: day).goalText == "20 of 30 minutes today.")
    #expect(
      PracticeTotals.november(17, 18, goal: day).todayText(wording: .screen)
        == "20 of 30 minutes today, 2 days in a row.")
    #expect(
      PracticeTotals.november(18, 18, goal: day).goalText
        == "The goal of 30 minutes today is reached.")
    #expect(
      PracticeTotals.november(17, 18, 18, goal: day).todayText(wording: .screen)
        == "Today 40 min, 2 days in a row. The goal of 30 minutes today is reached.")
    #expect(PracticeTotals.november(17, goal: day).goalText == nil)
    let week = PracticeGoal.sitsAWeek(2)
    #expect(PracticeTotals.november(15, goal: week).goalText == nil)
    #expect(
      PracticeTotals.november(18, goal: week).todayText(wording: .screen)
        == "Today 20 min. 1 of 2 sits this week.")
    #expect(
      PracticeTotals.november(16, 18, 18, goal: week).goalText
        == "The goal of 2 sits this week is reached.")
    let minutes = PracticeGoal.minutesAWeek(60)
    #expect(
      PracticeTotals.november(16, 18, goal: minutes).goalText == "40 of 60 minutes this week.")
    #expect(
      PracticeTotals.november(16, 18, goal: minutes).todayText(wording: .screen)
        == "Today 20 min. 40 of 60 minutes this week.")
    #expect(PracticeTotals.november(18).goalText == nil)
  }
}
