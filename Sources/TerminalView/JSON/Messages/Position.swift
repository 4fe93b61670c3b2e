extension JSONMessage {
  /// Playing has come this far, or goes on from here.
  struct Position: Encodable {
    let song: Int
    let seconds: Seconds
    let jump: Bool

    /// `song` is an index, from 0.
    init(song: Int, at position: Duration, jump: Bool) {
      self.song = song + 1
      seconds = Seconds(position)
      self.jump = jump
    }
  }
}
