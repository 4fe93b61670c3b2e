import MeditationPractice
import Testing

@Suite("The strip of twelve weeks") struct DayGridTests {
  private let minute = Duration.seconds(60)

  @Test("has twelve weeks that end with today's, and nothing of days to come")
  func shape() throws {
    // A Saturday.
    let today = try #require(CivilDate(year: 2026, month: 11, day: 21))
    let days = [
      today: minute, today.adding(-1): minute * 40, today.adding(-82): minute * 10,
      today.adding(-83): minute * 20, today.adding(1): minute,
    ]
    let grid = DayGrid(of: days, today: today)
    #expect(grid.weeks.count == 12)
    #expect(grid.weeks.allSatisfy { $0.levels.count == 7 && $0.monday.weekday == 1 })
    #expect(grid.weeks.last?.monday == CivilDate(year: 2026, month: 11, day: 16))
    #expect(grid.weeks.last?.levels == [0, 0, 0, 0, 4, 1, nil])
    #expect(grid.weeks.first?.monday == CivilDate(year: 2026, month: 8, day: 31))
    #expect(grid.weeks.first?.levels == [2, 0, 0, 0, 0, 0, 0])
    let levels = grid.weeks.flatMap(\.levels)
    #expect(levels.count { $0 == nil } == 1 && levels.count { $0 == 0 } == 80)
  }

  @Test(
    "has levels that double",
    arguments: [
      (0, 0), (1, 1), (599, 1), (600, 2), (1_199, 2), (1_200, 3), (2_399, 3), (2_400, 4),
      (86_400, 4),
    ])
  func levels(seconds: Int, level: Int) {
    #expect(DayGrid.level(of: .seconds(seconds)) == level)
  }
}
