/// One line of a playlist that leads somewhere.
struct PlaylistEntry: Equatable, Sendable {
  enum Location: Equatable, Sendable {
    /// The bytes of a path, relative to the playlist's folder or absolute.
    case file([UInt8])
    /// An address that is not on this machine, as it is written.
    case stream([UInt8])
  }

  var location: Location
  var hint: SongHint?
}
