/// The metadata in a playlist, used where the file has none. Not cleaned.
package struct SongHint: Equatable, Sendable {
  package var title: String?
  package var artist: String?
  package var duration: Duration?

  package init(title: String? = nil, artist: String? = nil, duration: Duration? = nil) {
    self.title = title
    self.artist = artist
    self.duration = duration
  }
}
