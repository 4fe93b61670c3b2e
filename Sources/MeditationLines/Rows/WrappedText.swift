import MeditationScreens

package enum WrappedText {
  /// The rows of `text`, each at most `width` cells wide; a single row if there is no width. A word
  /// that does not fit on a row is split.
  ///
  /// - Parameter indent: The number of blanks before each row but the first; reduced if little room
  ///   remains. `nil` uses the indent of `text`.
  package static func rows(of text: String, width: Int?, indent: Int? = nil) -> [String] {
    guard let width else { return [text] }
    let cells = max(1, width)
    let indent = indent ?? text.prefix { $0 == " " }.count
    let lead = String(repeating: " ", count: indent <= cells / 2 ? indent : min(4, cells / 4))
    var rows: [String] = []
    var rest = text[...]
    while true {
      let start = rows.isEmpty ? "" : lead
      let row = beginning(of: rest, in: cells - start.count)
      rows.append(start + row)
      rest = rest.dropFirst(row.count).drop { $0 == " " }
      if rest.isEmpty { return rows }
    }
  }

  /// The part of `text` for a row of `cells` cells: all, whole words, or as many characters as fit.
  private static func beginning(of text: Substring, in cells: Int) -> Substring {
    // At least one character, even if it is too wide, so that wrapping ends.
    let fitting = text.prefix(max(1, CellWidth.count(of: text, in: cells)))
    let next = text.dropFirst(fitting.count).first
    guard let next, next != " " else { return fitting }
    let words = fitting[..<(fitting.lastIndex(of: " ") ?? fitting.startIndex)]
    return words.allSatisfy { $0 == " " } ? fitting : words
  }
}

/// Formats rows in two columns: titles and messages.
struct DefinitionList {
  private static let margin = "  "
  private static let gap = 2
  /// The widest term in the first column; a wider one gets a row of its own.
  private static let widestTerm = 26

  private let width: Int?
  /// The width of the first column in cells.
  private let column: Int

  /// A list of these terms in rows of at most `width` cells; without a width, one entry a line.
  init(_ terms: [String], width: Int?) {
    let widest = terms.map(CellWidth.of).max() ?? 0
    self.width = width
    // On narrow rows, the messages get most of the width.
    column = width.map { min(widest, Self.widestTerm, max(0, $0) / 3) } ?? widest
  }

  func lines(_ rows: [Row]) -> [String] { Array(entries(rows).joined()) }

  func entries(_ rows: [Row]) -> [[String]] {
    let indent = Self.margin.count + column + Self.gap
    return rows.map { row in
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
