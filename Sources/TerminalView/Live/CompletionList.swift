/// Formats completions in columns, up to a maximum number of rows.
enum CompletionList {
  private static let mostRows = 20

  /// The lines for `words`, each at most `width` cells wide; the last one counts the words left
  /// out.
  static func lines(of words: [String], width: Int) -> [String] {
    let gap = 2
    let column = min(width, words.map(CellWidth.of).max() ?? 0)
    let perRow = max(1, (width + gap) / (column + gap))
    let shown = words.prefix(mostRows * perRow)
    let lines = stride(from: 0, to: shown.count, by: perRow).map { first in
      let row = shown[first..<min(first + perRow, shown.count)]
      let cells = row.dropLast().map { CellWidth.pad($0, to: column + gap) }
      return cells.joined() + (row.last.map { CellWidth.fit($0, in: column) } ?? "")
    }
    let rest = words.count - shown.count
    return rest > 0 ? lines + ["… and \(rest) more"] : lines
  }
}
