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
    var line = CleanLine()
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

/// Builds a line with a bounded number of letters, and of marks on each letter.
private struct CleanLine {
  private var scalars = String.UnicodeScalarView()
  private var length = 0
  private var markCount = 0
  private var spaceIsDue = false
  /// True if a letter was dropped because the line is full.
  private(set) var isFull = false

  mutating func append(letter: Unicode.Scalar) {
    guard length + (spaceIsDue ? 1 : 0) < CleanText.maximumLength else {
      isFull = true
      return
    }
    if spaceIsDue {
      dropMarks(where: Self.isJoiner)
      append(" ")
    }
    append(letter)
    spaceIsDue = false
  }

  /// Appends `mark` unless it has no base: it would combine with whatever is printed before.
  mutating func append(mark: Unicode.Scalar) {
    guard length > 0, !spaceIsDue, markCount < CleanText.maximumMarkCount else { return }
    scalars.append(mark)
    markCount += 1
  }

  /// Appends a space before the next letter, if there is one.
  mutating func appendSpace() { spaceIsDue = length > 0 }

  /// The finished line; if letters were dropped, the last one is replaced by an ellipsis.
  consuming func finished() -> String {
    if isFull {
      dropMarks { _ in true }
      scalars.removeLast()
      while scalars.last == " " { scalars.removeLast() }
      scalars.append("…")
    }
    // A trailing joiner would join whatever is printed next.
    dropMarks(where: Self.isJoiner)
    return String(scalars)
  }

  private mutating func append(_ letter: Unicode.Scalar) {
    scalars.append(letter)
    length += 1
    markCount = 0
  }

  private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{200C}" || scalar == "\u{200D}"
  }

  private mutating func dropMarks(where isUnwanted: (Unicode.Scalar) -> Bool) {
    while markCount > 0, let last = scalars.last, isUnwanted(last) {
      scalars.removeLast()
      markCount -= 1
    }
  }
}

/// Separates terminal escape sequences from text, scalar by scalar.
///
/// Sources: ECMA-48, sections 5.3 to 5.6; xterm for BEL as a terminator; GNU Screen for `ESC k`.
private struct EscapeScanner {
  private enum State {
    case text
    case escape
    /// After ESC and intermediate bytes, before the final byte.
    case intermediate
    /// After CSI.
    case control
    /// In OSC, DCS, SOS, PM, APC or a title, before its terminator. That is `ESC \`, an escape sequence
    /// as any other, which ends the string, too.
    case string
  }

  private var state = State.text

  /// True if `scalar` is part of an escape sequence.
  mutating func consumes(_ scalar: Unicode.Scalar) -> Bool {
    switch state {
    case .text:
      return begins(with: scalar)
    case .escape:
      switch scalar.value {
      case 0x5B: state = .control
      case 0x50, 0x58, 0x5D, 0x5E, 0x5F, 0x6B: state = .string
      case 0x20...0x2F: state = .intermediate
      case 0x30...0x7E: state = .text
      default: return begins(with: scalar)
      }
    case .intermediate:
      switch scalar.value {
      case 0x20...0x2F: break
      case 0x30...0x7E: state = .text
      default: return begins(with: scalar)
      }
    case .control:
      switch scalar.value {
      case 0x20...0x3F: break
      case 0x40...0x7E: state = .text
      default: return begins(with: scalar)
      }
    case .string:
      switch scalar.value {
      case 0x07, 0x18, 0x1A, 0x9C: state = .text
      case 0x1B: state = .escape
      // An unterminated string must not swallow the following lines.
      case 0x0A, 0x0D:
        state = .text
        return false
      default: break
      }
    }
    return true
  }

  private mutating func begins(with scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1B: state = .escape
    case 0x9B: state = .control
    case 0x90, 0x98, 0x9D, 0x9E, 0x9F: state = .string
    default:
      state = .text
      return false
    }
    return true
  }
}
