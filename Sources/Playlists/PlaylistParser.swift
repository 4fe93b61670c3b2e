import Text

/// Parses playlists; never fails, whatever the bytes are.
///
/// Sources: `#EXTM3U` and `[playlist]` files as Winamp writes them; RFC 8089 for `file:` URLs.
package enum PlaylistParser {
  /// The largest playlist that is read, in bytes.
  package static let maximumByteCount = 16 * 1024 * 1024
  /// The largest number of entries that is read.
  package static let maximumEntryCount = 200_000

  /// The entries of a playlist, in order, at most `maximumEntryCount`.
  package static func parse(_ bytes: [UInt8], _ kind: PlaylistKind) -> [PlaylistEntry] {
    let lines = lines(of: PlaylistText.normalized(bytes))
    switch kind {
    case .m3u: return parseM3U(lines)
    case .pls: return parsePLS(lines)
    }
  }

  /// The lines that are not empty. Lazy: an array of millions of lines would be larger than the
  /// file.
  private static func lines(of text: [UInt8]) -> some Sequence<ArraySlice<UInt8>> {
    sequence(state: text[...]) { rest in
      rest = rest.drop { $0 == 0x0A || $0 == 0x0D }
      let line = rest.prefix { $0 != 0x0A && $0 != 0x0D }
      rest = rest[line.endIndex...]
      return line.isEmpty ? nil : line
    }
  }

  private static func parseM3U(_ lines: some Sequence<ArraySlice<UInt8>>) -> [PlaylistEntry] {
    var entries: [PlaylistEntry] = []
    var hint: SongHint?
    for line in lines {
      let text = line.drop { ASCII.isBlank($0) }
      guard let first = text.first else { continue }
      if first == UInt8(ascii: "#") {
        if let information = value(of: "#EXTINF:", in: text) { hint = self.hint(information) }
        continue
      }
      guard entries.count < maximumEntryCount else { break }
      entries.append(PlaylistEntry(location: PlaylistPath.location(of: line), hint: hint))
      hint = nil
    }
    return entries
  }

  private static func parsePLS(_ lines: some Sequence<ArraySlice<UInt8>>) -> [PlaylistEntry] {
    var locations: [Int: PlaylistEntry.Location] = [:]
    var hints: [Int: SongHint] = [:]
    for line in lines where hints.count <= maximumEntryCount {
      let text = line.drop { ASCII.isBlank($0) }
      if let (number, value) = numbered("File", in: text) {
        if locations.count < maximumEntryCount, value.contains(where: { !ASCII.isBlank($0) }) {
          locations[number] = PlaylistPath.location(of: value)
        }
      } else if let (number, value) = numbered("Title", in: text) {
        let named = names(in: value)
        hints[number, default: SongHint()].title = named.title
        hints[number, default: SongHint()].artist = named.artist
      } else if let (number, value) = numbered("Length", in: text) {
        hints[number, default: SongHint()].duration = seconds(value)
      }
    }
    return locations.keys.sorted().compactMap { number in
      locations[number].map { PlaylistEntry(location: $0, hint: hints[number]) }
    }
  }

  /// `123,Artist - Title`, also with attributes before the comma: `-1 id="a,b",Title`.
  private static func hint(_ information: ArraySlice<UInt8>) -> SongHint {
    var isQuoted = false
    let comma = information.firstIndex { byte in
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      return byte == UInt8(ascii: ",") && !isQuoted
    }
    // An unclosed quote must not swallow the title.
    let end = comma ?? information.firstIndex(of: UInt8(ascii: ",")) ?? information.endIndex
    var hint = names(in: information[end...].dropFirst())
    hint.duration = seconds(information[..<end])
    return hint
  }

  /// `Artist - Title`, or only a title.
  private static func names(in bytes: ArraySlice<UInt8>) -> SongHint {
    let text = bytes.drop { ASCII.isBlank($0) }
    if text.isEmpty { return SongHint() }
    for index in text.indices.dropFirst().dropLast(3)
    where text[index...].starts(with: " - ".utf8) {
      return SongHint(
        title: PlaylistText.decode(text[(index + 3)...]),
        artist: PlaylistText.decode(text[..<index]))
    }
    return SongHint(title: PlaylistText.decode(text))
  }

  /// Whole seconds of at most nine digits; `nil` if not positive.
  private static func seconds(_ bytes: ArraySlice<UInt8>) -> Duration? {
    let digits = bytes.drop { ASCII.isBlank($0) }.prefix { ASCII.isDigit($0) }
    guard digits.count <= 9, let seconds = Int(String(decoding: digits, as: UTF8.self)),
      seconds > 0
    else { return nil }
    return .seconds(seconds)
  }

  /// The number and the value of `key12=value`; the key ignores case.
  private static func numbered(
    _ key: String, in line: ArraySlice<UInt8>
  ) -> (Int, ArraySlice<UInt8>)? {
    guard let rest = value(of: key, in: line) else { return nil }
    let digits = rest.prefix { ASCII.isDigit($0) }
    let afterNumber = rest[digits.endIndex...].drop { ASCII.isBlank($0) }
    guard digits.count <= 9, let number = Int(String(decoding: digits, as: UTF8.self)),
      afterNumber.first == UInt8(ascii: "=")
    else { return nil }
    return (number, afterNumber.dropFirst())
  }

  /// The text after `key`, ignoring case; `nil` if the line does not start with it.
  private static func value(of key: String, in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let isKey = line.starts(with: key.utf8) { ASCII.lowercased($0) == ASCII.lowercased($1) }
    return isKey ? line.dropFirst(key.utf8.count) : nil
  }
}
