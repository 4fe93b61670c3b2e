extension Duration {
  /// The time in hours and minutes, rounded down: "1 hour 5 minutes"; in seconds below a minute.
  package var words: String {
    let seconds = max(0, Int(components.seconds))
    guard seconds >= 60 else { return counted(seconds, "second") }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    return [(hours, "hour"), (minutes, "minute")].filter { $0.0 > 0 }.map(counted)
      .joined(separator: " ")
  }
}
