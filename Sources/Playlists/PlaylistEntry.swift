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

  package init(location: Location, hint: SongHint? = nil) {
    self.location = location
    self.hint = hint
  }
}
