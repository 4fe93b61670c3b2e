import CMeditationCells

/// Measures text in terminal cells, by the C library's table of character widths.
package enum CellWidth {
  /// The width of `text`: wide characters take two cells, combining ones none.
  package static func of(_ text: some StringProtocol) -> Int {
    // Fast path: most text is ASCII, and grapheme breaking is slow.
    let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    return isPlain ? text.utf8.count : text.reduce(0) { $0 + of($1) }
  }

  /// The width of one character in tabular form: the sum over its scalars, as if never joined.
  package static func of(_ character: Character) -> Int {
    if let ascii = character.asciiValue { return ascii < 0x20 || ascii == 0x7F ? 0 : 1 }
    return TabularForm.of(character).unicodeScalars.reduce(0) { $0 + of($1) }
  }

  /// `text` truncated to at most `cells` cells, with an ellipsis if it was cut.
  package static func fit(_ text: String, in cells: Int) -> String {
    guard of(text) > cells else { return text }
    guard cells > 0 else { return "" }
    return "\(text.prefix(count(of: text, in: cells - 1)))…"
  }

  /// `text` truncated or padded to exactly `cells` cells.
  package static func pad(_ text: String, to cells: Int) -> String {
    let fitted = fit(text, in: cells)
    return fitted + String(repeating: " ", count: max(0, cells - of(fitted)))
  }

  /// `text` with blanks before it, so that it fills `cells` cells at least.
  package static func rightAligned(_ text: String, to cells: Int) -> String {
    String(repeating: " ", count: max(0, cells - of(text))) + text
  }

  /// How many characters of `text`, from the first on, fit in `cells` cells.
  package static func count(of text: some Sequence<Character>, in cells: Int) -> Int {
    var room = cells
    return text.prefix { character in
      room -= of(character)
      return room >= 0
    }.count
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    max(0, Int(cell_width(scalar.value)))
  }
}
