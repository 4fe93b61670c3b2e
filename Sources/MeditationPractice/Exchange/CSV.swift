import MeditationSystem
import MeditationText

/// Splits comma-separated text into records.
///
/// Source: RFC 4180. Lines may also end in LF or CR alone; a byte order mark is skipped; quotes
/// inside an unquoted cell stand for themselves. A cell that is not UTF-8 is in Windows-1252.
struct CSVReader: Sequence, IteratorProtocol {
  /// The cells of a record, or why it cannot be used, as a sentence.
  enum Content: Equatable {
    case cells([String])
    case problem(String)
  }

  struct Record: Equatable {
    /// The line on which the record begins, from 1.
    var line: Int
    var content: Content
  }

  private let bytes: ArraySlice<UInt8>
  private let separator: UInt8
  private var position: Int
  private var line = 1

  /// Reads the records of `bytes`. An empty line is a record with one empty cell.
  init(_ bytes: [UInt8], separator: UInt8 = UInt8(ascii: ",")) {
    self.bytes = ByteOrderMark.dropped(from: bytes)
    self.separator = separator
    position = self.bytes.startIndex
  }

  mutating func next() -> Record? {
    guard position < bytes.endIndex else { return nil }
    let start = line
    var (cells, problem): ([String], String?) = ([], nil)
    while true {
      let (cell, found) = nextCell()
      problem = problem ?? found
      cells.append(cell)
      guard position < bytes.endIndex else { break }
      let end = bytes[position]
      position += 1
      if end == separator { continue }
      if end == 0x0D, isFollowedByLineFeed { position += 1 }
      line += 1
      break
    }
    return Record(line: start, content: problem.map(Content.problem) ?? .cells(cells))
  }

  /// Reads up to the separator or the end of the line.
  private mutating func nextCell() -> (cell: String, problem: String?) {
    guard position < bytes.endIndex, bytes[position] == UInt8(ascii: "\"") else {
      return (UnmarkedText.decode(rest()), nil)
    }
    position += 1
    guard let content = quoted() else { return ("", "A quoted cell is not closed.") }
    guard rest().isEmpty else { return ("", "Text follows a closing quote.") }
    return (UnmarkedText.decode(content[...]), nil)
  }

  /// The cell after its opening quote; `nil` if it is not closed.
  private mutating func quoted() -> [UInt8]? {
    var content: [UInt8] = []
    while position < bytes.endIndex {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\"") {
        guard position < bytes.endIndex, bytes[position] == byte else { return content }
        position += 1
      } else if byte == 0x0A || (byte == 0x0D && !isFollowedByLineFeed) {
        line += 1
      }
      content.append(byte)
    }
    return nil
  }

  private var isFollowedByLineFeed: Bool { position < bytes.endIndex && bytes[position] == 0x0A }

  /// Skips to the separator or the end of the line.
  private mutating func rest() -> ArraySlice<UInt8> {
    let start = position
    while position < bytes.endIndex, bytes[position] != separator, bytes[position] != 0x0A,
      bytes[position] != 0x0D
    { position += 1 }
    return bytes[start..<position]
  }
}

/// Writes comma-separated records.
///
/// Source: RFC 4180. Semicolons and tabs are quoted, too: spreadsheets may split cells there.
enum CSVWriter {
  /// The record of `cells`, with its line end.
  static func record(_ cells: [String]) -> String {
    cells.map(quoted).joined(separator: ",") + "\r\n"
  }

  private static func quoted(_ cell: String) -> String {
    guard cell.utf8.contains(where: ",;\t\"\r\n".utf8.contains) else { return cell }
    // By scalars: a combining mark after a quote would be one character with it.
    let doubled = cell.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }
    return "\"" + doubled.joined() + "\""
  }
}

/// Turns cells that a spreadsheet would take for a formula into text, by a leading apostrophe.
///
/// Source: OWASP, "CSV Injection".
enum FormulaGuard {
  static func guarded(_ cell: String) -> String { isFormula(cell) ? "'" + cell : cell }

  /// The cell before it was `guarded`.
  static func unguarded(_ cell: String) -> String {
    cell.unicodeScalars.first == "'" && isFormula(cell)
      ? String(cell.unicodeScalars.dropFirst()) : cell
  }

  /// True if the cell begins like a formula, even after apostrophes, which could pass for the mark.
  private static func isFormula(_ cell: String) -> Bool {
    guard let first = cell.unicodeScalars.first(where: { $0 != "'" }) else { return false }
    return ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"].contains(first)
  }
}
