/// Text as it is compared: in lower case, Latin letters without their accents.
enum LatinFolding {
  static func fold(_ text: String) -> String {
    var folded = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      for lower in scalar.properties.lowercaseMapping.unicodeScalars {
        // The combining diacritical marks: what a decomposed letter has over the plain one.
        if (0x300...0x36F).contains(lower.value) { continue }
        folded.append(contentsOf: plain(lower))
      }
    }
    return String(folded)
  }

  /// Latin-1 Supplement and Latin Extended-A, U+00E0 to U+017F, in the order of their code points;
  /// capitals do not occur in lower-cased text, their places hold their small letters.
  private static let letters: [Unicode.Scalar] = Array(
    ("aaaaaaæceeeeiiiidnooooo÷ouuuuyþy"
      + "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiĳĳjjkkkllllllllll"
      + "nnnnnnnnnooooooœœrrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs").unicodeScalars)

  private static func plain(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
    switch scalar {
    case "æ": return "ae".unicodeScalars
    case "œ": return "oe".unicodeScalars
    case "ß": return "ss".unicodeScalars
    case "þ": return "th".unicodeScalars
    default:
      let place = Int(scalar.value) - 0xE0
      let isTabled = letters.indices.contains(place)
      return String.UnicodeScalarView([isTabled ? letters[place] : scalar])
    }
  }
}
