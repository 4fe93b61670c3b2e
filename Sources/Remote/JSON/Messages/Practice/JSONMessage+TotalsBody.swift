import Practice

extension JSONMessage {
  /// What was sat this week, this month and in all, and on each of the last days.
  struct TotalsBody: JSONObject {
    /// The number of weeks, with the present one, whose days are written.
    private static let weekCount = 12

    let totals: PracticeTotals

    func writeMembers(to json: inout JSONText) {
      let first = totals.today.monday.adding(-7 * (Self.weekCount - 1))
      let days = totals.days.filter { $0.key >= first }.sorted { $0.key < $1.key }
      json.add("all", TallyBody(tally: totals.all))
      json.add("days", days.map { DayBody(date: $0.key, sat: $0.value) })
      json.add("month", TallyBody(tally: totals.month))
      json.add("streak", totals.streak)
      json.add("today", totals.today)
      json.add("week", TallyBody(tally: totals.week))
    }
  }

  /// A number of sits, and their time.
  struct TallyBody: JSONObject {
    let tally: PracticeTotals.Tally

    func writeMembers(to json: inout JSONText) {
      json.add("sat", tally.sat)
      json.add("sits", tally.count)
    }
  }

  /// The time sat on a day.
  struct DayBody: JSONObject {
    let date: CivilDate
    let sat: Duration

    func writeMembers(to json: inout JSONText) {
      json.add("date", date)
      json.add("sat", sat)
    }
  }
}
