/// Characters in a form that terminals draw in the same number of cells.
///
/// Terminals disagree about the width of emoji made of several scalars: some join them, others draw
/// each. A row whose cursor is elsewhere than computed can no longer be redrawn in place. So of a
/// joined sequence the first emoji remains, without skin tone and variation selector, and of a flag
/// its two letters.
enum SteadyForm {
  /// The steady form of `text`; most text is its own.
  static func of(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isVarying) else { return text }
    return text.reduce(into: "") { $0 += of($1) }
  }

  /// The steady form of one character, which may be several characters.
  static func of(_ character: Character) -> String {
    let scalars = character.unicodeScalars
    guard let first = scalars.first, scalars.contains(where: isVarying) else {
      return String(character)
    }
    var kept = String.UnicodeScalarView()
    for (place, scalar) in scalars.enumerated() {
      // Joins the next emoji; between letters it only chooses their shape.
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

  /// Whether terminals draw text with this scalar in different widths.
  private static func isVarying(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF: true
    default: isHidden(scalar)
    }
  }

  /// Whether this is a joiner, a variation selector of emoji, or a letter of a flag's tag.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200D, 0xFE0E, 0xFE0F, 0xE0020...0xE007F: true
    default: false
    }
  }

  /// The letter of a regional indicator, which is half a flag.
  private static func regionalLetter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    guard (0x1F1E6...0x1F1FF).contains(scalar.value) else { return nil }
    return Unicode.Scalar(UInt8(ascii: "A") + UInt8(scalar.value - 0x1F1E6))
  }
}
