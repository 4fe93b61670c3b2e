import MeditationCore

extension JSONMessage {
  /// A song as it is now.
  struct Song: Encodable {
    let number: Int
    let title: String
    let artist: String
    let length: OrNull<Seconds>
    let mode: String
    let failure: OrNull<String>

    @MainActor init(_ song: SongViewModel) {
      number = song.index + 1
      title = song.title
      artist = song.subtitle
      length = OrNull(song.length.map(Seconds.init))
      mode = song.mode.description
      failure = OrNull(song.failure)
    }
  }
}
