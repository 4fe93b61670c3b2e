/// An engine whose time goes by only when it is told so, and then to the very frame.
///
/// Two conform: `RenderingEngine`, with real sound, and the scripted engine of
/// `MeditationTesting`, with none.
@MainActor public protocol SteppedEngine: PlaybackEngine {
  /// Whether playing on comes to the current song's end some time.
  var currentSongEnds: Bool { get }

  /// Lets `time` go by, reporting what happens in it, in order.
  ///
  /// - Parameter isEnough: Asked after each event; `true` ends the step there.
  /// - Returns: The time that went by: `time`, unless it was enough before.
  @discardableResult func advance(by time: Duration, until isEnough: () -> Bool) -> Duration
}

extension SteppedEngine {
  /// Lets `time` go by, reporting what happens in it, in order.
  public func advance(by time: Duration) { advance(by: time) { false } }
}
