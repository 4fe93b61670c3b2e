import Text

/// The line that is being typed, on one row: where it is longer, the part around the cursor.
struct InputRow: Equatable {
  /// What stands on the row; no wider than asked for.
  let text: String
  /// The cell of the cursor, from 0.
  let cursor: Int

  /// The row of `prompt` and the typed text, cut at the cursor into `before` and `after`, in at
  /// most `width` cells; the cursor may stand behind the last one.
  init(prompt: String, before: String, after: String, width: Int) {
    let left = Self.displayed(prompt + before)
    let right = Self.displayed(after)
    let (leftWidth, rightWidth) = (CellWidth.of(left), CellWidth.of(right))
    guard leftWidth + rightWidth > width else {
      text = left + right
      cursor = leftWidth
      return
    }
    // The cursor stays within; a third of the row shows what follows it, if anything does.
    let ahead = min(rightWidth, width / 3)
    let shownLeft = Self.suffix(of: left, in: width - ahead)
    cursor = CellWidth.of(shownLeft)
    text = shownLeft + CellWidth.prefix(of: right, in: width - cursor)
  }

  /// What can be shown of `typed`: control characters as a caret and a letter, the way terminals
  /// echo them; what else is unsafe on a terminal as the replacement character.
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

  private static func suffix(of text: String, in cells: Int) -> String {
    var (kept, width) = (text[text.endIndex...], 0)
    for index in text.indices.reversed() {
      width += CellWidth.of(text[index])
      if width > cells { break }
      kept = text[index...]
    }
    return String(kept)
  }
}

extension InputRow {
  init(text: String, cursor: Int) {
    self.text = text
    self.cursor = cursor
  }
}
