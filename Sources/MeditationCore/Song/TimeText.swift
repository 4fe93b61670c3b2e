extension Duration {
  /// The time as a player shows it, whole seconds rounded down: `0:07`, `5:30`, `1:02:03`.
  public var timeText: String {
    let total = max(0, components.seconds)
    let (hours, minutes, seconds) = (total / 3600, total / 60 % 60, total % 60)
    return hours > 0
      ? "\(hours):\(twoDigits(minutes)):\(twoDigits(seconds))"
      : "\(minutes):\(twoDigits(seconds))"
  }
}

/// What stands where a time is unknown.
public let unknownTimeText = "–:––"

private func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
