import Practice

/// What `sets` shows: the saved sets, and the files that cannot be read.
public struct SetsListing: Listing, Equatable, Sendable {
  public let heading = "Sets"
  public let rows: [SetRow]
  public let notes: [NoteRow]

  /// Creates the listing of `page`.
  ///
  /// - Parameter inWords: Whether the rows are read aloud.
  public init(_ page: SetsPage, inWords: Bool) {
    rows = page.rows(inWords: inWords)
    let advice =
      rows.isEmpty
      ? "No sets yet. Pick songs or plan a length; then 'save NAME' keeps them as a set."
      : "'sit 1' sits the first set; 'load', 'edit', 'rename' and 'delete' take its name or number."
    notes = page.warnings + [NoteRow(advice, as: .muted)]
  }
}

extension SetsPage {
  /// The rows of the sets.
  func rows(inWords: Bool) -> [SetRow] {
    sets.enumerated().map { SetRow($1, number: $0 + 1, now: now, inWords: inWords) }
  }

  /// The problems, as warnings.
  var warnings: [NoteRow] { problems.map { NoteRow($0.text, as: .warning) } }
}
