/// A message of the control socket, as far as a follower needs it.
struct SocketMessage: Decodable {
  /// The songs in `hello` and `list`.
  struct List: Decodable {
    var songs: [Song]
  }

  struct Song: Decodable {
    var number: Int
    var title: String
    var mode: String
  }

  struct Plan: Decodable {
    var notation: String
  }

  /// The state in `hello` and in `status`.
  struct Status: Decodable {
    var phase: String
    var transport: String
    var volume: Int
    var plan: Plan
    /// The current song and the position in it; `nil` in silence.
    var song: Int?
    var position: Double?
    var seed: Int?
    var isRepeating: Bool

    enum CodingKeys: String, CodingKey {
      case phase, transport, volume, plan, song, position, seed
      case isRepeating = "repeat"
    }
  }

  var type: String
  var id: String?
  var status: Status?
  var song: Int?
  /// The new mode, phase or transport.
  var to: String?
  var percent: Int?
  var notation: String?
}
