/// Text set into rows, broken between words.
enum WrappedText {
  /// The rows of `text`, each of at most `width` cells; one where there is no width. A word that
  /// has no room on a row of its own is cut.
  ///
  /// - Parameter indent: The blanks before each row but the first, fewer where that leaves too
  ///   little room; `nil` takes as many as the text begins with.
  static func rows(of text: String, width: Int?, indent: Int? = nil) -> [String] {
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
      rest = rest.dropFirst(row.count)
      guard !rest.isEmpty else { return rows }
      rest = rest.drop { $0 == " " }
      if rest.isEmpty { return rows }
    }
  }

  /// What of `text` stands on a row of `cells` cells: all, or whole words, or what fits.
  private static func beginning(of text: Substring, in cells: Int) -> Substring {
    // At least one character, even a wide one on a single cell: the rows have to end.
    let fitting = text.prefix(max(1, CellWidth.prefix(of: text, in: cells).count))
    let next = text.dropFirst(fitting.count).first
    guard let next, next != " " else { return fitting }
    let words = fitting[..<(fitting.lastIndex(of: " ") ?? fitting.startIndex)]
    return words.allSatisfy { $0 == " " } ? fitting : words
  }
}
