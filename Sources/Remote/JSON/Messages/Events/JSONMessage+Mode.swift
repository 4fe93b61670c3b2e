import MeditationCore

extension JSONMessage {
  /// A change of a song's mode.
  struct Mode: JSONObject {
    let song: Int
    let from: String
    let to: String

    init(_ change: ModeChange) {
      song = change.song + 1
      from = change.from.description
      to = change.to.description
    }

    func writeMembers(to json: inout JSONText) {
      json.add("from", from)
      json.add("song", song)
      json.add("to", to)
    }
  }
}
