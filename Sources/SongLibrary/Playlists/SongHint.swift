/// The metadata in a playlist, used where the file has none. Not cleaned.
struct SongHint: Equatable, Sendable {
  var title: String?
  var artist: String?
  var duration: Duration?
}
