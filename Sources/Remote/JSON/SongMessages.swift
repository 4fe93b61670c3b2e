import MeditationCore

extension JSONMessage {
  /// The current state of a song.
  struct Song: JSONObject {
    let number: Int
    let title: String
    let artist: String
    let album: String
    let path: String?
    let length: Duration?
    let mode: String
    let failure: String?
    let gain: JSONDecibels?

    /// - Parameters:
    ///   - path: `nil` if the song has no file.
    ///   - gain: In dB, if the song is brought to one loudness.
    @MainActor init(_ song: SongViewModel, path: String? = nil, gain: Double? = nil) {
      number = song.index + 1
      title = song.title
      artist = song.subtitle
      album = song.album
      self.path = path
      length = song.length
      mode = song.mode.description
      failure = song.failure
      self.gain = gain.map(JSONDecibels.init)
    }

    func writeMembers(to json: inout JSONText) {
      json.add("album", album)
      json.add("artist", artist)
      json.add("failure", failure)
      json.add("gain", gain)
      json.add("length", length)
      json.add("mode", mode)
      json.add("number", number)
      json.add("path", path)
      json.add("title", title)
    }
  }
}
