import Platform

/// The format of a playlist.
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
