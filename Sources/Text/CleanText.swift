/// Makes text from outside (tags, names, playlists) safe to print on a terminal.
///
/// The result is one line of bounded length, without control characters, escape sequences,
/// bidirectional overrides, invisible characters or line breaks.
package enum CleanText {
  /// The largest number of letters kept; marks do not count.
  package static let maximumLength = 500

  /// The largest number of marks and joiners kept on one letter: Tibetan stacks need six.
  static let maximumMarkCount = 6

  /// The number of scalars examined, which bounds the cost of texts without letters.
  private static let maximumScanCount = 65_536

  /// `text` on one line, trimmed, with white space collapsed; a shortened text ends in `…`.
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

  /// Fast path: most text is short ASCII with single spaces.
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
