import MeditationControl
import MeditationCore
import MeditationPlan
import MeditationScreens
import MeditationText

extension JSONMessage {
  /// The current state of a song.
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

  /// The exact length of a song was found.
  struct LengthChange: JSONLine {
    static let type = "length"
    let song: Int
    let length: Duration

    func writeMembers(to json: inout JSONText) {
      json.add("length", length)
      json.add("song", song)
    }
  }

  /// The answer to `list`, and the new list after sorting.
  struct List: JSONLine {
    static let type = "list"
    let songs: [Song]

    func writeMembers(to json: inout JSONText) {
      json.add("songs", songs)
    }
  }

  /// The answer to `info`: what is known of a song.
  struct Info: JSONLine {
    static let type = "info"
    let info: SongInfo

    func writeMembers(to json: inout JSONText) {
      let date: String? = info.date.isEmpty ? nil : info.date
      let (gain, isInUse): (Double?, Bool) =
        switch info.gain {
        case .unknown: (nil, false)
        case .inUse(let gain): (gain, true)
        case .known(let gain, _): (gain, false)
        }
      json.add("album", info.album)
      json.add("artist", info.artist)
      json.add("channels", info.format?.channelCount)
      json.add("date", date)
      json.add("disc", info.disc)
      json.add("encoding", info.encoding)
      json.add("estimate", info.length.estimate)
      json.add("gain", gain.map(JSONDecibels.init))
      json.add("gainInUse", isInUse)
      json.add("gainTag", info.gainTag)
      json.add("length", info.length.exact)
      json.add("number", info.number)
      json.add("path", info.path)
      json.add("rate", info.format?.sampleRate)
      json.add("title", info.title)
      json.add("track", info.track)
    }
  }

  // MARK: - Files left out

  /// A file that was left out of the list.
  struct SkippedFile: JSONObject {
    let name: String
    let reason: String

    func writeMembers(to json: inout JSONText) {
      json.add("name", name)
      json.add("reason", reason)
    }
  }

  /// All files that were left out of the list.
  struct Skipped: JSONLine {
    static let type = "skipped"
    let files: [SkippedFile]

    func writeMembers(to json: inout JSONText) {
      json.add("files", files)
    }
  }
}
