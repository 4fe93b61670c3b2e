/// Tells the session what becomes of the stretch that is being played.
final class Reporter {
  /// How often positions are told, at most, except where something happens.
  static let positionInterval = Duration.milliseconds(100)

  /// What is being played.
  private(set) var stamp = Stamp(generation: 0)
  /// Where in its track the next frame lies.
  var position = Duration.zero

  private let now: () -> Duration
  private let onEvent: (PlaybackEvent) -> Void
  private var lastPositionTime: Duration?

  /// A reporter to `onEvent`; `now` counts from no matter when.
  init(now: @escaping () -> Duration, onEvent: @escaping (PlaybackEvent) -> Void) {
    self.now = now
    self.onEvent = onEvent
  }

  /// The session jumped to `stamp`: the first position will be told at once.
  func begin(_ stamp: Stamp) {
    self.stamp = stamp
    position = .zero
    lastPositionTime = nil
  }

  /// The next track follows by itself. Tells so.
  func cross() {
    tell(.crossed)
    stamp = stamp.following
    position = .zero
  }

  /// Tells `kind`, at the present position.
  func tell(_ kind: PlaybackEvent.Kind) {
    if kind == .position { lastPositionTime = now() }
    onEvent(PlaybackEvent(stamp: stamp, position: position, kind: kind))
  }

  /// Tells the position, unless that was done lately.
  func tellPositionIfDue() {
    if let lastPositionTime, now() - lastPositionTime < Self.positionInterval { return }
    tell(.position)
  }
}
