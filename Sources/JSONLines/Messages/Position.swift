extension JSONMessage {
  /// Playing has come this far, or goes on from here.
  struct Position: JSONObject {
    let song: Int
    let seconds: Duration
    let jump: Bool

    /// `song` is an index, from 0.
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
