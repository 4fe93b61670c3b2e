/// An event of the audio engine, about one stretch of playing.
public struct EngineEvent: Hashable, Sendable {
  /// What happened. Each `reason` is a clause fit to be shown.
  public enum Kind: Hashable, Sendable {
    /// Playing reached the position.
    case position
    /// The segment ended, and the next one follows without a gap: `generation.following` began.
    case crossed
    /// The segment ended, and nothing follows.
    case ended
    /// The song cannot be played on; nothing sounds.
    case failed(reason: String)
    /// The device went away; nothing sounds.
    case deviceLost(reason: String)
    /// A lost device is back and accepts sound again.
    case deviceRestored
    /// No sound device could be opened; the session goes on without sound.
    case noDevice(reason: String)
    /// The disk is too slow: silence until the song can be read.
    case stalled
    /// The output file cannot be written; nothing sounds any more.
    case outputFailed(reason: String)
  }

  /// The stretch of playing that this is about.
  public var generation: Generation
  /// Where in its segment it happened: frames handed to the device, as time.
  public var position: Duration
  /// What happened.
  public var kind: Kind

  /// An event of `kind`, at `position` of the stretch `generation`.
  public init(generation: Generation, position: Duration, kind: Kind) {
    self.generation = generation
    self.position = position
    self.kind = kind
  }
}
