/// Escapes characters that JSON, or a line of it, cannot contain, and those that would control a
/// terminal on which it is shown.
enum JSONEscape {
  /// Whether `text`, in UTF-8, may contain a scalar that must be escaped; most texts do not.
  static func isNeeded(in text: ArraySlice<UInt8>) -> Bool {
    text.contains { byte in
      switch byte {
      // U+0080 to U+009F begin with 0xC2, U+061C with 0xD8, U+200E to U+2069 with 0xE2.
      case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F, 0xC2, 0xD8, 0xE2: true
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
    // JSON allows all others. Terminals obey C1 controls as they do escapes, and turn text around at
    // the controls of the writing direction; some readers split lines at U+0085, U+2028 and U+2029,
    // such as Python's `splitlines`.
    case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{61C}", "\u{200E}"..."\u{200F}",
      "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}":
      #"\u"# + (String(0x10000 + scalar.value, radix: 16).dropFirst())
    default: nil
    }
  }
}
