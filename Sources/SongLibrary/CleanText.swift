/// Text from outside (tags, names, playlists), made fit for a terminal.
///
/// What is left is one line that does what it looks like: no controls, no escape sequences, nothing
/// that turns the direction of writing or hides between letters, no line breaks, and no more than a
/// screen can bear.
public enum CleanText {
  /// Letters that are kept of one text; marks on them are not counted.
  public static let maximumLength = 500

  /// Marks and joiners that are kept on one letter: Tibetan stacks need six.
  static let maximumMarkCount = 6

  /// What is looked at; a text that hides its letters behind more has none.
  private static let maximumScanCount = 65_536

  /// `text` on one line, trimmed, white space collapsed; a text that was cut ends in `…`.
  public static func clean(_ text: String) -> String {
    if isPlain(text) { return text }
    var scanner = EscapeScanner()
    var line = CleanLine(maximumLength: maximumLength, maximumMarkCount: maximumMarkCount)
    for scalar in text.unicodeScalars.prefix(maximumScanCount) where !scanner.consumes(scalar) {
      switch kind(of: scalar) {
      case .letter: line.append(letter: scalar)
      case .mark: line.append(mark: scalar)
      case .space: line.appendSpace()
      case .unfit: continue
      }
      if line.isFull { break }
    }
    return line.finished()
  }

  private enum Kind {
    case letter, mark, space, unfit
  }

  /// Most text is: ASCII, short, with single spaces inside.
  private static func isPlain(_ text: String) -> Bool {
    guard text.utf8.count <= maximumLength else { return false }
    var previous = UInt8(ascii: " ")
    for byte in text.utf8 {
      guard (0x20...0x7E).contains(byte), byte != 0x20 || previous != 0x20 else { return false }
      previous = byte
    }
    return previous != 0x20
  }

  private static func kind(of scalar: Unicode.Scalar) -> Kind {
    switch scalar.value {
    case 0x21...0x7E: return .letter
    case 0x20, 0x09...0x0D, 0x85: return .space
    // Joiners that emoji and scripts need, and variation selectors: of emoji, and of Mongolian.
    case 0x200C, 0x200D, 0xFE00...0xFE0F, 0x180B...0x180D, 0x180F: return .mark
    // Number and verse signs of Arabic, Syriac and Kaithi: format characters that are seen.
    case 0x0600...0x0605, 0x06DD, 0x070F, 0x0890, 0x0891, 0x08E2, 0x110BD, 0x110CD:
      return .letter
    default: break
    }
    let properties = scalar.properties
    if properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint {
      return .unfit
    }
    switch properties.generalCategory {
    case .control, .format, .surrogate: return .unfit
    case .lineSeparator, .paragraphSeparator, .spaceSeparator: return .space
    case .nonspacingMark, .spacingMark, .enclosingMark: return .mark
    default: return .letter
    }
  }
}
