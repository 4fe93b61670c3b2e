/// How much has to be decoded before sound may start or resume.
struct UnderrunRecovery {
  /// What has to be decoded after an underrun, so that the next one does not follow at once.
  private static let recoveryThreshold = Duration.milliseconds(250)
  /// What to hold otherwise: a slice to play and a ramp in reserve.
  private static let normalLookahead = Duration.milliseconds(40)

  /// Whether an underrun ended the sound.
  private var isRecovering = false
  /// Whether the stall was reported, and nothing sounded since.
  private var isReported = false

  /// How much sound the lookahead is to hold.
  var lookahead: Duration {
    isRecovering ? Self.recoveryThreshold * 2 : Self.normalLookahead
  }

  /// The sound had to ramp down.
  mutating func underrun() { isRecovering = true }

  /// Resumes with `held` frames if they are enough, or all that there is.
  ///
  /// - Returns: Whether sound may resume.
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
  /// - Returns: Whether it was not reported before.
  mutating func reportsStall() -> Bool {
    defer { isReported = true }
    return !isReported
  }
}
