/// How long the player has waited for the decoder.
struct DecoderWait {
  enum Stage {
    /// The device still plays what it was given.
    case buffered
    /// The sound has ramped down.
    case silent
    /// The decoder has had its time to come back from a file that is no longer wanted.
    case stalled
    /// The listener knows.
    case reported
  }

  /// What is waited for: after a jump, the wait begins anew.
  var epoch = QueueEpoch()
  var stage = Stage.buffered
  /// Of the stage.
  var time = SteadyWait()
}
