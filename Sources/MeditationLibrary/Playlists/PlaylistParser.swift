import MeditationSystem
import MeditationText

package enum PlaylistKind: CaseIterable, Equatable, Sendable {
  /// `.m3u` and `.m3u8`: one path a line; lines with `#` are comments or directives.
  case m3u
  /// `.pls`: `File1=`, `Title1=`, `Length1=`.
  case pls
  /// `.xspf`: XML with the `location` of each `track`, a URI.
  case xspf
  /// `.cue`: the files of a disc, with their tracks.
  case cue

  /// The format by the extension of a file's name; `nil` if it is not a playlist.
  package init?(name: [UInt8]) {
    switch PathName.ending(ofName: name) {
    case "m3u", "m3u8": self = .m3u
    case "pls": self = .pls
    case "xspf": self = .xspf
    case "cue": self = .cue
    default: return nil
    }
  }
}

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

  /// True if the playlist is incomplete. Only XSPF shows that.
  static func breaksOff(_ bytes: [UInt8], _ kind: PlaylistKind) -> Bool {
    kind == .xspf && !XMLReader.isWhole(PlaylistText.normalized(bytes))
  }

  /// The lines that are not empty; lazy, as an array of millions would be larger than the file.
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
    var (hint, range): (SongHint?, RangeLines) = (nil, RangeLines())
    for line in lines {
      switch PlaylistLine(line) {
      case .blank: continue
      case .comment: range.take(line)
      case .information(let information): hint = SongHint(information: information)
      case .location(let location):
        guard entries.count < maximumEntryCount else { return entries }
        entries.append(PlaylistEntry(location: location, range: range.range, hint: hint))
        (hint, range) = (nil, RangeLines())
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
    guard digits.count <= 9, let number = Digits.value(digits),
      afterNumber.first == UInt8(ascii: "=")
    else { return nil }
    return (number, afterNumber.dropFirst())
  }
}

/// The meaning of one line of an `.m3u` playlist.
package enum PlaylistLine: Equatable, Sendable {
  case blank
  /// The text after `#EXTINF:`, about the next location, for ``SongHint/init(information:)``.
  case information(ArraySlice<UInt8>)
  /// Any other line that begins with `#`.
  case comment
  case location(PlaylistEntry.Location)

  /// Parses `line`, which has no line break.
  package init(_ line: ArraySlice<UInt8>) {
    let text = line.drop { ASCII.isBlank($0) }
    guard let first = text.first else {
      self = .blank
      return
    }
    guard first == UInt8(ascii: "#") else {
      self = .location(PlaylistPath.location(of: line))
      return
    }
    self = PlaylistText.value(of: "#EXTINF:", in: text).map { .information($0) } ?? .comment
  }
}

/// Decodes the text of a playlist, which may be in one of several encodings.
package enum PlaylistText {
  /// `bytes` as UTF-8 or an unknown 8-bit encoding, without byte order mark and NUL. A path cannot
  /// contain NUL, and dropping it makes ASCII in UTF-16 without a mark readable, too.
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

  /// The text after `key`, ignoring case; `nil` if the line does not start with it.
  package static func value(of key: String, in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let isKey = line.starts(with: key.utf8) { ASCII.lowercased($0) == ASCII.lowercased($1) }
    return isKey ? line.dropFirst(key.utf8.count) : nil
  }

  private static func utf8(fromUTF16 bytes: [UInt8], lowByteAt low: Int) -> [UInt8] {
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
      UInt16(bytes[index + low]) | UInt16(bytes[index + 1 - low]) << 8
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
