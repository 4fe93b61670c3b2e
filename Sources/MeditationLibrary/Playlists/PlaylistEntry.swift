import MeditationText

/// One entry of a playlist.
package struct PlaylistEntry: Equatable, Sendable {
  package enum Location: Equatable, Sendable {
    /// The bytes of a path, absolute or relative to the playlist's folder.
    case file([UInt8])
    /// The URL of a network stream, as written.
    case stream([UInt8])
  }

  package var location: Location
  package var hint: SongHint?
  /// The number of tracks that a cue sheet has in the file, which is one song all the same.
  package var trackCount: Int

  package init(location: Location, hint: SongHint? = nil, trackCount: Int = 1) {
    self.location = location
    self.hint = hint
    self.trackCount = trackCount
  }
}

/// The metadata in a playlist, used where the file has none. Not cleaned.
package struct SongHint: Equatable, Sendable {
  package var title: String?
  package var artist: String?
  package var duration: Duration?

  package init(title: String? = nil, artist: String? = nil, duration: Duration? = nil) {
    self.title = title
    self.artist = artist
    self.duration = duration
  }
}

// MARK: - Parsing

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
