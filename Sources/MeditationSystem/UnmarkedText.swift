/// Text whose encoding is not stated, or stated wrongly: in playlists, tables and tags.
package enum UnmarkedText {
  /// Decodes `bytes` as UTF-8, or else as Windows-1252, a superset of Latin-1's printable characters.
  package static func decode(_ bytes: ArraySlice<UInt8>) -> String {
    // A field of fixed length may end inside a character.
    for cut in 0...3 where bytes.suffix(cut).allSatisfy({ $0 >= 0x80 }) {
      let whole = bytes.dropLast(cut)
      guard cut == 0 || whole.contains(where: { $0 >= 0x80 }) else { break }
      if let text = String(validating: whole, as: UTF8.self) { return text }
    }
    var scalars = String.UnicodeScalarView()
    for byte in bytes {
      let place = Int(byte) - 0x80
      scalars.append(
        windows1252.indices.contains(place) ? windows1252[place] : Unicode.Scalar(byte))
    }
    return String(scalars)
  }

  /// 0x80 to 0x9F; unassigned values are U+FFFD. Source: Unicode, CP1252.TXT.
  private static let windows1252 = Array(
    "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ".unicodeScalars)
}
