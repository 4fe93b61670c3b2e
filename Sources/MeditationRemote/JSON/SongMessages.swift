import MeditationCore
import MeditationPlan
import MeditationScreens
import MeditationText

extension JSONMessage {
  struct Song: JSONObject {
    private let song: SongViewModel
    private let number: Int
    private let length: SongLength
    private let mode: String
    private let failure: String?
    private let path: String?
    private let gain: JSONDecibels?

    /// - Parameter gain: In dB, if the song is brought to one loudness.
    @MainActor init(_ song: SongViewModel, path: String? = nil, gain: Double? = nil) {
      (self.song, number, length) = (song, song.index + 1, song.knownLength)
      (mode, failure) = (song.mode.description, song.failure)
      (self.path, self.gain) = (path, gain.map(JSONDecibels.init))
    }

    func writeMembers(to json: inout JSONText) {
      json.add("album", song.album)
      json.add("artist", song.subtitle)
      json.add("estimate", length.estimate)
      json.add("failure", failure)
      json.add("gain", gain)
      json.add("length", length.exact)
      json.add("mode", mode)
      json.add("number", number)
      json.add("path", path)
      json.add("title", song.title)
    }
  }

  /// The answer to `list`, and the list after sorting.
  static func list(_ songs: [Song]) -> Self { Self("list", ["songs": songs]) }

  static func info(_ info: SongInfo) -> Self {
    let (decibels, isInUse): (Double?, Bool) =
      switch info.gain {
      case .unknown: (nil, false)
      case .inUse(let gain): (gain, true)
      case .known(let gain, _): (gain, false)
      }
    let song = info.song
    let date: String? = song.date.isEmpty ? nil : song.date
    return Self(
      "info",
      [
        "album": song.album, "artist": song.subtitle, "channels": song.format?.channelCount,
        "date": date, "disc": song.disc, "encoding": song.encoding,
        "estimate": info.length.estimate, "gain": decibels.map(JSONDecibels.init),
        "gainInUse": isInUse, "gainTag": info.gainTag, "length": info.length.exact,
        "number": info.number, "path": info.path, "rate": song.format?.sampleRate,
        "title": song.title, "track": song.track,
      ])
  }
}

/// A file that was left out of the list.
extension SkippedFile: JSONRecord {
  package var members: [String: any JSONValue] { ["name": name, "reason": reason] }
}
