/// What it means for the sound that the decoder was late.
struct Lateness {
  /// How much has to be there before the sound goes on.
  private static let recovery = Duration.milliseconds(250)
  /// How much is to be at hand otherwise, so that there is a slice to play and a ramp to keep.
  private static let usual = Duration.milliseconds(40)

  /// Whether the decoder was late, so that more has to be there before the sound goes on.
  private var isRecovering = false
  /// Whether it was told that the disk stalls, and nothing sounded since.
  private var isTold = false

  /// How much sound is to be at hand.
  var wanted: Duration { isRecovering ? Self.recovery * 2 : Self.usual }

  /// The sound had to ramp down.
  mutating func begin() { isRecovering = true }

  /// Lets the sound go on with `held` frames, if they are enough, or all that there is.
  ///
  /// - Returns: Whether it goes on.
  mutating func recover(with held: Int, sampleRate: Int, isAll: Bool) -> Bool {
    if isRecovering, held < Self.recovery.frameCount(at: sampleRate), !isAll { return false }
    isRecovering = false
    return true
  }

  /// Something sounds again.
  mutating func end() { isTold = false }

  /// Takes note that a stall is told.
  ///
  /// - Returns: Whether it was not told before.
  mutating func tell() -> Bool {
    defer { isTold = true }
    return !isTold
  }
}
