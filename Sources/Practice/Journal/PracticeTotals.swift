/// What was sat this week, this month and in all, and the streak of days.
///
/// Only sits that count are given. A week begins on Monday.
public struct PracticeTotals: Hashable, Sendable {
  /// A number of sits, and their time.
  public struct Tally: Hashable, Sendable {
    public var count = 0
    public var sat = Duration.zero

    public init() {}

    /// Adds up `sits`.
    public init(of sits: some Sequence<SatTime>) { for sit in sits { add(sit) } }
  }

  public private(set) var week = Tally()
  public private(set) var month = Tally()
  public private(set) var all = Tally()
  /// The number of consecutive days with a sit, up to today or, if there is none yet, yesterday.
  public private(set) var streak = 0
  /// The time sat on each day with a sit.
  public private(set) var days: [CivilDate: Duration] = [:]
  /// The day of the totals.
  public let today: CivilDate

  /// Computes the totals of `sits`.
  ///
  /// - Parameters:
  ///   - now: The present moment.
  ///   - dayStart: When a day begins, after local midnight.
  public init(of sits: [SatTime], now: Moment, dayStart: Duration) {
    today = now.day(startingAt: dayStart)
    let monday = today.monday
    for sit in sits {
      let day = sit.began.day(startingAt: dayStart)
      days[day, default: .zero] += sit.sat
      all.add(sit)
      if day >= monday, day < monday.adding(7) { week.add(sit) }
      if (day.year, day.month) == (today.year, today.month) { month.add(sit) }
    }
    var day = days[today] == nil ? today.adding(-1) : today
    while days[day] != nil {
      streak += 1
      day = day.adding(-1)
    }
  }
}

extension PracticeTotals.Tally {
  fileprivate mutating func add(_ sit: SatTime) {
    count += 1
    sat += sit.sat
  }
}
