import MeditationLines

@testable import MeditationTerminal

/// A simulated terminal: supports only the sequences that the program sends.
///
/// Like old terminals, it does not rewrap rows when its size changes.
final class PaperTerminal {
  private(set) var size: TerminalSize
  /// Unknown sequences, which are a bug.
  private(set) var unknown: [String] = []
  private(set) var row = 0
  private(set) var column = 0
  private var rows: [[String]] = [[]]

  init(columns: Int = 80, rows: Int = 24) { size = TerminalSize(columns: columns, rows: rows) }

  /// Everything from the first line on, history and screen alike, without blanks at line ends.
  var lines: [String] {
    rows.map { row in
      let text = row.joined()
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// The cursor's column, and how far it is above the last line.
  var cursor: [Int] { [column, rows.count - 1 - row] }

  func resize(columns: Int) { size.columns = columns }

  func write(_ text: String) {
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\r": column = 0
      case "\u{8}": column = max(0, column - 1)
      case "\n":
        // As the driver of a terminal passes it on.
        column = 0
        lineFeed()
      case "\u{1B}":
        guard rest.popFirst() == "[" else { return unknown.append("ESC") }
        let parameters = rest.prefix { !("@"..."~").contains($0) }
        rest = rest.dropFirst(parameters.count)
        obey(rest.popFirst(), String(String.UnicodeScalarView(parameters)))
      default: put(scalar)
      }
    }
  }

  private func obey(_ command: Unicode.Scalar?, _ parameters: String) {
    let count = Int(parameters) ?? 1
    switch command {
    case "A": row = max(0, row - count, rows.count - size.rows)
    case "B": row = min(rows.count - 1, row + count)
    case "C": column = min(size.columns - 1, column + count)
    case "D": column = max(0, column - count)
    case "J":
      rows.removeSubrange((row + 1)...)
      cut()
    case "K": cut()
    case "m": break
    default: unknown.append(parameters + (command.map { String(Character($0)) } ?? ""))
    }
  }

  private func cut() {
    if rows[row].count > column { rows[row].removeSubrange(column...) }
  }

  private func lineFeed() {
    row += 1
    if row == rows.count { rows.append([]) }
  }

  private func put(_ scalar: Unicode.Scalar) {
    let width = CellWidth.of(Character(scalar))
    if width == 0, column > 0 { return rows[row][column - 1].unicodeScalars.append(scalar) }
    if column + width > size.columns {
      column = 0
      lineFeed()
    }
    while rows[row].count < column + width { rows[row].append(" ") }
    rows[row][column] = String(Character(scalar))
    for cell in column + 1..<column + max(1, width) { rows[row][cell] = "" }
    column += width
  }
}
