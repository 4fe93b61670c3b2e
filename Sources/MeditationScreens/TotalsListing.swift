import MeditationPractice
import MeditationText

/// The practice of each month and year.
package struct TotalsPage: Hashable, Sendable {
  package var periods: PracticePeriods
  package var totals: PracticeTotals
  /// The dates of a range, and its totals; `nil` if the page is not limited to dates.
  package var range: JournalPage.Range?
  package var now: Moment

  package init(
    periods: PracticePeriods, totals: PracticeTotals, range: JournalPage.Range? = nil, now: Moment
  ) {
    (self.periods, self.totals, self.range, self.now) = (periods, totals, range, now)
  }
}

extension Listing {
  /// The page of `journal totals`: years with their months, latest first; totals, goal and streaks.
  package init(_ page: TotalsPage, wording: Wording) {
    let years = page.periods.years
    let rows: [Row] = years.flatMap { year in
      [Row("\(year.year)", year.tally, as: .heading, wording)]
        + year.months.map {
          Row(CivilDate.text(year: year.year, month: $0.month), $0.tally, wording)
        }
    }
    let count = years.reduce(0) { $0 + $1.months.count }
    let totals: [String?] =
      if let range = page.range {
        [range.text(in: page.now.date.year, wording: wording)]
      } else if page.totals.all.count == 0 {
        ["No sit of a minute or longer yet. 'sit 20m' begins one."]
      } else {
        [page.totals.text(wording: wording), page.totals.goalText, page.totals.streaksText]
      }
    self.init(
      heading: wording.isAloud ? "Totals of \(counted(count, "month"))" : "Totals", rows: rows,
      notes: totals.compactMap(\.self).map { Row($0) })
  }
}

extension Row {
  /// Creates the row of a month or a year, "Nov 2026" or "2026": its sits, and their time.
  fileprivate init(
    _ title: String, _ tally: PracticeTotals.Tally, as style: RowStyle = .plain, _ wording: Wording
  ) {
    self.init(title, counted(tally.count, "sit"), as: style)
    detail = tally.sat.total(wording)
  }
}
