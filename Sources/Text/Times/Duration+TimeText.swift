extension Duration {
  /// The time in whole seconds, rounded down: `0:07`, `5:30`, `1:02:03`.
  package var timeText: String { TimeText.clockText(max(0, components.seconds).magnitude) }
}
