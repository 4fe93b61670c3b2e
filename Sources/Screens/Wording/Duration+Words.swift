import Text

extension Duration {
  /// The time in hours and minutes, rounded down: "1 hour 5 minutes"; in seconds below a minute.
  package var words: String {
    let seconds = max(0, Int(components.seconds))
    guard seconds >= 60 else { return counted(seconds, "second") }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    return [(hours, "hour"), (minutes, "minute")].filter { $0.0 > 0 }.map(counted)
      .joined(separator: " ")
  }

  /// The time to the nanosecond, with its units: "1 hour 10 minutes", "2.5 seconds".
  ///
  /// - Parameter self: Not negative.
  var exactWords: String {
    let (seconds, attoseconds) = components
    let (hours, minutes) = (Int(seconds / 3600), Int(seconds / 60 % 60))
    let rest = Duration(secondsComponent: seconds % 60, attosecondsComponent: attoseconds)
    var words = [(hours, "hour"), (minutes, "minute")].filter { $0.0 > 0 }.map(counted)
    if rest > .zero || words.isEmpty {
      words.append(
        rest == .seconds(1) ? "1 second" : "\(TimeText.decimal(rest)) seconds")
    }
    return words.joined(separator: " ")
  }
}
