/// Folds text for comparison and search: lower case, without accents, in UTF-8.
///
/// Precomposed and decomposed letters fold to the same bytes, for Latin, Greek and Cyrillic.
package enum FoldedText {
  package static func bytes(of text: String) -> [UInt8] {
    var folded: [UInt8] = []
    folded.reserveCapacity(text.utf8.count)
    append(text, to: &folded)
    return folded
  }

  package static func append(_ text: String, to bytes: inout [UInt8]) {
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        bytes.append(ASCII.lowercased(UInt8(truncatingIfNeeded: scalar.value)))
      } else {
        append(scalar, to: &bytes)
      }
    }
  }

  private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    switch scalar.value {
    case 0x300...0x36F: break
    case 0x80..<0x600: bytes.append(contentsOf: tabled[Int(scalar.value) - 0x80])
    case 0x1E00..<0x2000: bytes.append(contentsOf: extended[Int(scalar.value) - 0x1E00])
    // Full-width forms are in ASCII order.
    case 0xFF01...0xFF5E:
      guard let narrow = Unicode.Scalar(scalar.value - 0xFEE0) else { return }
      append(String(Character(narrow)), to: &bytes)
    case 0x600..<0x1E00, 0xA640..<0xAC00, 0x10400...:
      bytes.append(contentsOf: scalar.properties.lowercaseMapping.utf8)
    default: bytes.append(contentsOf: String(Character(scalar)).utf8)
    }
  }

  /// Latin, Greek and Cyrillic, precomputed: looking up a letter's name takes a microsecond.
  private static let tabled = (0x80..<0x600).map(folded)
  /// Latin Extended Additional and Greek Extended: letters with up to two accents.
  private static let extended = (0x1E00..<0x2000).map(folded)

  private static func folded(_ value: Int) -> [UInt8] {
    guard let scalar = Unicode.Scalar(UInt32(value)) else { return [] }
    var bytes: [UInt8] = []
    for lower in scalar.properties.lowercaseMapping.unicodeScalars {
      if (0x300...0x36F).contains(lower.value) { continue }
      bytes.append(contentsOf: (compounds[lower] ?? String(Character(plain(lower)))).utf8)
    }
    return bytes
  }

  /// The base letter in an accented letter's name: LATIN SMALL LETTER E WITH ACUTE is an e.
  private static func plain(_ letter: Unicode.Scalar) -> Unicode.Scalar {
    guard let name = letter.properties.name else { return letter }
    let words = name.split(separator: " ")
    guard let with = words.firstIndex(of: "WITH") else { return letter }
    return named[words[..<with].joined(separator: " ")] ?? letter
  }

  private static let named: [String: Unicode.Scalar] = {
    var named: [String: Unicode.Scalar] = [:]
    for value in UInt32(0x61)..<0x600 {
      guard let scalar = Unicode.Scalar(value), let name = scalar.properties.name else { continue }
      named[name] = scalar
    }
    return named
  }()

  /// Letters whose names do not contain their base letter, and ligatures.
  private static let compounds: [Unicode.Scalar: String] = [
    "æ": "ae", "œ": "oe", "ß": "ss", "þ": "th", "ð": "d", "ı": "i", "ĳ": "ij", "ŉ": "n", "ſ": "s",
    "ς": "σ", "й": "и", "ё": "е", "ї": "і", "ў": "у", "ѓ": "г", "ќ": "к",
  ]
}

// MARK: - Natural order

/// Sorts text in natural order, where `2` comes before `10`.
package enum NaturalText {
  /// Appends the sort key of `folded` to `key`. A number becomes the count of its digits, followed
  /// by the digits: a longer number is greater.
  package static func append(_ folded: [UInt8], to key: inout [UInt8]) {
    var index = folded.startIndex
    while index < folded.endIndex {
      guard ASCII.isDigit(folded[index]) else {
        key.append(folded[index])
        index += 1
        continue
      }
      let digits = folded[index...].prefix(while: ASCII.isDigit)
      let significant = digits.drop { $0 == 0x30 }
      key.append(0x30)
      key.append(UInt8(min(significant.count, 254)) + 1)
      key += significant
      index = digits.endIndex
    }
  }
}
