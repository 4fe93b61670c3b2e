/// The effect of a Unicode scalar on a terminal; the one definition of what is unsafe there.
///
/// Callers replace unsafe scalars in their own ways: `CleanText` drops them, `QuotedInput` shows U+FFFD,
/// and the input line uses caret notation.
package enum TerminalEffect: Equatable, Sendable {
  /// Printed by itself.
  case letter
  /// Modifies a letter: accents, variation selectors, and the joiners of emoji and complex scripts.
  case mark
  /// Leaves cells blank.
  case space
  /// White space that moves the cursor: tabs, and line and paragraph separators.
  case move
  /// Controls the terminal, changes the writing direction, or is invisible.
  case unsafe

  /// Private-use and unassigned characters are letters: fonts or newer Unicode define them.
  package init(of scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x21...0x7E: self = .letter
    case 0x20: self = .space
    case 0x09...0x0D, 0x85: self = .move
    // Zero width non-joiner and joiner; variation selectors of emoji and of Mongolian.
    case 0x200C, 0x200D, 0xFE00...0xFE0F, 0x180B...0x180D, 0x180F: self = .mark
    // Arabic, Syriac and Kaithi number and verse signs: format characters that are visible.
    case 0x0600...0x0605, 0x06DD, 0x070F, 0x0890, 0x0891, 0x08E2, 0x110BD, 0x110CD:
      self = .letter
    default: self.init(of: scalar.properties)
    }
  }

  private init(of properties: Unicode.Scalar.Properties) {
    if properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint {
      self = .unsafe
      return
    }
    switch properties.generalCategory {
    case .control, .format, .surrogate: self = .unsafe
    case .lineSeparator, .paragraphSeparator: self = .move
    case .spaceSeparator: self = .space
    case .nonspacingMark, .spacingMark, .enclosingMark: self = .mark
    default: self = .letter
    }
  }

  /// True if it can be printed unchanged as part of a line.
  package var isSafe: Bool {
    switch self {
    case .letter, .mark, .space: true
    case .move, .unsafe: false
    }
  }
}

extension String {
  /// The text without characters that are unsafe on a terminal; for messages that quote typed text.
  package var harmless: String {
    String(UnicodeScalarView(unicodeScalars.filter { TerminalEffect(of: $0).isSafe }))
  }
}
