import Score

/// Forwards events, and records whether one of them is to end the rendering.
final class EventForwarder {
  private let onEvent: (EngineEvent) -> Void
  /// Asked after each event; `true` ends the rendering.
  var stop: ((EngineEvent) -> Bool)?
  var hasStopped = false

  init(_ onEvent: @escaping (EngineEvent) -> Void) { self.onEvent = onEvent }

  func forward(_ event: EngineEvent) {
    onEvent(event)
    if let stop, stop(event) { hasStopped = true }
  }
}
