/// One entry of a playlist.
struct PlaylistEntry: Equatable, Sendable {
  enum Location: Equatable, Sendable {
    /// The bytes of a path, absolute or relative to the playlist's folder.
    case file([UInt8])
    /// The URL of a network stream, as written.
    case stream([UInt8])
  }

  var location: Location
  var hint: SongHint?
}
