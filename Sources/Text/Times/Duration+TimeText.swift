extension Duration {
  /// The time in whole seconds, rounded down: `0:07`, `5:30`, `1:02:03`.
  package var timeText: String { TimeText.clockText(max(0, components.seconds).magnitude) }

  /// A total in hours and minutes, rounded down, which cannot be taken for minutes and seconds:
  /// `12 h 30 min`; in seconds below a minute.
  package var unitText: String {
    let seconds = max(0, components.seconds)
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    guard seconds >= 60 else { return "\(seconds) s" }
    guard hours > 0 else { return "\(minutes) min" }
    return minutes > 0 ? "\(hours) h \(minutes) min" : "\(hours) h"
  }
}
