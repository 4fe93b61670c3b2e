/// Replaces characters that terminals draw in different widths.
///
/// Terminals disagree about emoji made of several scalars: some join them, others draw each one. If
/// the cursor is not where it was computed to be, a row cannot be redrawn in place. So a joined
/// sequence is reduced to its first emoji, without skin tone and variation selector, and a flag to
/// its two letters.
package enum TabularForm {
  /// The tabular form of `text`; most text is unchanged.
  package static func of(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isVarying) else { return text }
    return text.reduce(into: "") { $0 += of($1) }
  }

  /// The tabular form of one character, which can be several characters.
  static func of(_ character: Character) -> String {
    let scalars = character.unicodeScalars
    guard let first = scalars.first, scalars.contains(where: isVarying) else {
      return String(character)
    }
    var kept = String.UnicodeScalarView()
    for (place, scalar) in scalars.enumerated() {
      // Joins emoji; between letters it only affects shaping.
      if scalar == joiner, first.properties.isEmoji { break }
      if let letter = regionalLetter(scalar) {
        kept.append(letter)
      } else if place == 0 ? !isHidden(scalar) : !isVarying(scalar) {
        kept.append(scalar)
      }
    }
    return String(kept)
  }

  private static let joiner: Unicode.Scalar = "\u{200D}"

  /// True if the width of text with this scalar depends on the terminal.
  private static func isVarying(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF: true
    default: isHidden(scalar)
    }
  }

  /// True if the scalar is a joiner, an emoji variation selector, or a tag of a flag sequence.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200D, 0xFE0E, 0xFE0F, 0xE0020...0xE007F: true
    default: false
    }
  }

  /// The letter of a regional indicator, half of a flag.
  private static func regionalLetter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    guard (0x1F1E6...0x1F1FF).contains(scalar.value) else { return nil }
    return Unicode.Scalar(UInt8(ascii: "A") + UInt8(scalar.value - 0x1F1E6))
  }
}
