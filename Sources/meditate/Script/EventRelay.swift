import Score

/// Passes events on to whoever is there by the time that they come.
@MainActor final class EventRelay {
  var onEvent: (EngineEvent) -> Void = { _ in }
  private(set) var outputFailure: String?

  func pass(_ event: EngineEvent) {
    if case .outputFailed(let reason) = event.kind { outputFailure = reason }
    onEvent(event)
  }
}
