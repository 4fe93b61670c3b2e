/// What a playlist says of a song; used where the file itself says nothing. Not cleaned.
struct SongHint: Equatable, Sendable {
  var title: String?
  var artist: String?
  var duration: Duration?
}
