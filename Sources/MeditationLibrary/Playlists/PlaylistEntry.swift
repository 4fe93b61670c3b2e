import MeditationSystem
import MeditationText

package struct PlaylistEntry: Equatable, Sendable {
  package enum Location: Hashable, Sendable {
    /// The bytes of a path, absolute or relative to the playlist's folder.
    case file([UInt8])
    /// The URL of a network stream, as written.
    case stream([UInt8])
  }

  package var location: Location
  /// The range of the file; `nil` for all of it.
  package var range: SongRange?
  package var hint: SongHint?
  /// The number of tracks of a cue sheet in the file, if that is one song all the same.
  package var trackCount = 1
}

/// The metadata in a playlist. For a range it goes before that of the file, and otherwise fills
/// what the file lacks. Not cleaned.
package struct SongHint: Equatable, Sendable {
  package var title: String?
  package var artist: String?
  package var album: String?
  package var track: Int?
  package var date: String?
  package var duration: Duration?
}

// MARK: - A range of a file

/// The range of the next file in an `.m3u` playlist, as VLC writes and plays it:
/// `#EXTVLCOPT:start-time=205.493` and `#EXTVLCOPT:stop-time=430`. Other players play the whole
/// file.
package struct RangeLines {
  private static let directives = ["#EXTVLCOPT:start-time=", "#EXTVLCOPT:stop-time="]

  private var times: [Duration?] = [nil, nil]

  package init() {}

  /// The range in the lines taken so far; `nil` if there is none.
  package var range: SongRange? {
    times == [nil, nil] ? nil : SongRange(from: times[0] ?? .zero, to: times[1])
  }

  /// Reads a line, which may be about something else.
  package mutating func take(_ line: ArraySlice<UInt8>) {
    let text = line.drop { ASCII.isBlank($0) }
    for (place, directive) in Self.directives.enumerated() {
      guard let value = PlaylistText.value(of: directive, in: text) else { continue }
      // Behind "0:", seconds are parsed like the time in a path.
      let time =
        "0:".utf8 + value.prefix { ASCII.isDigit($0) || $0 == UInt8(ascii: ".") } + "-".utf8
      times[place] = SongRange(time)?.start
    }
  }

  /// The lines of `range`, without line breaks.
  package static func lines(of range: SongRange) -> [[UInt8]] {
    zip(directives, range.seconds).map { Array(($0 + $1).utf8) }
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
    duration = Self.seconds(information)
  }

  /// Parses `Artist - Title`, or only a title.
  init(names bytes: ArraySlice<UInt8>) {
    let text = bytes.drop { ASCII.isBlank($0) }
    self.init(title: text.isEmpty ? nil : UnmarkedText.decode(text))
    for index in text.indices.dropFirst().dropLast(3)
    where text[index...].starts(with: " - ".utf8) {
      title = UnmarkedText.decode(text[(index + 3)...])
      artist = UnmarkedText.decode(text[..<index])
      return
    }
  }

  /// The duration `bytes` begin with, in seconds of at most nine digits; `nil` if not positive.
  package static func seconds(_ bytes: ArraySlice<UInt8>) -> Duration? {
    let digits = bytes.drop { ASCII.isBlank($0) }.prefix { ASCII.isDigit($0) }
    guard digits.count <= 9, let seconds = Digits.value(digits), seconds > 0 else { return nil }
    return .seconds(seconds)
  }
}
