public import MeditationPractice

/// What was sat in each month and year.
public struct TotalsPage: Hashable, Sendable {
  public var periods: PracticePeriods
  public var totals: PracticeTotals
  /// The dates of a range, and its totals; `nil` if the page is not limited to dates.
  public var range: JournalPage.Range?
  public var now: Moment

  /// Creates a page.
  public init(
    periods: PracticePeriods, totals: PracticeTotals, range: JournalPage.Range? = nil, now: Moment
  ) {
    (self.periods, self.totals, self.range, self.now) = (periods, totals, range, now)
  }
}

/// What `journal totals` shows: each year with its months, the latest first, then the totals and the
/// streaks.
public struct TotalsListing: Listing, Equatable, Sendable {
  public let heading: String
  public let rows: [PeriodRow]
  public let notes: [NoteRow]

  /// Creates the listing of `page`.
  ///
  /// - Parameter wording: How the rows are worded.
  public init(_ page: TotalsPage, wording: Wording) {
    let years = page.periods.years
    rows = years.flatMap { year in
      [PeriodRow("\(year.year)", year.tally, as: .heading, wording)]
        + year.months.map {
          PeriodRow(CivilDate.text(year: year.year, month: $0.month), $0.tally, wording)
        }
    }
    let count = years.reduce(0) { $0 + $1.months.count }
    heading = wording.isAloud ? "Totals of \(counted(count, "month"))" : "Totals"
    let totals: [String?] =
      if let range = page.range {
        [range.text(in: page.now.date.year, wording: wording)]
      } else if page.totals.all.count == 0 {
        ["No sit of a minute or longer yet. 'sit 20m' begins one."]
      } else {
        [page.totals.text(wording: wording), page.totals.streaksText]
      }
    notes = totals.compactMap(\.self).map { NoteRow($0) }
  }
}

/// A month or a year: its sits, and their time.
public struct PeriodRow: Row, Equatable, Sendable {
  /// "Nov 2026", "2026".
  public let title: String
  /// "7 sits".
  public let message: String
  /// The time sat.
  public let detail: String
  public let style: RowStyle

  fileprivate init(
    _ title: String, _ tally: PracticeTotals.Tally, as style: RowStyle = .plain, _ wording: Wording
  ) {
    self.title = title
    self.style = style
    message = counted(tally.count, "sit")
    detail = tally.sat.total(wording)
  }
}
