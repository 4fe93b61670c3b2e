import Glibc
import MeditationLines

/// The block at the bottom of the screen, and the escape sequences that change it.
///
/// Ordinary output is above the block. The cursor stays in the last row, the input line, so the
/// block can be located without querying the terminal. Rows are narrower than the screen and so
/// never wrap. A line ends with a line feed; the terminal's driver adds the carriage return.
struct LiveScreen {
  /// A row above the input line, with escape sequences, and its width in cells.
  struct Row: Equatable {
    var text: String
    var cells: Int
  }

  struct Block: Equatable {
    /// The rows above the input line, from the top.
    var rows: [Row] = []
    var input: InputRow
  }

  /// True if the terminal rewraps rows when it gets narrower, as nearly all do.
  let reflows: Bool
  private(set) var shown: Block?

  init(reflows: Bool) { self.reflows = reflows }

  /// Erases the block and moves the cursor to its start. `size` is the current screen size, which
  /// may differ from the one the block was drawn for.
  mutating func erase(on size: TerminalSize) -> String {
    guard let shown else { return "" }
    self.shown = nil
    var above = shown.rows.count
    if reflows {
      above = shown.rows.reduce(0) { $0 + max(1, $1.cells.divided(by: size.columns)) }
      let rows = max(1, CellWidth.of(shown.input.text).divided(by: size.columns))
      above += min(shown.input.cursor / size.columns, rows - 1)
    }
    above = min(above, size.rows - 1)
    return "\r" + (above > 0 ? "\u{1B}[\(above)A" : "") + "\u{1B}[J"
  }

  mutating func forget() { shown = nil }

  /// Draws the block, or only its changes.
  mutating func draw(_ block: Block) -> String {
    defer { shown = block }
    guard let shown, shown.rows.count == block.rows.count else {
      return block.rows.map { $0.text + "\n" }.joined() + block.input.drawn
    }
    let changed = block.rows.indices.filter { block.rows[$0] != shown.rows[$0] }
    if changed.isEmpty { return block.input.change(from: shown.input) }
    let rows = changed.map { index in
      let distance = block.rows.count - index
      let count = distance == 1 ? "" : "\(distance)"
      return "\r\u{1B}[\(count)A" + block.rows[index].text + "\u{1B}[K\r\u{1B}[\(count)B"
    }
    return rows.joined() + block.input.change(from: InputRow(text: shown.input.text, cursor: 0))
  }

  /// Leaves `input` on the screen as an ordinary line, without a status above it.
  mutating func commit(_ input: InputRow) -> String {
    defer { shown = nil }
    return draw(Block(input: input)) + "\n"
  }

  mutating func clear() -> String {
    shown = nil
    return "\u{1B}[H\u{1B}[2J"
  }
}

extension Int {
  /// The quotient, rounded up.
  fileprivate func divided(by other: Int) -> Int { (self + other - 1) / other }
}

/// A terminal's size in cells.
struct TerminalSize: Equatable {
  var columns: Int
  var rows: Int

  /// The current size of the terminal `descriptor`; 80 by 24 if it is unknown.
  static func now(of descriptor: Int32) -> TerminalSize {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return TerminalSize(columns: 80, rows: 24)
    }
    return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }
}
