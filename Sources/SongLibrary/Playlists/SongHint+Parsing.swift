import Text

extension SongHint {
  /// Parses `123,Artist - Title`, also with attributes before the comma: `-1 id="a,b",Title`.
  package init(information: ArraySlice<UInt8>) {
    var isQuoted = false
    let comma = information.firstIndex { byte in
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      return byte == UInt8(ascii: ",") && !isQuoted
    }
    // An unclosed quote must not swallow the title.
    let end = comma ?? information.firstIndex(of: UInt8(ascii: ",")) ?? information.endIndex
    self.init(names: information[end...].dropFirst())
    duration = Self.duration(information: information)
  }

  /// The duration alone, which stands in front; reading the names takes longer.
  package static func duration(information: ArraySlice<UInt8>) -> Duration? { seconds(information) }

  /// Parses `Artist - Title`, or only a title.
  init(names bytes: ArraySlice<UInt8>) {
    let text = bytes.drop { ASCII.isBlank($0) }
    self.init(title: text.isEmpty ? nil : PlaylistText.decode(text))
    for index in text.indices.dropFirst().dropLast(3)
    where text[index...].starts(with: " - ".utf8) {
      title = PlaylistText.decode(text[(index + 3)...])
      artist = PlaylistText.decode(text[..<index])
      return
    }
  }

  /// Whole seconds of at most nine digits; `nil` if not positive.
  static func seconds(_ bytes: ArraySlice<UInt8>) -> Duration? {
    let digits = bytes.drop { ASCII.isBlank($0) }.prefix { ASCII.isDigit($0) }
    guard digits.count <= 9, let seconds = Int(String(decoding: digits, as: UTF8.self)),
      seconds > 0
    else { return nil }
    return .seconds(seconds)
  }
}
