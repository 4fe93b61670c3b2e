import Practice

/// What `journal` shows: the sits, newest first, then the totals and a picture of twelve weeks.
public struct JournalListing: Listing, Equatable, Sendable {
  public let heading: String
  public let rows: [SitRow]
  public let notes: [NoteRow]

  /// Creates the listing of `page`.
  ///
  /// - Parameters:
  ///   - wording: How the rows are worded. To be read aloud, the picture is told.
  ///   - all: What lists music that was played for itself, too.
  public init(_ page: JournalPage, wording: Wording, all: String = "journal all") {
    let endWidth = page.sits.reduce(0) { max($0, SitRow.endText(of: $1).count) }
    rows = zip(page.sits, page.numbers).map {
      SitRow($0, number: $1, now: page.now, endWidth: endWidth, wording: wording)
    }
    let (totals, older) = (page.totals, page.olderCount)
    let whole = page.firstRow - 1 + rows.count + older
    let count = counted(whole, page.showsListening ? "row" : "sit")
    heading =
      !wording.isAloud ? "Journal" : rows.count < whole ? "\(rows.count) of \(count)" : count
    let start =
      switch (rows.isEmpty, totals.all.count) {
      case (true, 0) where page.hiddenCount > 0: "No sits yet. 'sit 20m' begins a first one."
      case (true, 0): "The journal is empty. 'sit 20m' begins a first sit."
      case (true, _): "No sits to show."
      case (false, _):
        page.nextRows.map {
          "\(counted(older, page.showsListening ? "older row" : "older sit")) not shown; "
            + "'journal \($0)' shows more."
        } ?? ""
      }
    let picture = DayPicture(totals)
    if let range = page.range {
      let text = range.text(in: page.now.date.year, wording: wording)
      notes = (start.isEmpty ? [] : [NoteRow(start, as: .muted)]) + [NoteRow(text)]
      return
    }
    notes =
      [start, Self.hidden(page, all)].filter { !$0.isEmpty }.map { NoteRow($0, as: .muted) }
      + [totals.text(wording: wording), totals.streakText].compactMap { $0 }.map { NoteRow($0) }
      + (wording.isAloud ? picture.words(wording).map { NoteRow($0) } : picture.rows)
  }

  private static func hidden(_ page: JournalPage, _ all: String) -> String {
    guard page.hiddenCount > 0 else { return "" }
    return "Not shown: \(counted(page.hiddenCount, "session")) of music without a plan; "
      + "see '\(all)'."
  }
}

extension JournalPage {
  /// The rows of the next page, as long as this one, as 'journal' takes them: "20-38",
  /// "all 20-38"; `nil` if no sit is older.
  package var nextRows: String? {
    let first = firstRow + sits.count
    let count = min(sits.count, olderCount)
    guard count > 0 else { return nil }
    return (showsListening ? "all " : "")
      + (count == 1 ? "\(first)" : "\(first)-\(first + count - 1)")
  }
}
