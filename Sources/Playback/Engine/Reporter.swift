import Score

/// Tells the session what becomes of the stretch that is being played.
final class Reporter {
  /// How often positions are told, at most, except where something happens.
  static let positionInterval = Duration.milliseconds(100)

  /// What is being played.
  private(set) var generation = Generation(jump: 0)
  /// Where in its track the next frame lies.
  var position = Duration.zero

  private let now: () -> Duration
  private let onEvent: (EngineEvent) -> Void
  private var lastPositionTime: Duration?

  /// A reporter to `onEvent`; `now` counts from no matter when.
  init(now: @escaping () -> Duration, onEvent: @escaping (EngineEvent) -> Void) {
    self.now = now
    self.onEvent = onEvent
  }

  /// The session jumped to `generation`: the first position will be told at once.
  func begin(_ generation: Generation) {
    self.generation = generation
    position = .zero
    lastPositionTime = nil
  }

  /// The next track follows by itself. Tells so.
  func cross() {
    tell(.crossed)
    generation = generation.following
    position = .zero
  }

  /// Tells `kind`, at the present position.
  func tell(_ kind: EngineEvent.Kind) {
    if kind == .position { lastPositionTime = now() }
    onEvent(EngineEvent(generation: generation, position: position, kind: kind))
  }

  /// Tells the position, unless that was done lately.
  func tellPositionIfDue() {
    if let lastPositionTime, now() - lastPositionTime < Self.positionInterval { return }
    tell(.position)
  }
}
