import SongLibrary
import Text

extension SetSong {
  /// Creates the song at `path` with what a playlist says of it.
  init(path: [UInt8], hint: SongHint?) {
    let title = CleanText.clean(hint?.title ?? "")
    self.init(
      path: path, title: title.isEmpty ? Self.title(of: path) : title,
      artist: CleanText.clean(hint?.artist ?? ""), length: hint?.duration)
  }

  /// The `#EXTINF` line of the song, without a line break.
  var information: [UInt8] {
    let (artist, title) = (CleanText.clean(artist), CleanText.clean(title))
    let shown = title.isEmpty ? Self.title(of: path) : title
    let seconds = length.map { String(max(1, $0.roundedSeconds)) } ?? "-1"
    return Array("#EXTINF:\(seconds),\(artist.isEmpty ? "" : artist + " - ")\(shown)".utf8)
  }

  /// The song as it is read again after it was written.
  var reread: SetSong {
    guard case .information(let text) = PlaylistLine(information[...]) else { return self }
    return SetSong(path: path, hint: SongHint(information: text))
  }

  /// The song's path as a line of a playlist.
  ///
  /// A path that ends with a blank is written as a URL, because mpv and others trim lines.
  var location: [UInt8] {
    guard let last = path.last, last <= 0x20 else { return path }
    return Array("file://".utf8) + PlaylistPath.percentEncoded(path)
  }

  /// Why the song cannot be written to a playlist, as a clause.
  var unwritable: String? {
    let shown = CleanText.clean(title.isEmpty ? Self.title(of: path) : title)
    if path.contains(0x0A) || path.contains(0x0D) {
      return "the path of '\(shown)' has a line break, which a playlist cannot hold"
    }
    return path.first == UInt8(ascii: "/") && !path.contains(0)
      ? nil : "the path of '\(shown)' is not absolute"
  }

  /// The name of a file without its extension, ready for display.
  private static func title(of path: [UInt8]) -> String {
    let name = path[(path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...]
    let stem = name.lastIndex(of: UInt8(ascii: ".")).map { name[..<$0] } ?? name
    let title = CleanText.clean(String(decoding: stem.isEmpty ? name : stem, as: UTF8.self))
    return title.isEmpty ? "(unprintable name)" : title
  }
}

extension Duration {
  fileprivate var roundedSeconds: Int64 {
    let (seconds, attoseconds) = components
    // The parser reads nine digits.
    return min(seconds, 999_999_998) + (attoseconds >= 500_000_000_000_000_000 ? 1 : 0)
  }
}
