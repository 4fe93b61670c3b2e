import Practice

/// What `journal` shows: the sits, newest first, then the totals and a picture of twelve weeks.
public struct JournalListing: Listing, Equatable, Sendable {
  public let heading = "Journal"
  public let rows: [SitRow]
  public let notes: [NoteRow]

  /// Creates the listing of `page`.
  ///
  /// - Parameter inWords: Whether the rows are read aloud; the picture is then told.
  public init(_ page: JournalPage, inWords: Bool) {
    let endWidth = page.sits.reduce(0) { max($0, SitRow.endText(of: $1).count) }
    rows = zip(page.sits, page.numbers).map {
      SitRow($0, number: $1, now: page.now, endWidth: endWidth, inWords: inWords)
    }
    let (totals, older) = (page.totals, page.olderCount)
    let start =
      switch (rows.isEmpty, totals.all.count) {
      case (true, 0): "The journal is empty. 'sit 20m', or songs and 'start', begins a first sit."
      case (true, _): "No sits to show."
      case (false, _) where older > 0:
        "\(counted(older, "older sit")) not shown; 'journal \(Self.next(after: page))' shows more."
      case (false, _): ""
      }
    let picture = DayPicture(totals)
    notes =
      (start.isEmpty ? [] : [NoteRow(start, as: .muted)])
      + [totals.text(inWords: inWords), totals.streakText].compactMap { $0 }.map { NoteRow($0) }
      + (inWords ? picture.words.map { NoteRow($0) } : picture.rows)
  }

  /// The rows of the next page, as long as this one.
  private static func next(after page: JournalPage) -> String {
    let last = page.numbers.last ?? 0
    let count = min(page.sits.count, page.olderCount)
    return count == 1 ? "\(last + 1)" : "\(last + 1)-\(last + count)"
  }
}
