/// What a Unicode scalar does on a terminal. What is unsafe there is decided here alone.
///
/// Each caller replaces what is unsafe in its own way: `CleanText` drops it, `Echo` shows U+FFFD,
/// the row of the typed line shows it in caret notation.
package enum TerminalEffect: Equatable, Sendable {
  /// It is shown by itself.
  case letter
  /// It changes how a letter looks: accents, variation selectors, and the joiners that emoji and
  /// scripts need.
  case mark
  /// It leaves cells blank.
  case space
  /// White space that moves the cursor elsewhere: tabs and the ends of lines and paragraphs.
  case move
  /// It controls the terminal, turns the direction of writing, or hides between letters.
  case unsafe

  /// The effect of `scalar`. Private and unassigned characters count as letters: fonts and newer
  /// versions of Unicode have them.
  package init(of scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x21...0x7E: self = .letter
    case 0x20: self = .space
    case 0x09...0x0D, 0x85: self = .move
    // Zero width non-joiner and joiner; variation selectors of emoji and of Mongolian.
    case 0x200C, 0x200D, 0xFE00...0xFE0F, 0x180B...0x180D, 0x180F: self = .mark
    // Number and verse signs of Arabic, Syriac and Kaithi: format characters that are seen.
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

  /// Whether a line can be printed with it as it is.
  package var isSafe: Bool {
    switch self {
    case .letter, .mark, .space: true
    case .move, .unsafe: false
    }
  }
}
