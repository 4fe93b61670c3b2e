/// Text from outside (tags, names, playlists), made fit for a terminal.
///
/// What is left is one line that does what it looks like: no controls, no escape sequences, nothing
/// that turns the direction of writing or hides between letters, no line breaks, and no more than a
/// screen can bear.
package enum CleanText {
  /// Letters that are kept of one text; marks on them are not counted.
  package static let maximumLength = 500

  /// Marks and joiners that are kept on one letter: Tibetan stacks need six.
  static let maximumMarkCount = 6

  /// What is looked at; a text that hides its letters behind more has none.
  private static let maximumScanCount = 65_536

  /// `text` on one line, trimmed, white space collapsed; a text that was cut ends in `…`.
  package static func clean(_ text: String) -> String {
    if isPlain(text) { return text }
    var scanner = EscapeScanner()
    var line = CleanLine(maximumLength: maximumLength, maximumMarkCount: maximumMarkCount)
    for scalar in text.unicodeScalars.prefix(maximumScanCount) where !scanner.consumes(scalar) {
      switch TerminalEffect(of: scalar) {
      case .letter: line.append(letter: scalar)
      case .mark: line.append(mark: scalar)
      case .space, .move: line.appendSpace()
      case .unsafe: continue
      }
      if line.isFull { break }
    }
    return line.finished()
  }

  /// Fast path: most text is short ASCII with single spaces inside.
  private static func isPlain(_ text: String) -> Bool {
    guard text.utf8.count <= maximumLength else { return false }
    var previous = UInt8(ascii: " ")
    for byte in text.utf8 {
      guard (0x20...0x7E).contains(byte), byte != 0x20 || previous != 0x20 else { return false }
      previous = byte
    }
    return previous != 0x20
  }
}
