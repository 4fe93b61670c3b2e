import Practice

/// What `journal` shows: the sits, newest first, then the totals and a picture of twelve weeks.
public struct JournalListing: Listing, Equatable, Sendable {
  public let heading: String
  public let rows: [SitRow]
  public let notes: [NoteRow]

  /// Creates the listing of `page`.
  ///
  /// - Parameter wording: How the rows are worded. To be read aloud, the picture is told.
  public init(_ page: JournalPage, wording: Wording) {
    let endWidth = page.sits.reduce(0) { max($0, SitRow.endText(of: $1).count) }
    rows = zip(page.sits, page.numbers).map {
      SitRow($0, number: $1, now: page.now, endWidth: endWidth, wording: wording)
    }
    let (totals, older) = (page.totals, page.olderCount)
    let count = counted(rows.count + older, "sit")
    heading =
      !wording.isAloud ? "Journal" : older > 0 ? "\(rows.count) of \(count)" : count
    let start =
      switch (rows.isEmpty, totals.all.count) {
      case (true, 0): "The journal is empty. 'sit 20m', or songs and 'start', begins a first sit."
      case (true, _): "No sits to show."
      case (false, _):
        page.nextRows.map {
          "\(counted(older, "older sit")) not shown; 'journal \($0)' shows more."
        } ?? ""
      }
    let picture = DayPicture(totals)
    if let range = page.range {
      let text = range.text(in: page.now.date.year, wording: wording)
      notes = (start.isEmpty ? [] : [NoteRow(start, as: .muted)]) + [NoteRow(text)]
      return
    }
    notes =
      (start.isEmpty ? [] : [NoteRow(start, as: .muted)])
      + [totals.text(wording: wording), totals.streakText].compactMap { $0 }.map { NoteRow($0) }
      + (wording.isAloud ? picture.words(wording).map { NoteRow($0) } : picture.rows)
  }
}

extension JournalPage {
  /// The rows of the next page, as long as this one: "20-38"; `nil` if no sit is older.
  package var nextRows: String? {
    let last = numbers.last ?? 0
    let count = min(sits.count, olderCount)
    guard count > 0 else { return nil }
    return count == 1 ? "\(last + 1)" : "\(last + 1)-\(last + count)"
  }
}
