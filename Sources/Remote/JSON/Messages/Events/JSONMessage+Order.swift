import MeditationCore

extension JSONMessage {
  /// The order in which songs play changed.
  struct Order: JSONObject {
    let kind: String
    let seed: Int?
    /// The picked songs, or those of the session, in their order; indices from 0.
    let songs: [Int]

    init(_ arrangement: Arrangement, songs: [Int]) {
      switch arrangement.playing {
      case .asListed: (kind, seed) = ("listed", nil)
      case .shuffled(let number): (kind, seed) = ("shuffled", number)
      case .moved: (kind, seed) = ("moved", nil)
      }
      self.songs = songs
    }

    func writeMembers(to json: inout JSONText) {
      json.add("kind", kind)
      json.add("seed", seed)
      json.add("songs", songs.map { $0 + 1 })
    }
  }

  /// Repeat was turned on or off.
  struct Repeating: JSONObject {
    let isOn: Bool

    func writeMembers(to json: inout JSONText) { json.add("on", isOn) }
  }
}
