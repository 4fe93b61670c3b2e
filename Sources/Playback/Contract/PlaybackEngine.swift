/// News from an engine, about one stretch of playing.
public struct PlaybackEvent: Equatable, Sendable {
  /// What happened.
  public enum Kind: Equatable, Sendable {
    /// `position` was reached.
    case position
    /// The track ended at `position` and the next one sounds without a gap: `stamp.following` began.
    case crossed
    /// The track ended at `position` and nothing follows.
    case ended
    /// The track broke at `position`, for a reason fit to be shown; nothing sounds.
    case failed(reason: String)
    /// The device went away at `position`, for a reason fit to be shown; nothing sounds.
    case deviceLost(reason: String)
    /// A lost device is back, and can take sound again.
    case deviceRestored
    /// No sound device opened, for a reason fit to be shown; the session goes on in silence.
    case noDevice(reason: String)
    /// The disk brings no sound for `position`; it is silent until it does.
    case stalled
    /// The output file takes no more, for a reason fit to be shown; nothing more will sound.
    case outputFailed(reason: String)
  }

  /// The stretch that this is about.
  public var stamp: Stamp
  /// Where in its track: frames handed to the device, as time.
  public var position: Duration
  /// What happened there.
  public var kind: Kind

  /// News of `kind` at `position` of the stretch `stamp`.
  public init(stamp: Stamp, position: Duration, kind: Kind) {
    self.stamp = stamp
    self.position = position
    self.kind = kind
  }
}

/// Brings about what a session intends, and reports what became of it.
///
/// Two conform: `AudioEngine`, with real sound, and the scripted engine of `MeditationTesting`, on
/// a virtual clock. An engine is given the handler for its events when it is made.
@MainActor public protocol PlaybackEngine: AnyObject {
  /// Takes `intent` as what is wanted from now on. Never blocks.
  func follow(_ intent: PlaybackIntent)
}
