/// Escapes characters that JSON, or a line of it, cannot contain.
enum JSONEscape {
  /// Whether `text`, in UTF-8, may contain a scalar that must be escaped; most texts do not.
  static func isNeeded(in text: ArraySlice<UInt8>) -> Bool {
    text.contains { byte in
      switch byte {
      // U+0085 begins with 0xC2, U+2028 and U+2029 with 0xE2.
      case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0xC2, 0xE2: true
      default: false
      }
    }
  }

  /// The escape sequence of `scalar`; `nil` if it needs none.
  static func of(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "\"": #"\""#
    case "\\": #"\\"#
    case "\n": #"\n"#
    case "\r": #"\r"#
    case "\t": #"\t"#
    // JSON allows the last three, but some readers split lines at them, such as Python's
    // `splitlines`.
    case "\0"..<" ", "\u{85}", "\u{2028}", "\u{2029}":
      #"\u"# + (String(0x10000 + scalar.value, radix: 16).dropFirst())
    default: nil
    }
  }
}
