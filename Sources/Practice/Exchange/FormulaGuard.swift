/// Marks cells that a spreadsheet would take for a formula as text, by an apostrophe before them.
///
/// Source: OWASP, "CSV Injection".
enum FormulaGuard {
  /// The cell as it is written.
  static func guarded(_ cell: String) -> String { isFormula(cell) ? "'" + cell : cell }

  /// The cell as it was before `guarded`.
  static func unguarded(_ cell: String) -> String {
    cell.unicodeScalars.first == "'" && isFormula(cell)
      ? String(cell.unicodeScalars.dropFirst()) : cell
  }

  /// Whether the cell begins like a formula, also after apostrophes, so that each can be told from
  /// the mark.
  private static func isFormula(_ cell: String) -> Bool {
    guard let first = cell.unicodeScalars.first(where: { $0 != "'" }) else { return false }
    return ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"].contains(first)
  }
}
