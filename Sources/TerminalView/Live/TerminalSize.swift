import Foundation

/// A terminal's size in cells.
struct TerminalSize: Equatable {
  var columns: Int
  var rows: Int

  /// The current size of the terminal `descriptor`; the classic size if it is unknown.
  static func now(of descriptor: Int32) -> TerminalSize {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return TerminalSize(columns: 80, rows: 24)
    }
    return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }
}
