/// A time in large digits: five rows of blocks, each one or two cells wide.
struct LargeClock: Equatable {
  /// The rows from the top, without blanks at their ends.
  let rows: [String]

  static let height = 5
  /// The rows of a screen that a clock leaves free for lines, the status and the prompt.
  private static let otherRows = 6

  /// The shape of each character, row by row from the top.
  private static let shapes: [Character: [String]] = [
    "0": ["###", "# #", "# #", "# #", "###"], "1": [" # ", "## ", " # ", " # ", "###"],
    "2": ["###", "  #", "###", "#  ", "###"], "3": ["###", "  #", "###", "  #", "###"],
    "4": ["# #", "# #", "###", "  #", "  #"], "5": ["###", "#  ", "###", "  #", "###"],
    "6": ["###", "#  ", "###", "# #", "###"], "7": ["###", "  #", "  #", "  #", "  #"],
    "8": ["###", "# #", "###", "# #", "###"], "9": ["###", "# #", "###", "  #", "###"],
    ":": [" ", "#", " ", "#", " "], "-": ["   ", "   ", "###", "   ", "   "],
  ]

  /// Draws `time` in at most `width` cells, on a screen of `size`; `nil` if there is no room.
  init?(_ time: String, width: Int, on size: TerminalSize) {
    let shapes = time.compactMap { Self.shapes[$0] }
    // A column of blanks between two characters.
    let columns = shapes.reduce(-1) { $0 + $1[0].count + 1 }
    guard size.rows >= Self.height + Self.otherRows,
      let cells = [2, 1].first(where: { columns * $0 <= width })
    else { return nil }
    rows = (0..<Self.height).map { row in
      let line = shapes.map { $0[row] }.joined(separator: " ")
      let drawn = line.map { String(repeating: $0 == "#" ? "█" : " ", count: cells) }.joined()
      return String(drawn.reversed().drop { $0 == " " }.reversed())
    }
  }
}
