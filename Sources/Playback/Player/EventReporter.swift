import Score

/// Reports events of the generation that plays.
final class EventReporter {
  /// The least time between two reports of the position, unless something else happens.
  static let positionInterval = Duration.milliseconds(100)

  private(set) var generation = Generation(jump: 0)
  /// The position of the next frame in its segment.
  var position = Duration.zero
  /// The gain of the song in dB; `nil` with the level off, and where it is not known.
  var gain: Double?

  private let now: () -> Duration
  private let elapsed: () -> Duration
  private let onEvent: (EngineEvent) -> Void
  private var lastPositionTime: Duration?

  /// A reporter to `onEvent`.
  ///
  /// - Parameters:
  ///   - now: Monotonic time with an arbitrary origin.
  ///   - elapsed: The session time of what was written.
  init(
    now: @escaping () -> Duration, elapsed: @escaping () -> Duration,
    onEvent: @escaping (EngineEvent) -> Void
  ) {
    self.now = now
    self.elapsed = elapsed
    self.onEvent = onEvent
  }

  /// Goes on with `generation` after a jump. Its first position is reported at once.
  func begin(_ generation: Generation) {
    self.generation = generation
    position = .zero
    gain = nil
    lastPositionTime = nil
  }

  /// Reports a boundary and goes on with the next segment.
  func cross() {
    report(.crossed)
    generation = generation.following
    position = .zero
    gain = nil
  }

  /// Reports `kind` at the present position, and at session time `elapsed` or the present one.
  func report(_ kind: EngineEvent.Kind, elapsed time: Duration? = nil) {
    if kind == .position { lastPositionTime = now() }
    onEvent(
      EngineEvent(
        generation: generation, position: position, elapsed: time ?? elapsed(), gain: gain,
        kind: kind))
  }

  /// Reports the position, unless that was done within the interval.
  func reportPositionIfDue() {
    if let lastPositionTime, now() - lastPositionTime < Self.positionInterval { return }
    report(.position)
  }
}
