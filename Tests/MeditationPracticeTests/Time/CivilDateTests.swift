import MeditationPractice
import Testing

@Suite("A date") struct CivilDateTests {
  @Test(
    "days and dates are each other's inverse",
    arguments: [-719_162, -1, 0, 59, 60, 10_957, 20_778, 2_932_896])
  func inverse(day: Int) {
    #expect(CivilDate(dayNumber: day).dayNumber == day)
  }

  /// From Python's `datetime.date`.
  @Test(
    "has the number and the weekday that it has elsewhere",
    arguments: [
      (1, 1, 1, -719_162, 1),
      (1582, 10, 15, -141_427, 5),
      (1600, 2, 29, -135_081, 2),
      (1899, 12, 31, -25_568, 7),
      (1900, 3, 1, -25_508, 4),
      (1969, 12, 31, -1, 3),
      (1970, 1, 1, 0, 4),
      (1999, 12, 31, 10_956, 5),
      (2000, 2, 29, 11_016, 2),
      (2001, 9, 9, 11_574, 7),
      (2024, 2, 29, 19_782, 4),
      (2025, 12, 29, 20_451, 1),
      (2026, 3, 29, 20_541, 7),
      (2026, 11, 21, 20_778, 6),
      (2100, 2, 28, 47_540, 7),
      (9999, 12, 31, 2_932_896, 5),
    ] as [(Int, Int, Int, Int, Int)])
  func table(year: Int, month: Int, day: Int, number: Int, weekday: Int) throws {
    let date = try #require(CivilDate(year: year, month: month, day: day))
    #expect(date.dayNumber == number && date.weekday == weekday)
    #expect(CivilDate(dayNumber: number) == date)
    #expect(date.monday.weekday == 1 && (0..<7).contains(number - date.monday.dayNumber))
  }

  @Test("each day of 400 years follows the one before")
  func sequence() {
    var date = CivilDate(dayNumber: -25_567)
    for number in -25_566..<120_530 {
      let next = CivilDate(dayNumber: number)
      #expect(next > date && next.weekday == date.weekday % 7 + 1)
      #expect(
        next.day == date.day + 1 || (next.day == 1 && next.month == date.month % 12 + 1))
      date = next
    }
  }

  @Test(
    "that does not exist is refused",
    arguments: [
      (2026, 2, 29), (1900, 2, 29), (2100, 2, 29), (2026, 4, 31), (2026, 13, 1), (2026, 0, 1),
      (2026, 1, 0), (2026, 1, 32), (0, 1, 1), (10_000, 1, 1),
    ])
  func refused(year: Int, month: Int, day: Int) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
  }
}
