import Testing

@testable import MeditationPractice

@Suite("Totals and streaks") struct PracticeTotalsTests {
  private static let hour: Int64 = 3_600_000
  private static let day = 24 * hour
  /// 2026-11-21 12:00 UTC, a Saturday.
  private let now = Moment(milliseconds: 1_795_262_400_000, offset: 0)

  private func sit(_ hours: Double, offset: Int = 0, seconds: Int = 1_200) -> SatTime {
    let began = now.milliseconds + Int64(hours * Double(Self.hour))
    return SatTime(began: Moment(milliseconds: began, offset: offset), sat: .seconds(seconds))
  }

  private func totals(
    _ sits: [SatTime], now: Moment? = nil, dayStart: Int = 4, rule: StreakRule = .on,
    goal: PracticeGoal? = nil
  ) -> PracticeTotals {
    PracticeTotals(
      of: sits, now: now ?? self.now, dayStart: .seconds(dayStart * 3_600), rule: rule, goal: goal)
  }

  /// The totals of sits on the days of `marks`, the last of which is today, a Saturday: `x` is a sit.
  private func totals(_ marks: String, rule: StreakRule) -> PracticeTotals {
    let sits = marks.reversed().enumerated().filter { $0.element == "x" }
    return totals(sits.map { sit(Double(-24 * $0.offset)) }, rule: rule)
  }

  @Test("this week begins on Monday, this month on the first, each at 04:00")
  func tallies() {
    // Monday the 16th at 04:00 is 128 hours back, the first at 04:00 is 488 hours back.
    let totals = totals([sit(0), sit(-128), sit(-128.5), sit(-488), sit(-488.5), sit(-9_000)])
    #expect(totals.week.count == 2 && totals.week.sat == .seconds(2_400))
    #expect(totals.month.count == 4 && totals.all.count == 6)
    #expect(totals.all.sat == .seconds(7_200))
  }

  @Test(
    "a streak goes on until yesterday",
    arguments: [
      ([0.0, -24, -48], 3), ([-24, -48], 2), ([-48], 0), ([0, -48], 1), ([], 0), ([0, 0, -24], 2),
      // 03:30 belongs to the day before, 04:00 to its own.
      ([-8.5, -32], 1), ([-8.5, -32.5], 2), ([-8, -32.5], 1), ([-8, -32], 2), ([0, -8.5], 2),
    ] as [([Double], Int)])
  func streak(hours: [Double], days: Int) {
    #expect(totals(hours.map { sit($0) }).streak == days)
  }

  @Test(
    "the longest streak is the current one or an earlier one; days to come are in none",
    arguments: [
      ("", 0, 0), ("x", 1, 1), ("xxx.xx", 2, 3), ("xxx.xx.", 2, 3), ("xx.xxx", 3, 3),
      ("xxx.xx..", 0, 3), ("xxx............", 0, 3),
    ])
  func longestStreak(marks: String, current: Int, longest: Int) {
    let totals = totals(marks, rule: .on)
    #expect(totals.streak == current && totals.longestStreak == longest)
    let future = self.totals((0..<40).map { sit(24 * Double($0)) })
    #expect(future.streak == 1 && future.longestStreak == 1)
  }

  @Test(
    "forgiving: one day of rest from Monday to Sunday ends no streak, and is not counted",
    arguments: [
      // Weeks end after a bar, which stands for no day. Today is Saturday, and open in some.
      ("x", 1, 1), ("xx.xxx", 5, 5), ("xx.xx.", 4, 4), ("xx.x.x", 2, 3), ("xx.x..", 1, 3),
      ("x..xxx", 3, 3), ("xxxxxx.|xx.xxx", 11, 11), ("xxxxxx.|.xxxxx", 11, 11),
      ("xxxxx..|xxxxxx", 6, 6), ("xxxxxx.|..xxxx", 4, 6), ("x.xxxxx|x.xxxxx|x.xxx.", 16, 16),
      ("xxx.x.x|xxxxxx", 8, 8), ("x......|......x|xxxxxx", 7, 7), ("xxxx...|......", 0, 4),
      ("xxxxxxx|xxxx..", 11, 11), ("xxxxxxx|xxx...", 0, 10),
    ])
  func forgiving(marks: String, current: Int, longest: Int) {
    let totals = totals(marks.filter { $0 != "|" }, rule: .forgiving)
    #expect(totals.streak == current && totals.longestStreak == longest)
  }

  @Test("a long streak is the same however it is counted")
  func everyDay() {
    let marks = String(repeating: "x", count: 1_000)
    #expect(totals(marks, rule: .on).streak == 1_000)
    #expect(totals(marks, rule: .forgiving).longestStreak == 1_000)
  }

  @Test("no streak is counted where none is wanted")
  func noStreak() {
    let totals = totals("xxx", rule: .off)
    #expect(totals.streak == nil && totals.longestStreak == nil)
    #expect(totals.all.count == 3)
  }

  @Test("what was done for a goal is of today, or of the week since Monday at 04:00")
  func goal() {
    let sits = [sit(0, seconds: 100), sit(-1, seconds: 100), sit(-24), sit(-128), sit(-128.5)]
    #expect(totals(sits).doneOfGoal == nil)
    #expect(totals(sits, goal: .minutesADay(20)).doneOfGoal == 3)
    #expect(totals(sits, goal: .sitsAWeek(5)).doneOfGoal == 4)
    #expect(totals(sits, goal: .minutesAWeek(150)).doneOfGoal == 43)
    #expect(totals([sit(-24)], goal: .minutesADay(20)).doneOfGoal == 0)
    #expect(totals([], goal: .sitsAWeek(5)).doneOfGoal == 0)
  }

