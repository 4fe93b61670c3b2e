import Score

extension Duration {
  /// The longest length and the latest position, 68 years. Sums over all songs of a list do not
  /// overflow, nor do an engine's counts of frames.
  static let longest = Duration.seconds(Int32.max)

  /// The nearest time from `lower` to `longest`.
  func clamped(from lower: Duration = .zero) -> Duration { min(max(self, lower), .longest) }
}

extension EngineEvent {
  /// The event with times that can be added to others.
  var clamped: EngineEvent {
    var event = self
    event.position = position.clamped()
    event.elapsed = elapsed.clamped(from: .zero - .longest)
    if case .damaged(let lost) = kind { event.kind = .damaged(lost: lost.clamped()) }
    return event
  }
}
