import MeditationCore
import MeditationPlan
import MeditationScreens
import MeditationText

extension JSONMessage {
  struct Song: JSONObject {
    let number: Int
    let title: String
    let artist: String
    let album: String
    let path: String?
    let length: SongLength
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
      length = song.knownLength
      mode = song.mode.description
      failure = song.failure
      self.gain = gain.map(JSONDecibels.init)
    }

    func writeMembers(to json: inout JSONText) {
      json.add("album", album)
      json.add("artist", artist)
      json.add("estimate", length.estimate)
      json.add("failure", failure)
      json.add("gain", gain)
      json.add("length", length.exact)
      json.add("mode", mode)
      json.add("number", number)
      json.add("path", path)
      json.add("title", title)
    }
  }

  /// The answer to `list`, and the new list after sorting.
  static func list(_ songs: [Song]) -> Self { Self("list", ["songs": songs]) }
}

/// The answer to `info`: what is known of a song.
extension SongInfo: JSONLine {
  package var type: String { "info" }

  package func writeMembers(to json: inout JSONText) {
    let (decibels, isInUse): (Double?, Bool) =
      switch gain {
      case .unknown: (nil, false)
      case .inUse(let gain): (gain, true)
      case .known(let gain, _): (gain, false)
      }
    let knownDate: String? = date.isEmpty ? nil : date
    json.add("album", album)
    json.add("artist", artist)
    json.add("channels", format?.channelCount)
    json.add("date", knownDate)
    json.add("disc", disc)
    json.add("encoding", encoding)
    json.add("estimate", length.estimate)
    json.add("gain", decibels.map(JSONDecibels.init))
    json.add("gainInUse", isInUse)
    json.add("gainTag", gainTag)
    json.add("length", length.exact)
    json.add("number", number)
    json.add("path", path)
    json.add("rate", format?.sampleRate)
    json.add("title", title)
    json.add("track", track)
  }
}

/// A file that was left out of the list.
extension SkippedFileRow: JSONObject {
  package func writeMembers(to json: inout JSONText) {
    json.add("name", title)
    json.add("reason", message)
  }
}
