import Score

/// Passes the engine's events to a handler that is set after the engine is made.
@MainActor final class EventRelay {
  var onEvent: (EngineEvent) -> Void = { _ in }
  private(set) var outputFailure: String?

  func pass(_ event: EngineEvent) {
    if case .outputFailed(let reason) = event.kind { outputFailure = reason }
    onEvent(event)
  }
}
