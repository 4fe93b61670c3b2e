import Text

/// Reads `.xspf` playlists.
///
/// Source: https://xspf.org/spec
enum XSPF {
  /// The elements around what is known of one song.
  private static let trackPath = ["playlist", "trackList", "track"].map { Array($0.utf8)[...] }

  /// A track as far as it was read.
  private struct Track {
    var location: PlaylistEntry.Location?
    var hint = SongHint()
    /// The text of the present element.
    var text: [UInt8] = []

    /// Takes `text` as that of the element `name`. A track may have several of each: the first
    /// counts.
    mutating func finish(_ name: ArraySlice<UInt8>) {
      let value = XMLReader.trimmed(text)
      text = []
      guard !value.isEmpty else { return }
      switch String(decoding: name, as: UTF8.self) {
      case "location": location = location ?? PlaylistPath.location(ofReference: value)
      case "title": hint.title = hint.title ?? PlaylistText.decode(value)
      case "creator": hint.artist = hint.artist ?? PlaylistText.decode(value)
      case "duration": hint.duration = hint.duration ?? Self.milliseconds(value)
      default: break
      }
    }

    private static func milliseconds(_ text: ArraySlice<UInt8>) -> Duration? {
      guard text.count <= 12, let value = Digits.value(text), value > 0 else { return nil }
      return .milliseconds(value)
    }
  }

  /// The entries of a playlist, in order, at most `limit`. One that breaks off has those before the
  /// break.
  static func entries(of document: [UInt8], limit: Int) -> [PlaylistEntry] {
    var reader = XMLReader(document)
    var entries: [PlaylistEntry] = []
    var track: Track?
    while entries.count < limit, let event = reader.next() {
      let depth = reader.path.count - trackPath.count
      switch event {
      case .start:
        if depth == 0, reader.path == trackPath { track = Track() }
        if depth == 1 { track?.text = [] }
      case .text(let text) where depth == 1: track?.text += XMLReader.resolved(text)
      case .literal(let text) where depth == 1: track?.text += text
      case .text, .literal: break
      case .end(let name) where depth == 0: track?.finish(name)
      case .end where depth == -1:
        if let track, let location = track.location {
          let hint = track.hint == SongHint() ? nil : track.hint
          entries.append(PlaylistEntry(location: location, hint: hint))
        }
        track = nil
      case .end: break
      }
    }
    return entries
  }
}
