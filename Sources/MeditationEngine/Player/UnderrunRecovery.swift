/// How much has to be decoded before sound may start or resume.
struct UnderrunRecovery {
  /// The least sound to resume with after an underrun, so that another does not follow at once.
  private static let recoveryThreshold = Duration.milliseconds(250)
  /// Held otherwise beside the slice that is played: enough for a ramp.
  private static let reserve = Duration.milliseconds(30)

  /// True if an underrun ended the sound.
  private var isRecovering = false
  /// True if the stall was reported, and nothing sounded since.
  private var isReported = false

  /// How much sound the lookahead is to hold, of which `slice` is played at once.
  func lookahead(for slice: Duration) -> Duration {
    isRecovering ? Self.recoveryThreshold * 2 : slice + Self.reserve
  }

  /// The sound had to ramp down.
  mutating func underrun() { isRecovering = true }

  /// Resumes with `held` frames if they are enough, or all that there is.
  ///
  /// - Returns: True if sound may resume.
  mutating func resume(with held: Int, sampleRate: Int, isAll: Bool) -> Bool {
    if isRecovering, held < Self.recoveryThreshold.frameCount(at: sampleRate), !isAll {
      return false
    }
    isRecovering = false
    return true
  }

  /// Something sounds again.
  mutating func sounded() { isReported = false }

  /// Records that the stall is reported.
  ///
  /// - Returns: True if it was not reported before.
  mutating func reportsStall() -> Bool {
    defer { isReported = true }
    return !isReported
  }
}
