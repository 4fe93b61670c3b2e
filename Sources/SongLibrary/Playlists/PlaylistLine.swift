import Text

/// The meaning of one line of an `.m3u` playlist.
package enum PlaylistLine: Equatable, Sendable {
  case blank
  /// What follows `#EXTINF:`, about the next location, for ``SongHint/init(information:)``.
  case information(ArraySlice<UInt8>)
  /// Any other line that begins with `#`.
  case comment
  case location(PlaylistEntry.Location)

  /// Creates the meaning of `line`, which has no line break.
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
