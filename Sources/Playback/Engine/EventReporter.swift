import Score

/// Reports events of the generation that plays.
final class EventReporter {
  /// The least time between two reports of the position, unless something else happens.
  static let positionInterval = Duration.milliseconds(100)

  private(set) var generation = Generation(jump: 0)
  /// The position of the next frame in its segment.
  var position = Duration.zero

  private let now: () -> Duration
  private let onEvent: (EngineEvent) -> Void
  private var lastPositionTime: Duration?

  /// A reporter to `onEvent`; `now` is monotonic time with an arbitrary origin.
  init(now: @escaping () -> Duration, onEvent: @escaping (EngineEvent) -> Void) {
    self.now = now
    self.onEvent = onEvent
  }

  /// Goes on with `generation` after a jump. Its first position is reported at once.
  func begin(_ generation: Generation) {
    self.generation = generation
    position = .zero
    lastPositionTime = nil
  }

  /// Reports a boundary and goes on with the next segment.
  func cross() {
    report(.crossed)
    generation = generation.following
    position = .zero
  }

  /// Reports `kind` at the present position.
  func report(_ kind: EngineEvent.Kind) {
    if kind == .position { lastPositionTime = now() }
    onEvent(EngineEvent(generation: generation, position: position, kind: kind))
  }

  /// Reports the position, unless that was done within the interval.
  func reportPositionIfDue() {
    if let lastPositionTime, now() - lastPositionTime < Self.positionInterval { return }
    report(.position)
  }
}
