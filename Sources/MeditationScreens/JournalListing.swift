import MeditationPractice
import MeditationText

/// The sits to show, newest first. `journal all` shows "listening", too: music without a plan, which
/// has no number and does not count as practice.
package struct JournalPage: Hashable, Sendable {
  package var sits: [Sit]
  /// The number of each sit in the journal, from 1, for `journal delete`; `nil` for listening.
  package var numbers: [Int?]
  /// The number of older sits, which `sits` leaves out.
  package var olderCount: Int
  /// How many times music was played without a plan, if `sits` leaves that out.
  package var hiddenCount: Int
  /// The row of the journal at which the page begins, from 1. Listening counts if it is shown.
  package var firstRow: Int
  package var showsListening: Bool
  package var totals: PracticeTotals
  /// The dates or the label that limit the page, and the totals; `nil` if nothing limits it.
  package var range: Range?
  /// The totals of each label, over the whole journal.
  package var labels: [LabelTotal]
  package var now: Moment

  /// Sits that began on these dates, and go by this label.
  package struct Range: Hashable, Sendable {
    /// `nil` is unbounded.
    package var first: CivilDate?
    package var last: CivilDate?
    /// `nil` is any label, or none.
    package var label: String?
    package var tally: PracticeTotals.Tally

    package init(
      first: CivilDate? = nil, last: CivilDate? = nil, label: String? = nil,
      tally: PracticeTotals.Tally
    ) {
      (self.first, self.last, self.label, self.tally) = (first, last, label, tally)
    }

    /// The totals in one sentence: "From 1 Nov to 7 Nov, evening: 3 sits, 1 h 30 min."
    func text(in year: Int, wording: Wording) -> String {
      let dates =
        switch (first?.text(in: year), last?.text(in: year)) {
        case (let first?, let last?): first == last ? "On \(first)" : "From \(first) to \(last)"
        case (let first?, nil): "Since \(first)"
        case (nil, let last?): "Until \(last)"
        case (nil, nil): "In all"
        }
      let label = label.map { $0.isEmpty ? ", no label" : ", \(CleanText.clean($0))" } ?? ""
      return "\(dates)\(label): \(tally.text(wording))."
    }
  }

  /// Creates a page. Without `numbers` the sits are numbered from 1.
  package init(
    sits: [Sit], numbers: [Int?]? = nil, olderCount: Int = 0, hiddenCount: Int = 0,
    firstRow: Int = 1, showsListening: Bool = false, totals: PracticeTotals, range: Range? = nil,
    labels: [LabelTotal] = [], now: Moment
  ) {
    self.labels = labels
    self.range = range
    self.sits = sits
    self.numbers = numbers ?? Self.numbers(of: sits)
    self.olderCount = olderCount
    self.hiddenCount = hiddenCount
    (self.firstRow, self.showsListening) = (firstRow, showsListening)
    self.totals = totals
    self.now = now
  }

  /// The number of each of `sits`, the first of which is the newest in the journal.
  package static func numbers(of sits: [Sit]) -> [Int?] {
    var last = 0
    return sits.map { sit in
      if sit.isListening { return nil }
      last += 1
      return last
    }
  }

  /// The argument of `journal` for the next page: "20-38", "all 20-38"; `nil` if no sit is older.
  package var nextRows: String? {
    let first = firstRow + sits.count
    let count = min(sits.count, olderCount)
    guard count > 0 else { return nil }
    return (showsListening ? "all " : "")
      + (count == 1 ? "\(first)" : "\(first)-\(first + count - 1)")
  }
}

extension Listing {
  /// The listing of `journal`: the sits, the totals, and a picture of twelve weeks or, read aloud,
  /// sentences; `all` is the command that lists music without a plan, too.
  package init(_ page: JournalPage, wording: Wording, all: String = "journal all") {
    let endWidth = page.sits.reduce(0) { max($0, $1.endText.count) }
    let rows = zip(page.sits, page.numbers).map {
      Row($0, number: $1, now: page.now, endWidth: endWidth, wording: wording)
    }
    self.init(
      heading: page.heading(wording), rows: rows, notes: page.notes(wording, all: all))
  }
}

extension JournalPage {
  /// Read aloud, the heading has the number of rows: "5 of 20 sits".
  fileprivate func heading(_ wording: Wording) -> String {
    guard wording.isAloud else { return "Journal" }
    let whole = firstRow - 1 + sits.count + olderCount
    let count = counted(whole, showsListening ? "row" : "sit")
    return sits.count < whole ? "\(sits.count) of \(count)" : count
  }

  fileprivate func notes(_ wording: Wording, all: String) -> [Row] {
    let start = startText.map { [Row($0, as: .muted)] } ?? []
    if let range { return start + [Row(range.text(in: now.date.year, wording: wording))] }
    let hidden = hiddenText(all).map { [Row($0, as: .muted)] } ?? []
    let texts = [totals.text(wording: wording), totals.streaksText].compactMap { $0 }
    let picture = DayPicture(totals)
    return start + hidden + (texts + labelTexts(wording)).map { Row($0) }
      + (wording.isAloud ? picture.words(wording).map { Row($0) } : picture.rows)
  }

  /// Why there are no sits, or how to see the older ones; `nil` if all are shown.
  private var startText: String? {
    switch (sits.isEmpty, totals.all.count) {
    case (true, 0) where hiddenCount > 0: "No sits yet. 'sit 20m' begins a first one."
    case (true, 0): "The journal is empty. 'sit 20m' begins a first sit."
    case (true, _): "No sits to show."
    case (false, _):
      nextRows.map {
        "\(counted(olderCount, showsListening ? "older row" : "older sit")) not shown; "
          + "'journal \($0)' shows more."
      }
    }
  }

  private static let mostLabels = 8

  /// The totals by label, in a line; none before a sit has a label of its own.
  private func labelTexts(_ wording: Wording) -> [String] {
    guard labels.contains(where: \.isOwn) else { return [] }
    let texts = labels.prefix(Self.mostLabels).map {
      "\(CleanText.clean($0.label)) \($0.tally.text(wording))"
    }
    let rest = labels.count - Self.mostLabels
    return ["By label: " + texts.joined(separator: "; ") + (rest > 0 ? "; and \(rest) more." : ".")]
  }

  private func hiddenText(_ all: String) -> String? {
    guard hiddenCount > 0 else { return nil }
    return "Not shown: \(counted(hiddenCount, "session")) of music without a plan; see '\(all)'."
  }
}
