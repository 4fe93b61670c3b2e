import SessionControl

/// Formats rows in two columns: titles and messages.
struct DefinitionList {
  private static let margin = "  "
  private static let gap = 2
  /// The widest term in the first column; a wider one gets a row of its own.
  private static let widestTerm = 26

  private let width: Int?
  /// The width of the first column in cells.
  private let column: Int

  /// Creates a list for these terms, with rows of at most `width` cells; without a width, each
  /// entry is one line.
  init(_ terms: [String], width: Int?) {
    let widest = terms.map(CellWidth.of).max() ?? 0
    self.width = width
    // On narrow rows, the messages get most of the width.
    column = width.map { min(widest, Self.widestTerm, max(0, $0) / 3) } ?? widest
  }

  /// The lines for `rows`.
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
