import Text

extension Duration {
  /// The time that is left in whole seconds, rounded up, so that it reaches 0:00 at its end.
  package var countdownText: String { roundedUp.timeText }

  /// Rounded up to whole seconds; 0 if negative.
  package var roundedUp: Duration {
    let (seconds, attoseconds) = components
    return .seconds(max(0, attoseconds > 0 ? seconds + 1 : seconds))
  }
}
