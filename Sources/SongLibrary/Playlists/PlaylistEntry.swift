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
