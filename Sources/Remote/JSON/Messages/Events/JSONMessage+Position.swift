extension JSONMessage {
  /// The position in the current song: once a second, and after a jump.
  struct Position: JSONObject {
    let song: Int
    let seconds: Duration
    let jump: Bool

    /// - Parameter song: An index, from 0.
    init(song: Int, at position: Duration, jump: Bool) {
      self.song = song + 1
      seconds = position
      self.jump = jump
    }

    func writeMembers(to json: inout JSONText) {
      json.add("jump", jump)
      json.add("seconds", seconds)
      json.add("song", song)
    }
  }
}