  /// Saturday, 2026-11-21, at this time of UTC.
  private func moment(_ hour: Int, _ minute: Int, days: Int = 0) -> Moment {
    let minutes = Int64((days * 24 + hour - 12) * 60 + minute)
    return Moment(milliseconds: now.milliseconds + minutes * 60_000, offset: 0)
  }

  @Test("a sit over the end of a day counts for both days, as what was sat on each")
  func overMidnight() {
    let sit = SatTime(began: moment(23, 50, days: -1), sat: .seconds(1_500))
    let totals = totals([sit], dayStart: 0)
    #expect(totals.days == [totals.today: .seconds(900), totals.today.adding(-1): .seconds(600)])
    #expect(totals.streak == 2 && totals.all.count == 1 && totals.all.sat == .seconds(1_500))
    #expect(self.totals([sit], dayStart: 4).days.values.first == .seconds(1_500))
    // Less than a minute makes no day.
    let late = SatTime(began: moment(23, 50, days: -1), sat: .seconds(659))
    #expect(self.totals([late], dayStart: 0).days == [totals.today.adding(-1): .seconds(659)])
    let early = SatTime(began: moment(23, 59, days: -1), sat: .seconds(120))
    #expect(self.totals([early], dayStart: 0).days.values.map(\.components.seconds) == [60, 60])
  }

  @Test("a sit that was resumed counts for each day, week and month on which it was sat")
  func resumed() {
    // The 1st of November is a Sunday.
    let sit = SatTime(
      began: moment(22, 0, days: -21), sat: .seconds(2_400),
      stretches: [
        .init(began: moment(7, 0, days: -20), sat: .seconds(600)),
        .init(began: moment(12, 0, days: -19), sat: .seconds(1_200)),
      ])
    let totals = totals([sit], now: moment(13, 0, days: -19))
    let today = totals.today
    #expect(
      totals.days == [
        today.adding(-2): .seconds(600), today.adding(-1): .seconds(600), today: .seconds(1_200),
      ])
    #expect(totals.week.count == 1 && totals.week.sat == .seconds(1_200))
    #expect(totals.month.count == 1 && totals.month.sat == .seconds(1_800))
    #expect(totals.all.count == 1 && totals.all.sat == .seconds(2_400) && totals.streak == 3)
    let periods = PracticePeriods(of: [sit], dayStart: .zero)
    #expect(periods.years.flatMap(\.months).map(\.tally.sat) == [.seconds(1_800), .seconds(600)])
    #expect(periods.all.count == 1 && periods.years.map(\.tally.sat) == [.seconds(2_400)])
  }

  @Test("a day may begin at midnight")
  func midnight() {
    #expect(totals([sit(-8.5), sit(-24)], dayStart: 0).streak == 2)
    #expect(totals([sit(-8.5), sit(-24)], dayStart: 4).streak == 1)
    #expect(totals([sit(-12.5)], dayStart: 0).days.keys.first?.day == 20)
  }

  @Test("before 04:00, today is still yesterday")
  func night() {
    let night = Moment(milliseconds: now.milliseconds - 9 * Self.hour, offset: 0)
    let totals = totals([sit(-24)], now: night)
    #expect(totals.today == CivilDate(year: 2026, month: 11, day: 20))
    #expect(totals.streak == 1 && totals.week.count == 1)
  }

  @Test("a change of summer time neither breaks nor lengthens a streak", arguments: [3, 10])
  func summerTime(month: Int) throws {
    // Sunday the 29th of March and the 25th of October 2026; sits each day at 04:30 local time.
    let change = try #require(CivilDate(year: 2026, month: month, day: month == 3 ? 29 : 25))
    let sits = (-2...2).map { number in
      let isSummer = (number >= 0) == (month == 3)
      let local = (change.dayNumber + number) * 86_400 + 16_200
      let offset = isSummer ? 7_200 : 3_600
      return SatTime(
        began: Moment(milliseconds: Int64(local - offset) * 1_000, offset: offset),
        sat: .seconds(60))
    }
    let last = try #require(sits.last)
    let totals = totals(sits, now: last.began)
    #expect(totals.streak == 5 && totals.days.count == 5)
    #expect(totals.week.count == 2 && totals.all.count == 5)
  }

  @Test("a sit keeps its date when the time zone changes")
  func timeZone() {
    // 23:00 on Friday in Tokyo is 14:00 UTC; then a flight to California.
    let tokyo = sit(-22, offset: 32_400)
    let here = Moment(milliseconds: now.milliseconds, offset: -28_800)
    let totals = totals([tokyo, sit(0, offset: -28_800)], now: here)
    #expect(totals.today.day == 21 && totals.streak == 2)
    #expect(totals.days[totals.today.adding(-1)] == .seconds(1_200))
  }

  @Test("a clock that was set back loses no sit")
  func clockSetBack() {
    let totals = totals([sit(0), sit(24), sit(24 * 30)])
    #expect(totals.all.count == 3 && totals.streak == 1)
    #expect(totals.week.count == 2 && totals.month.count == 2)
  }
}
