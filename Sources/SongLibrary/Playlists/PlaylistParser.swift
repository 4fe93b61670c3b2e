import Text

/// Parses playlists; never fails, whatever the bytes are.
///
/// Sources: `#EXTM3U` and `[playlist]` files as Winamp writes them; RFC 8089 for `file:` URLs. See
/// also `XSPF` and `CueSheet`.
package enum PlaylistParser {
  /// The largest playlist that is read, in bytes.
  package static let maximumByteCount = 16 * 1024 * 1024
  /// The largest number of entries that is read.
  package static let maximumEntryCount = 200_000

  /// The entries of a playlist, in order, at most `maximumEntryCount`.
  package static func parse(_ bytes: [UInt8], _ kind: PlaylistKind) -> [PlaylistEntry] {
    let text = PlaylistText.normalized(bytes)
    return switch kind {
    case .m3u: parseM3U(lines(of: text))
    case .pls: parsePLS(lines(of: text))
    case .xspf: XSPF.entries(of: text, limit: maximumEntryCount)
    case .cue: CueSheet.entries(of: lines(of: text), limit: maximumEntryCount)
    }
  }

  /// The lines that are not empty. Lazy: an array of millions of lines would be larger than the
  /// file.
  package static func lines(of text: [UInt8]) -> some Sequence<ArraySlice<UInt8>> {
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
      switch PlaylistLine(line) {
      case .blank, .comment: continue
      case .information(let information): hint = SongHint(information: information)
      case .location(let location):
        guard entries.count < maximumEntryCount else { return entries }
        entries.append(PlaylistEntry(location: location, hint: hint))
        hint = nil
      }
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
        let named = SongHint(names: value)
        hints[number, default: SongHint()].title = named.title
        hints[number, default: SongHint()].artist = named.artist
      } else if let (number, value) = numbered("Length", in: text) {
        hints[number, default: SongHint()].duration = SongHint.seconds(value)
      }
    }
    return locations.keys.sorted().compactMap { number in
      locations[number].map { PlaylistEntry(location: $0, hint: hints[number]) }
    }
  }

  /// The number and the value of `key12=value`; the key ignores case.
  private static func numbered(
    _ key: String, in line: ArraySlice<UInt8>
  ) -> (Int, ArraySlice<UInt8>)? {
    guard let rest = PlaylistText.value(of: key, in: line) else { return nil }
    let digits = rest.prefix { ASCII.isDigit($0) }
    let afterNumber = rest[digits.endIndex...].drop { ASCII.isBlank($0) }
    guard digits.count <= 9, let number = Int(String(decoding: digits, as: UTF8.self)),
      afterNumber.first == UInt8(ascii: "=")
    else { return nil }
    return (number, afterNumber.dropFirst())
  }
}
