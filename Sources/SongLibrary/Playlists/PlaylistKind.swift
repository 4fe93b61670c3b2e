import FileSystem

/// How a playlist is written.
enum PlaylistKind: Equatable, Sendable {
  /// `.m3u` and `.m3u8`: a path on each line, `#` before what is not one.
  case m3u
  /// `.pls`: `File1=`, `Title1=`, `Length1=`.
  case pls

  /// The kind that a file's name tells; `nil` for what is no playlist.
  init?(name: [UInt8]) {
    switch PathName.ending(ofName: name) {
    case "m3u", "m3u8": self = .m3u
    case "pls": self = .pls
    default: return nil
    }
  }
}
