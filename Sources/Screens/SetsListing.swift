import Practice

/// What `sets` shows: the saved sets, and the files that cannot be read.
public struct SetsListing: Listing, Equatable, Sendable {
  public let heading: String
  public let rows: [SetRow]
  public let notes: [NoteRow]

  /// Creates the listing of `page`.
  ///
  /// - Parameter wording: How the rows are worded.
  public init(_ page: SetsPage, wording: Wording) {
    rows = page.rows(wording: wording)
    heading = wording.isAloud ? counted(rows.count, "set") : "Sets"
    let advice =
      rows.isEmpty
      ? "No sets yet. Pick songs or plan a length; then 'save NAME' keeps them as a set."
      : "'sit 1' sits the first set; 'load', 'edit', 'rename' and 'delete' take its name or number."
    notes = page.warnings + [NoteRow(advice, as: .muted)]
  }
}

extension SetsPage {
  /// The rows of the sets.
  func rows(wording: Wording) -> [SetRow] {
    sets.enumerated().map { SetRow($1, number: $0 + 1, now: now, wording: wording) }
  }

  /// The problems, as warnings.
  var warnings: [NoteRow] { problems.map { NoteRow($0.text, as: .warning) } }
}
