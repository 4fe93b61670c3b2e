import MeditationCore

extension JSONMessage {
  /// The current state of a song.
  struct Song: JSONObject {
    let number: Int
    let title: String
    let artist: String
    let length: Duration?
    let mode: String
    let failure: String?

    @MainActor init(_ song: SongViewModel) {
      number = song.index + 1
      title = song.title
      artist = song.subtitle
      length = song.length
      mode = song.mode.description
      failure = song.failure
    }

    func writeMembers(to json: inout JSONText) {
      json.add("artist", artist)
      json.add("failure", failure)
      json.add("length", length)
      json.add("mode", mode)
      json.add("number", number)
      json.add("title", title)
    }
  }
}
