public import Practice

/// The sits to show, newest first.
public struct JournalPage: Hashable, Sendable {
  public var sits: [Sit]
  /// The number of each sit in the whole journal, from 1: what `journal delete` takes. Music that was
  /// played for itself has none.
  public var numbers: [Int?]
  /// The number of sits that `sits` leaves out, which are older.
  public var olderCount: Int
  /// How many times music was played for itself, if `sits` leaves that out.
  public var hiddenCount: Int
  /// The row at which the page begins, from 1: music that was played for itself counts, unless that is
  /// left out.
  public var firstRow: Int
  /// Whether music that was played for itself is shown.
  public var showsListening: Bool
  public var totals: PracticeTotals
  /// The dates of a range, and its totals; `nil` if the sits are not those of a range.
  public var range: Range?
  public var now: Moment

  /// Sits that began on these dates.
  public struct Range: Hashable, Sendable {
    /// `nil` is unbounded.
    public var first: CivilDate?
    public var last: CivilDate?
    /// The sits that count.
    public var tally: PracticeTotals.Tally

    public init(first: CivilDate?, last: CivilDate?, tally: PracticeTotals.Tally) {
      (self.first, self.last, self.tally) = (first, last, tally)
    }
  }

  /// Creates a page.
  ///
  /// - Parameter numbers: `nil` numbers the sits from 1.
  public init(
    sits: [Sit], numbers: [Int?]? = nil, olderCount: Int = 0, hiddenCount: Int = 0,
    firstRow: Int = 1, showsListening: Bool = false, totals: PracticeTotals, range: Range? = nil,
    now: Moment
  ) {
    self.range = range
    self.sits = sits
    self.numbers = numbers ?? Self.numbers(of: sits)
    self.olderCount = olderCount
    self.hiddenCount = hiddenCount
    (self.firstRow, self.showsListening) = (firstRow, showsListening)
    self.totals = totals
    self.now = now
  }

  /// The number of each of `sits`, the first of which is the latest of all.
  public static func numbers(of sits: [Sit]) -> [Int?] {
    var last = 0
    return sits.map { sit in
      if sit.isListening { return nil }
      last += 1
      return last
    }
  }
}
