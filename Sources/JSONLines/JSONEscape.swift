/// What cannot stand in a JSON text as it is, or not on one line.
enum JSONEscape {
  /// Whether a text in UTF-8 may hold a scalar that `of` writes in another way. Most do not.
  static func isNeeded(in text: ArraySlice<UInt8>) -> Bool {
    text.contains { byte in
      switch byte {
      // U+0085 begins with the first of the two, U+2028 and U+2029 with the second.
      case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0xC2, 0xE2: true
      default: false
      }
    }
  }

  /// How `scalar` is written; `nil` where it is as it is.
  static func of(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "\"": #"\""#
    case "\\": #"\\"#
    case "\n": #"\n"#
    case "\r": #"\r"#
    case "\t": #"\t"#
    // JSON allows the last three, but some readers end a line there: Python's `splitlines` is one.
    case "\0"..<" ", "\u{85}", "\u{2028}", "\u{2029}":
      #"\u"# + (String(0x10000 + scalar.value, radix: 16).dropFirst())
    default: nil
    }
  }
}
