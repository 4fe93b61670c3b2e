import Score
import SessionControl

extension JSONMessage {
  /// The answer to `info`: what is known of a song without reading its file.
  struct Info: JSONObject {
    let info: SongInfo
    let gain: Double?
    let isInUse: Bool
    let date: String?

    init(_ info: SongInfo) {
      self.info = info
      date = info.date.isEmpty ? nil : info.date
      switch info.gain {
      case .unknown: (gain, isInUse) = (nil, false)
      case .inUse(let gain): (self.gain, isInUse) = (gain, true)
      case .known(let gain, _): (self.gain, isInUse) = (gain, false)
      }
    }

    func writeMembers(to json: inout JSONText) {
      json.add("album", info.album)
      json.add("artist", info.artist)
      json.add("channels", info.format?.channelCount)
      json.add("date", date)
      json.add("disc", info.disc)
      json.add("encoding", info.encoding)
      json.add("gain", gain.map(JSONDecibels.init))
      json.add("gainInUse", isInUse)
      json.add("length", info.length)
      json.add("number", info.number)
      json.add("path", info.path)
      json.add("rate", info.format?.sampleRate)
      json.add("title", info.title)
      json.add("track", info.track)
    }
  }
}
