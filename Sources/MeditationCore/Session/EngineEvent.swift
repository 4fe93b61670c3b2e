/// News from an audio engine about the stretch of playing that it names; older news is dropped.
public struct EngineEvent: Hashable, Sendable {
  /// What happened.
  public enum Kind: Hashable, Sendable {
    /// Playing reached the position.
    case position
    /// The song ended, and the next one sounds already without a gap.
    case crossed
    /// The song ended, and nothing sounds.
    case ended
    /// The song broke, for this reason, and nothing sounds.
    case failed(reason: String)
    /// The device went away, for this reason.
    case deviceLost(reason: String)
    /// The device is back.
    case deviceRestored
  }

  /// Which stretch of playing this is about.
  public var generation: Generation
  /// Where in its song it happened.
  public var position: Duration
  /// What happened.
  public var kind: Kind

  /// News of `kind`, at `position` of the stretch `generation`.
  public init(generation: Generation, position: Duration, kind: Kind) {
    self.generation = generation
    self.position = position
    self.kind = kind
  }
}
