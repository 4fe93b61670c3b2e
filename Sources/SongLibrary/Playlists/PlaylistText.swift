import Text

/// Decodes the text of a playlist, which may be in one of several encodings.
package enum PlaylistText {
  /// `bytes` as UTF-8 or an unknown 8-bit encoding, without byte order mark and NUL.
  ///
  /// A path cannot contain NUL. Dropping it also makes UTF-16 without a byte order mark readable
  /// where it is ASCII.
  package static func normalized(_ bytes: [UInt8]) -> [UInt8] {
    let text: [UInt8]
    if bytes.starts(with: ByteOrderMark.utf8) {
      text = Array(ByteOrderMark.dropped(from: bytes))
    } else if bytes.starts(with: [0xFF, 0xFE]) {
      text = utf8(fromUTF16: bytes, lowByteAt: 0)
    } else if bytes.starts(with: [0xFE, 0xFF]) {
      text = utf8(fromUTF16: bytes, lowByteAt: 1)
    } else {
      text = bytes
    }
    return text.contains(0) ? text.filter { $0 != 0 } : text
  }

  /// Decodes a title as UTF-8, or else as Windows-1252, a superset of Latin-1's printable
  /// characters.
  package static func decode(_ bytes: ArraySlice<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var scalars = String.UnicodeScalarView()
    for byte in bytes {
      let place = Int(byte) - 0x80
      scalars.append(
        windows1252.indices.contains(place) ? windows1252[place] : Unicode.Scalar(byte))
    }
    return String(scalars)
  }

  /// The text after `key`, ignoring case; `nil` if the line does not start with it.
  package static func value(of key: String, in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let isKey = line.starts(with: key.utf8) { ASCII.lowercased($0) == ASCII.lowercased($1) }
    return isKey ? line.dropFirst(key.utf8.count) : nil
  }

  /// 0x80 to 0x9F; unassigned values are U+FFFD. Source: Unicode, CP1252.TXT.
  private static let windows1252 = Array(
    "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ".unicodeScalars)

  private static func utf8(fromUTF16 bytes: [UInt8], lowByteAt low: Int) -> [UInt8] {
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
      UInt16(bytes[index + low]) | UInt16(bytes[index + 1 - low]) << 8
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
