/// Names one stretch of playing, so that news of an older one can be told from news of this one.
public struct Generation: Hashable, Sendable {
  /// Grows whenever sound has to break off and go on elsewhere: a selection, a skip, a seek, …
  public var jump: Int
  /// How many songs followed by themselves since that jump.
  public var leg: Int

  /// The stretch `leg` boundaries after the jump of number `jump`.
  public init(jump: Int, leg: Int = 0) {
    self.jump = jump
    self.leg = leg
  }
}

/// All that an audio engine has to bring about: silence, or this song, from here, then that one.
public struct Intent: Hashable, Sendable {
  /// What is to be heard.
  public enum Sound: Hashable, Sendable {
    case silence
    /// Song `song` from `from`, then `then` without a gap; `nil` is the end of the session.
    case song(Int, from: Duration, then: Int?)
  }

  /// Which stretch of playing this is. A new `jump` breaks off what sounds; a new `leg` says that
  /// the session has caught up with a boundary that the engine crossed by itself.
  public var generation: Generation
  /// What is to be heard.
  public var sound: Sound
  /// Whether it runs.
  public var transport: Transport
  /// How loud, in percent; 100 leaves samples untouched.
  public var volume: Int
}
