/// Terms, and beside each what is to be said of it, in two columns.
struct TermList {
  private static let margin = "  "
  private static let gap = 2
  /// A longer term stands on a row of its own.
  private static let widestTerm = 26

  private let width: Int?
  /// The cells of the first column.
  private let column: Int

  /// A list for these terms, on rows of at most `width` cells; where there is no width, each entry
  /// is one line.
  init(_ terms: [String], width: Int?) {
    let widest = terms.map(CellWidth.of).max() ?? 0
    self.width = width
    // The terms leave the greater part of a narrow row to what is said of them.
    column = width.map { min(widest, Self.widestTerm, max(0, $0) / 3) } ?? widest
  }

  /// The lines of `entries`.
  func lines(_ entries: [(term: String, text: String)]) -> [String] {
    let indent = Self.margin.count + column + Self.gap
    return entries.flatMap { entry in
      if CellWidth.of(entry.term) <= column {
        let line = Self.margin + CellWidth.pad(entry.term, to: column + Self.gap) + entry.text
        return WrappedText.rows(of: line, width: width, indent: indent)
      }
      let text = String(repeating: " ", count: indent) + entry.text
      return WrappedText.rows(of: Self.margin + entry.term, width: width, indent: 4)
        + WrappedText.rows(of: text, width: width)
    }
  }
}
