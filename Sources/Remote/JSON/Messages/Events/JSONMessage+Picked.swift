import MeditationCore

extension JSONMessage {
  /// The number and total length of the picked songs.
  struct Picked: JSONObject {
    let songs: Int
    let length: Duration
    let unknown: Int

    init(_ total: PickedTotal) {
      songs = total.count
      length = total.length
      unknown = total.unknownCount
    }

    func writeMembers(to json: inout JSONText) {
      json.add("length", length)
      json.add("songs", songs)
      json.add("unknown", unknown)
    }
  }
}
