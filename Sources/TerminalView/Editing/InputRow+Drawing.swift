/// The sequences that draw an input row. They write as few characters as possible: a screen reader
/// speaks what is written.
extension InputRow {
  /// Draws the row on an empty row of the terminal, from the first column on.
  var drawn: String { text + Self.move(from: CellWidth.of(text), to: cursor) }

  /// Turns `old`, with the terminal's cursor in it, into this row. A character typed at the end of
  /// a line is that character alone.
  func change(from old: InputRow) -> String {
    guard text != old.text else { return Self.move(from: old.cursor, to: cursor) }
    let kept = zip(text.indices, zip(text, old.text)).first { $1.0 != $1.1 }?.0
    let start = kept ?? text.index(text.startIndex, offsetBy: min(text.count, old.text.count))
    let (oldEnd, end) = (CellWidth.of(old.text), CellWidth.of(text))
    return Self.move(from: old.cursor, to: CellWidth.of(String(text[..<start]))) + text[start...]
      + (oldEnd > end ? "\u{1B}[K" : "") + Self.move(from: end, to: cursor)
  }

  /// Moves the cursor within the row.
  private static func move(from cell: Int, to target: Int) -> String {
    if target > cell { return "\u{1B}[\(target - cell)C" }
    guard target > 0 else { return cell > 0 ? "\r" : "" }
    return cell - target <= 3
      ? String(repeating: "\u{8}", count: cell - target) : "\u{1B}[\(cell - target)D"
  }
}
