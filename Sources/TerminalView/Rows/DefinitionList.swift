import SessionControl

/// Rows in two columns: titles, and beside each its message.
struct DefinitionList {
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

  /// The lines of `rows`.
  func lines(_ rows: [some Row]) -> [String] {
    let indent = Self.margin.count + column + Self.gap
    return rows.flatMap { row in
      if CellWidth.of(row.title) <= column {
        let line = Self.margin + CellWidth.pad(row.title, to: column + Self.gap) + row.message
        return WrappedText.rows(of: line, width: width, indent: indent)
      }
      let text = String(repeating: " ", count: indent) + row.message
      return WrappedText.rows(of: Self.margin + row.title, width: width, indent: 4)
        + WrappedText.rows(of: text, width: width)
    }
  }
}
