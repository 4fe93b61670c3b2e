/// An engine whose time advances only on request, and exactly to the frame.
///
/// Two conform: `RenderingEngine`, with real sound, and the scripted engine of
/// `MeditationTesting`, with none.
@MainActor public protocol SteppedEngine: PlaybackEngine {
  /// Advances by `time`, and reports its events in order. `isEnough` is asked after each event;
  /// `true` stops there.
  ///
  /// - Returns: How far it advanced: `time`, unless it was stopped.
  @discardableResult func advance(by time: Duration, until isEnough: () -> Bool) -> Duration
}

extension SteppedEngine {
  /// Advances by `time`, and reports its events in order.
  public func advance(by time: Duration) { advance(by: time) { false } }
}
