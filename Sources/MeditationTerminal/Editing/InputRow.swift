import MeditationLines
import MeditationText

/// The input line on one row; a longer line is scrolled to the cursor.
struct InputRow: Equatable {
  /// The text of the row, at most as wide as requested.
  let text: String
  /// The column of the cursor, from 0.
  let cursor: Int
}

extension InputRow {
  /// Lays out `prompt` and the typed text, which the cursor splits into `before` and `after`, in at
  /// most `width` cells. The cursor may be just after the last cell.
  init(prompt: String, before: String, after: String, width: Int) {
    let left = Self.displayed(prompt + before)
    let right = Self.displayed(after)
    let (leftWidth, rightWidth) = (CellWidth.of(left), CellWidth.of(right))
    guard leftWidth + rightWidth > width else {
      text = left + right
      cursor = leftWidth
      return
    }
    // The cursor stays visible; up to a third of the row shows the text after it.
    let ahead = min(rightWidth, width / 3)
    let shownLeft = String(left.suffix(CellWidth.count(of: left.reversed(), in: width - ahead)))
    cursor = CellWidth.of(shownLeft)
    text = shownLeft + right.prefix(CellWidth.count(of: right, in: width - cursor))
  }

  /// `typed` in printable form: control characters in caret notation, as terminals echo them; other
  /// unsafe characters as the replacement character.
  static func displayed(_ typed: String) -> String {
    guard !typed.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return typed }
    return typed.unicodeScalars.reduce(into: "") { shown, scalar in
      if scalar.value < 0x20 {
        shown += "^"
        shown.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value) + 0x40))
      } else {
        shown.unicodeScalars.append(TerminalEffect(of: scalar).isSafe ? scalar : "\u{FFFD}")
      }
    }
  }

  // MARK: - The sequences that draw it

  // They write as few characters as possible, because a screen reader speaks what is written.

  /// Draws the row on an empty row of the terminal, from the first column on.
  var drawn: String { text + Self.move(from: CellWidth.of(text), to: cursor) }

  /// Turns `old`, with the cursor in it, into this row; a character typed at the end is just that.
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
