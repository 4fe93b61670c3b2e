import MeditationLines

/// Completions in columns, at most 20 rows.
enum CompletionList {
  private static let mostRows = 20

  /// The lines of `words`, each at most `width` cells wide; the last one says how many are left
  /// out. Without a width, each word is a line, to be read aloud.
  static func lines(of words: [String], width: Int?) -> [String] {
    guard let width else { return Array(words.prefix(mostRows)) + rest(words.count - mostRows) }
    let gap = 2
    let column = min(width, words.map(CellWidth.of).max() ?? 0)
    let perRow = max(1, (width + gap) / (column + gap))
    let shown = words.prefix(mostRows * perRow)
    let lines = stride(from: 0, to: shown.count, by: perRow).map { first in
      let row = shown[first..<min(first + perRow, shown.count)]
      let cells = row.dropLast().map { CellWidth.pad($0, to: column + gap) }
      return cells.joined() + (row.last.map { CellWidth.fit($0, in: column) } ?? "")
    }
    return lines + rest(words.count - shown.count)
  }

  private static func rest(_ count: Int) -> [String] { count > 0 ? ["… and \(count) more"] : [] }
}
